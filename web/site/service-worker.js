// Makes the site work without a network after the first visit, and adds the headers that threads need
// where the host does not send them. FILES and VERSION are written by the build (site/plugin.ts).

const VERSION = '{{VERSION}}';
/** The page, loaded with this worker. The program and its network are kept when the page asks for them. */
const FILES = JSON.parse('{{FILES}}');
const LATER = JSON.parse('{{LATER}}');
const CACHE = `plywise-${VERSION}`;

const root = new URL('./', self.location.href);
const page = new URL('index.html', root).href;
const known = new Set([...FILES, ...LATER].map((file) => new URL(file, root).href));

self.addEventListener('install', (event) => {
  const load = async () => {
    const cache = await caches.open(CACHE);
    // Past the browser's own cache, which may have files of an older version under the same name.
    await cache.addAll(FILES.map((file) => new Request(new URL(file, root), { cache: 'no-cache' })));
  };
  event.waitUntil(load());
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const before = (await caches.keys()).filter((name) => name.startsWith('plywise-') && name !== CACHE);
    const now = await caches.open(CACHE);
    // A file that did not change need not be loaded again.
    for (const name of before) {
      const old = await caches.open(name);
      for (const file of LATER) {
        const address = new URL(file, root).href;
        const answer = await old.match(address);
        if (answer && !(await now.match(address))) await now.put(address, answer);
      }
      await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(root.href)) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const address = request.url.split(/[?#]/)[0];
  if (known.has(address)) return isolated(await keptOrLoaded(request, address));
  // Every other address of the site is a view of the page.
  if (request.mode === 'navigate') return isolated(await thePage());
  return isolated(await fetch(request));
}

/** The page for an address of any depth: what it loads is named from the root of the site. */
async function thePage() {
  const kept = await keptOrLoaded(new Request(page), page);
  if (!kept.ok) return kept;
  const html = (await kept.text()).replaceAll('="./', `="${root.pathname}`);
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

async function keptOrLoaded(request, address) {
  const cache = await caches.open(CACHE);
  // Whoever says `reload` has seen that what is kept is damaged.
  const kept = request.cache === 'reload' ? undefined : await cache.match(address);
  if (kept) return kept;
  const loaded = await fetch(address, { cache: request.cache === 'reload' ? 'reload' : 'default' });
  // A browser without room for it loads it again the next time.
  if (loaded.ok) cache.put(address, loaded.clone()).catch(() => undefined);
  return loaded;
}

function isolated(answer) {
  if (answer.status === 0) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
