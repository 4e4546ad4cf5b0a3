// The review of a game: how far it is, and what it found.

import { announce, tell } from '../announce.svelte';
import { connection, sentence } from '../connection/socket.svelte';
import type { ClaimView, ColorName, Place, ReviewedMove, ReviewReport } from '../protocol/messages';

/** Nodes a position, enough to see what people overlook. */
export const USUAL_EFFORT = 200_000;

/** A review, and the node of each of its moves. */
export interface Review {
  report: ReviewReport;
  line: readonly number[];
}

/** What is said about a move; reviews that a browser kept from earlier have no words. */
export function claimsOf(move: ReviewedMove): ClaimView[] {
  return (move as Partial<ReviewedMove>).claims ?? [];
}

export class ReviewRun {
  /** The last one that was finished. */
  last: Review | undefined = $state.raw();
  done = $state(0);
  total = $state(0);
  isRunning = $state(false);
  #stop: (() => void) | undefined;

  get report(): ReviewReport | undefined {
    return this.last?.report;
  }

  /**
   * Reviews the game that ends at a place, whose moves are these nodes, for one side or for both. The last review stays until
   * this one is ready.
   */
  begin(place: Place, line: readonly number[], nodes: number, side: ColorName | null, finished: (review: Review) => void): void {
    this.end();
    this.isRunning = true;
    this.done = 0;
    this.total = place.moves.length + 1;
    this.#stop = connection.follow(
      { type: 'review', place, nodes, words: true, side },
      (message) => {
        if (message.type === 'reviewProgress') {
          this.done = message.done;
          this.total = message.total;
        } else if (message.type === 'review') {
          this.#stop?.();
          this.isRunning = false;
          this.last = { report: message, line };
          finished(this.last);
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
    this.last = undefined;
    this.done = 0;
  }
}
