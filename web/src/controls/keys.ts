// Single keys that do something on the page, unless somebody types or a thing under the keyboard wants them.

import { isFocusedByPointer } from './pointer';

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog';
/** What a space bar presses. */
const PRESSED = 'button, a, summary, input, select, textarea, [role=grid] *, [role=slider], [role=tree] *, [role=tab]';

/** The letter or sign that was pressed as a wish to the page; nothing where it is not. */
export function keyOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const target = event.target instanceof Element ? event.target : undefined;
  if (target?.closest(TYPING)) return undefined;
  if (event.key === ' ' && target?.closest(PRESSED) && !isFocusedByPointer()) return undefined;
  return event.key;
}
