// Makes the site work without a network after the first visit, and adds the headers that threads need
// where the host does not send them. FILES and VERSION are written by the build (site/plugin.ts).

const VERSION = '{{VERSION}}';
/** The page, loaded with this worker, each file with its SHA-256. */
const FILES = JSON.parse('{{FILES}}');
/** The program and its network, which are kept when the page asks for them. */
const LATER = JSON.parse('{{LATER}}');
/** The first words of addresses that are views of the page. */
const VIEWS = ['', ...JSON.parse('{{VIEWS}}')];

const root = new URL('./', self.location.href);
const page = new URL('index.html', root).href;
const known = new Map(Object.entries({ ...FILES, ...LATER }).map(([file, hash]) => [new URL(file, root).href, hash]));

/** Another site may lie at another path of the same host. */
const CACHE = `plywise-${VERSION}-${root.pathname}`;

self.addEventListener('install', (event) => {
  const load = async () => {
    const cache = await caches.open(CACHE);
    try {
      await Promise.all(Object.keys(FILES).map((file) => store(cache, new URL(file, root).href)));
    } catch (error) {
      await caches.delete(CACHE);
      throw error;
    }
  };
  event.waitUntil(load());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      const before = await caches.open(name);
      if (name === CACHE || !(await isOurs(name, before))) continue;
      await takeOver(before).catch(() => undefined);
      await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(root.href)) return;
  event.respondWith(answer(event));
});

// The page has loaded these before there was a service worker.
self.addEventListener('message', (event) => {
  if (event.data?.type !== 'keep') return;
  const keep = async () => {
    const cache = await caches.open(CACHE);
    const addresses = event.data.files.map((file) => new URL(file, root).href).filter((address) => known.has(address));
    await Promise.all(addresses.map(async (address) => (await cache.match(address)) ?? store(cache, address, 'default')));
  };
  event.waitUntil(keep().catch(() => undefined));
});

async function answer(event) {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (known.has(address)) return isolated(await keptOrLoaded(event, address));
  const [view] = address.slice(root.href.length).split('/');
  if (request.mode === 'navigate' && VIEWS.includes(view)) return isolated(await thePage(event));
  return isolated(await fetch(request));
}

/** The page for an address of any depth: what it loads is named from the root of the site. */
async function thePage(event) {
  const kept = await keptOrLoaded(event, page);
  const html = (await kept.text()).replaceAll('="./', `="${root.pathname}`);
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

async function keptOrLoaded(event, address) {
  // Whoever says `reload` has seen that what is kept is damaged.
  const isAnew = event.request.cache === 'reload';
  // A browser that keeps nothing any more has the network left.
  const cache = await caches.open(CACHE).catch(() => undefined);
  const kept = isAnew ? undefined : await cache?.match(address).catch(() => undefined);
  if (kept) return kept;
  const loaded = await fetch(address, { cache: isAnew ? 'reload' : 'default' });
  const keep = async (answer) => {
    if (cache && (await isWhole(address, await answer.clone().arrayBuffer()))) await cache.put(address, answer);
  };
  // A browser without room for it loads it again the next time.
  if (loaded.ok) event.waitUntil(keep(loaded.clone()).catch(() => undefined));
  return loaded;
}

/** Loads a file past the browser's own cache, which may have an older one under the same name, and keeps it if it is whole. */
async function store(cache, address, mode = 'no-cache') {
  for (const how of [mode, 'reload']) {
    const loaded = await fetch(address, { cache: how });
    if (!loaded.ok) throw new Error(`${address}: ${loaded.status}`);
    const bytes = await loaded.arrayBuffer();
    if (!(await isWhole(address, bytes))) continue;
    // Without the length that it had while it was compressed.
    const type = loaded.headers.get('Content-Type') ?? 'application/octet-stream';
    return cache.put(address, new Response(bytes, { headers: { 'Content-Type': type } }));
  }
  throw new Error(`${address} arrives damaged`);
}

/** Whether these are the bytes that the build wrote. Some hosts add to pages: of those only the end must be there. */
async function isWhole(address, bytes) {
  if (address.endsWith('.html')) return new TextDecoder().decode(bytes).trimEnd().endsWith('</html>');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return known.get(address) === Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a cache is one of this site. Older ones do not have its path in their names, but in what they keep. */
async function isOurs(name, cache) {
  if (!name.startsWith('plywise-')) return false;
  const path = name.indexOf('/');
  return path < 0 ? (await cache.match(page)) !== undefined : name.slice(path) === root.pathname;
}

/** Files that did not change need not be loaded again. */
async function takeOver(before) {
  const now = await caches.open(CACHE);
  for (const file of Object.keys(LATER)) {
    const address = new URL(file, root).href;
    const kept = await before.match(address);
    if (!kept || (await now.match(address))) continue;
    if (await isWhole(address, await kept.clone().arrayBuffer())) await now.put(address, kept);
  }
}

function isolated(answer) {
  if (answer.status === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
