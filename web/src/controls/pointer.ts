// What a click has left the focus on wants no keys for itself: whoever clicks a tab or a move and then presses an
// arrow means the board. What was reached by keys keeps them.

let isPointed = false;

window.addEventListener('pointerdown', () => (isPointed = true), true);
window.addEventListener('keydown', (event) => event.key === 'Tab' && (isPointed = false), true);

/** Whether the focus is where a pointer put it. */
export function isFocusedByPointer(): boolean {
  return isPointed;
}
