// Threads need a page that no other page can look into: its answers carry two headers for that. Where
// the host does not send them, the service worker adds them, once the page was loaded anew.

import { BASE } from '../base';

/** How long the service worker may take to begin, in milliseconds. */
const PATIENCE = 5000;
const RELOADED = 'plywise.reloaded';

/** Registers the service worker, which also makes the site work offline, and loads the page anew if that is what it takes. */
export async function isolate(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  const registered = workers.register(`${BASE}service-worker.js`, { scope: BASE });
  registered.catch(() => undefined);
  if (window.crossOriginIsolated) return;
  try {
    if (sessionStorage.getItem(RELOADED)) return;
    const registration = (await registered) as ServiceWorkerRegistration | undefined;
    await Promise.race([workers.ready, new Promise((done) => setTimeout(done, PATIENCE))]);
    if (!registration?.active) return;
    sessionStorage.setItem(RELOADED, '1');
    window.location.reload();
    // Nothing more begins in a page that is about to go.
    await new Promise(() => undefined);
  } catch {
    // Without a service worker the host's headers decide.
  }
}
