// The coach at one's shoulder: what it says of the position on the board and of the move that led there.

import { connection } from '../connection/socket.svelte';
import type { CoachView, Place } from '../protocol/messages';

export class Explorer {
  view: CoachView | undefined = $state.raw();
  /** The node that it speaks of. */
  node: number | undefined = $state();
  #asked = 0;

  /** Asks about a position; only the latest answer counts. */
  async ask(place: Place, node: number, heard: (view: CoachView) => void): Promise<void> {
    this.forget();
    const number = this.#asked;
    // Where somebody passes, or where the board has moved on, nothing is said.
    const answer = await connection.ask({ type: 'coach', place }).catch(() => undefined);
    if (number !== this.#asked || answer?.type !== 'coached') return;
    [this.view, this.node] = [answer, node];
    heard(answer);
  }

  forget(): void {
    this.#asked += 1;
    [this.view, this.node] = [undefined, undefined];
  }
}
