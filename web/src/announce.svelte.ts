// What a screen reader says, and what everyone sees in passing.

interface Notice {
  text: string;
  isError: boolean;
  key: number;
}

let spoken = $state('');
let notice: Notice | undefined = $state.raw();
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The text of the live region. */
export function announced(): string {
  return spoken;
}

/** The notice at the foot of the page, if there is one. */
export function shownNotice(): Notice | undefined {
  return notice;
}

/** Says something to those who listen. */
export function announce(text: string): void {
  // The same text twice is no change and would not be said again.
  spoken = spoken === text ? `${text}\u00a0` : text;
}

/** Shows a sentence for a while. */
export function tell(text: string, isError = false): void {
  clearTimeout(timer);
  notice = { text, isError, key: ++count };
  timer = setTimeout(dismiss, isError ? 9000 : 5000);
}

/** Takes the notice away. */
export function dismiss(): void {
  notice = undefined;
}
