// What a screen reader says, and what everyone sees in passing.

interface Notice {
  text: string;
  isError: boolean;
  key: number;
}

let spoken = $state('');
let notices: Notice[] = $state.raw([]);
let count = 0;
/** Sentences shown at once; older ones make room. */
const MOST = 4;

/** The text of the live region. */
export function announced(): string {
  return spoken;
}

/** The notices, the latest last. */
export function shownNotices(): Notice[] {
  return notices;
}

/** Says something to those who listen. */
export function announce(text: string): void {
  // The same text twice is no change and would not be said again.
  spoken = spoken === text ? `${text}\u00a0` : text;
}

/** Shows a sentence for a while, in the place of the one before. */
export function tell(text: string, isError = false): void {
  notices = [];
  add(text, isError);
}

/** Shows sentences that came together. */
export function tellAll(texts: readonly string[]): void {
  if (texts.length === 0) return;
  notices = [];
  const hidden = texts.length - MOST;
  for (const text of hidden > 0 ? texts.slice(0, MOST - 1) : texts) add(text, false);
  if (hidden > 0) add(`… and ${hidden + 1} more remarks.`, false);
}

function add(text: string, isError: boolean): void {
  const key = ++count;
  notices = [...notices, { text, isError, key }];
  setTimeout(() => dismiss(key), isError ? 9000 : 5000);
}

/** Takes a notice away. */
export function dismiss(key: number): void {
  notices = notices.filter((notice) => notice.key !== key);
}
