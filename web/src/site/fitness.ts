// Whether this browser can run the program, and what is said where it cannot, or not as it should.

import type { Alone } from './isolation';

const SAFE = 'Nothing that is kept is lost.';
/** The first versions that have all that is looked for here, and modules in workers, which cannot be looked for. */
const SINCE = 'Chrome 110, Firefox 115 and Safari 16.4';

export const TOO_OLD = `This browser is too old for Plywise, which needs WebAssembly with SIMD and more: ${SINCE}, or newer ones, have it. ${SAFE}`;
export const NO_WORKERS = `Plywise cannot be started here: this browser is too old for it (${SINCE}, or newer ones, can), or a part of the site is missing. ${SAFE} Load the page once more to try again.`;

const WITH_HTTPS = 'A host with HTTPS does, in a browser that allows service workers.';

/** Said where the program runs on one thread. */
export const ONE_THREAD: Record<Alone, string> = {
  'no HTTPS': `Plywise thinks on one thread here, and more slowly: this address does not let a page use more. ${WITH_HTTPS}`,
  'no service workers':
    'Plywise thinks on one thread here, and more slowly: this browser allows no service workers now, which it takes to use more. Other settings, or a window that is not private, may allow them.',
  'not stored':
    'Plywise thinks on one thread here, and more slowly: the page could not be stored in this browser, which it takes to use more. Perhaps there is no room, or a file arrived damaged. It is tried again when the page is loaded once more.',
};

const NEITHER = `this browser cannot do without, as Chrome 137 and newer can. ${SAFE}`;

/** Said where the program cannot run at all, as only some browsers can do with one thread. */
export const NO_THREADS: Record<Alone, string> = {
  'no HTTPS': `This address does not let a page use threads, and ${NEITHER} A host with HTTPS lets it.`,
  'no service workers': `This browser allows no service workers now, which it takes to use threads, and ${NEITHER} Other settings, or a window that is not private, may allow them.`,
  'not stored': `The page could not be stored in this browser, which it takes to use threads, and ${NEITHER} Perhaps there is no room, or a file arrived damaged; load the page once more to try again.`,
};

/** A function with a SIMD instruction in it, which only browsers that know them find valid. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether the browser has what page and program use: the youngest things of each. */
export function isModern(): boolean {
  return (
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(WITH_SIMD) &&
    typeof DecompressionStream === 'function' &&
    'findLast' in Array.prototype &&
    'toReversed' in Array.prototype
  );
}
