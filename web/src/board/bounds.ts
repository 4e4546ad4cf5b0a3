// Where the board stands on the screen.

import type { Api } from '@lichess-org/chessground/api';

/**
 * Chessground remembers where it stands until the page scrolls or the board changes its size. It
 * also moves when something above it comes or goes: so it looks anew whenever it is touched.
 */
export function lookAnew(element: HTMLElement, api: Api): void {
  const forget = (): void => api.state.dom.bounds.clear();
  // Before chessground hears of it.
  const early = { capture: true, passive: true };
  element.addEventListener('touchstart', forget, early);
  element.addEventListener('mousedown', forget, early);
}
