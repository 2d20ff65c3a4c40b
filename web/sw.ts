import { handlePushes } from './push-handlers.ts';

/**
 * The offline console: its own files from the cache, but no responses of the server. It takes over only on
 * request.
 */
const files = self.__WB_MANIFEST;
const worker = self as unknown as ServiceWorkerGlobalScope;
const shell = 'ops-shell-v1';
const parts = 'ops-parts-v1';
const page = '/index.html';

/** A file is identified by its address and, where that has no hash, by its revision. */
function keyOf({ url, revision }: { url: string; revision: string | null }): string {
  const address = new URL(url, worker.location.origin);
  if (revision) address.searchParams.set('rev', revision);
  return address.href;
}
const keys = new Map(files.map((file) => [new URL(file.url, worker.location.origin).pathname, keyOf(file)]));

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(shell);
      const known = new Set((await cache.keys()).map((request) => request.url));
      await Promise.all(
        [...keys.values()]
          .filter((key) => !known.has(key))
          .map(async (key) => {
            const answer = await fetch(key, { cache: 'no-cache', credentials: 'same-origin' });
            if (!answer.ok) throw new Error(`${key} answered ${answer.status}`);
            await cache.put(key, answer);
          }),
      );
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(shell);
      const wanted = new Set(keys.values());
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
      for (const name of await caches.keys()) if (name !== shell && name !== parts) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'take-over') void worker.skipWaiting();
});

/** A page: from the server while it answers, otherwise the cached shell. */
async function showPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(keys.get(page) ?? page);
    if (!kept) throw error;
    return kept;
  }
}

/** A file with a hash in its name never changes: once fetched, it stays cached. */
async function showPart(request: Request): Promise<Response> {
  const kept = await caches.match(keys.get(new URL(request.url).pathname) ?? request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(parts)).put(request, answer.clone());
  return answer;
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // A customer's page is the server's own, never the console without a connection.
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/customerApp/'))
    return;
  if (request.mode === 'navigate') event.respondWith(showPage(request));
  else if (pathname.startsWith('/assets/') || keys.has(pathname)) event.respondWith(showPart(request));
});

handlePushes(worker);
