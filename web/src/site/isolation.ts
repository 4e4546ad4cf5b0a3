// Threads need a page that no other page can look into: its answers carry two headers for that. Where
// the host does not send them, the service worker adds them, once the page was loaded anew.

import { BASE } from '../base';
import type { Loading } from '../connection/line';
import { own } from './names';

/** Why a page may not use threads. */
export type Alone = 'no HTTPS' | 'no service workers' | 'not stored';

/** From when on it is said that the page is being stored, in milliseconds. */
const NOTICED = 1500;
/** How long the service worker may take to begin, in milliseconds: it loads the whole page, perhaps over a slow network. */
const PATIENCE = 60_000;
const RELOADED = own('plywise.reloaded');

/**
 * Registers the service worker, which also makes the site work offline, and loads the page anew if that is
 * what it takes. Nothing if the page may use threads.
 */
export async function isolate(load: (loading: Loading | undefined) => void): Promise<Alone | undefined> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registered = workers?.register(`${BASE}service-worker.js`, { scope: BASE });
  registered?.catch(() => undefined);
  if (window.crossOriginIsolated) {
    noteReload(false);
    return undefined;
  }
  if (!window.isSecureContext) return 'no HTTPS';
  let registration: ServiceWorkerRegistration | undefined;
  try {
    registration = await registered;
  } catch {
    // The file is not there or damaged, or the browser allows no such workers.
  }
  if (!registration) return 'no service workers';
  const notice = setTimeout(() => load({ what: 'the page', share: 0 }), NOTICED);
  const isStored = await isActive(registration);
  clearTimeout(notice);
  load(undefined);
  if (!isStored) return 'not stored';
  if (wasReloaded()) return 'no service workers';
  noteReload(true);
  window.location.reload();
  // Nothing more begins in a page that is about to go.
  return new Promise(() => undefined);
}

/** Has the service worker keep files that were loaded before it began, for times without a network. */
export function keep(files: string[]): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  void workers?.ready.then(({ active }) => active?.postMessage({ type: 'keep', files }));
}

/** Waits until the service worker has begun; false if it cannot. */
function isActive(registration: ServiceWorkerRegistration): Promise<boolean> {
  if (registration.active) return Promise.resolve(true);
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return Promise.resolve(false);
  return new Promise((done) => {
    const look = (): void => {
      if (worker.state === 'activated' || worker.state === 'redundant') done(worker.state === 'activated');
    };
    worker.addEventListener('statechange', look);
    look();
    setTimeout(() => done(false), PATIENCE);
  });
}

/** Whether this tab was loaded anew already: once is enough. */
function wasReloaded(): boolean {
  try {
    return sessionStorage.getItem(RELOADED) !== null;
  } catch {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return navigation?.type === 'reload';
  }
}

function noteReload(isReloaded: boolean): void {
  try {
    if (isReloaded) sessionStorage.setItem(RELOADED, '1');
    else sessionStorage.removeItem(RELOADED);
  } catch {
    // Then the kind of the page's loading says so.
  }
}
