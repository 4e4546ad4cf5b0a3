// Arrow keys go through the moves, unless something else on the page wants them.

import { isFocusedByPointer } from './pointer';

export type Step = 'first' | 'back' | 'forward' | 'last';

const STEPS: Record<string, Step> = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
const OWN_KEYS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=grid] *, [role=tree] *, [role=application]';

/** The step a key press asks for, if it is one. */
export function stepOf(event: KeyboardEvent): Step | undefined {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const target = event.target;
  if (target instanceof Element && target.closest('[role=tab]') && !isFocusedByPointer()) return undefined;
  if (target instanceof Element && target.closest(OWN_KEYS)) {
    // An empty move field has no use for them.
    if (!(target instanceof HTMLInputElement && target.dataset['moves'] !== undefined && target.value === '')) {
      return undefined;
    }
  }
  return STEPS[event.key];
}
