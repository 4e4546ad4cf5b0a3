// The review of a game: how far it is, and what it found.

import { announce, tell } from '../announce.svelte';
import { connection, sentence } from '../connection/socket.svelte';
import type { Place, ReviewReport } from '../protocol/messages';

/** Nodes a position, enough to see what people overlook. */
export const USUAL_EFFORT = 200_000;

export class ReviewRun {
  report: ReviewReport | undefined = $state.raw();
  done = $state(0);
  total = $state(0);
  isRunning = $state(false);
  #stop: (() => void) | undefined;

  /** Reviews the game that ends at a place. */
  begin(place: Place, nodes: number, finished: (report: ReviewReport) => void): void {
    this.forget();
    this.isRunning = true;
    this.total = place.moves.length + 1;
    this.#stop = connection.follow(
      { type: 'review', place, nodes },
      (message) => {
        if (message.type === 'reviewProgress') {
          this.done = message.done;
          this.total = message.total;
        } else if (message.type === 'review') {
          this.#stop?.();
          this.isRunning = false;
          this.report = message;
          finished(message);
          announce('The review is ready.');
        }
      },
      (error) => {
        this.isRunning = false;
        tell(sentence(error), true);
      },
    );
  }

  /** Ends a review that still runs. */
  end(): void {
    this.#stop?.();
    if (!this.isRunning) return;
    this.isRunning = false;
    connection.ask({ type: 'stopReview' }).catch(() => undefined);
  }

  forget(): void {
    this.end();
    this.report = undefined;
    this.done = 0;
  }
}
