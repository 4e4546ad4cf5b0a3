// What a click has left the focus on wants no keys for itself: whoever clicks a tab or a move and then presses an
// arrow means the board. What was reached by keys keeps them, and its frame (look/base.css).

let isPointed = false;

function note(pointed: boolean): void {
  isPointed = pointed;
  document.documentElement.toggleAttribute('data-pointed', pointed);
}

window.addEventListener('pointerdown', () => note(true), true);
window.addEventListener('keydown', (event) => event.key === 'Tab' && note(false), true);

/** Whether the focus is where a pointer put it. */
export function isFocusedByPointer(): boolean {
  return isPointed;
}
