// Whether the page stands still: what is dear to paint waits until nobody scrolls.

/** How long nothing scrolls before it counts as rest, in milliseconds. */
const REST = 120;

let resting = $state(true);
let timer: ReturnType<typeof setTimeout> | undefined;

window.addEventListener(
  'scroll',
  () => {
    resting = false;
    clearTimeout(timer);
    timer = setTimeout(() => (resting = true), REST);
  },
  { capture: true, passive: true },
);

export function isResting(): boolean {
  return resting;
}
