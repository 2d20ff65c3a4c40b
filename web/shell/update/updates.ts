import { useSyncExternalStore } from 'react';
import { onNotice } from '#web/live/socket.ts';
import { onUnsaved, unsaved } from '#web/parts/unsaved.ts';

/** Whether a new version is available, and whether it was postponed or waits for unsaved work. */
export interface Update {
  readonly out: boolean;
  readonly putOff: boolean;
  readonly waiting: boolean;
}

const CHECK_MS = 10 * 60_000;
const AGAIN_MS = 30 * 60_000;
const listeners = new Set<() => void>();
let update: Update = { out: false, putOff: false, waiting: false };
let worker: ServiceWorkerRegistration | null = null;

function become(change: Partial<Update>): void {
  update = { ...update, ...change };
  for (const listener of listeners) listener();
}

export function useUpdate(): Update {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => update,
  );
}

function found(): void {
  if (!update.out) become({ out: true });
}

function watch(registration: ServiceWorkerRegistration): void {
  worker = registration;
  if (registration.waiting && navigator.serviceWorker.controller) found();
  registration.addEventListener('updatefound', () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && navigator.serviceWorker.controller) found();
    });
  });
}

/** A check that fails (offline) is repeated later. */
function check(): void {
  worker?.update().catch((error: unknown) => console.info('no check for a new version now', error));
}

/**
 * Looks for new versions: the service worker's, every ten minutes and after every reconnection, and the build
 * the server reports.
 */
export function startUpdates(): void {
  onNotice((notice) => {
    if (notice.kind === 'version' && !worker) found();
    else if (notice.kind === 'version' || notice.kind === 'up') check();
  });
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    // Without a connection a missing part says nothing about the version.
    if (navigator.onLine) found();
  });
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js')
    .then(watch)
    .catch((error: unknown) => console.warn('the console works without its service worker', error));
  setInterval(check, CHECK_MS);
}

function reload(): void {
  const next = worker?.waiting;
  if (!next) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  return next.postMessage({ type: 'take-over' });
}

/** The person agreed: reloads now, or once nothing is unsaved. */
export function loadNewVersion(): void {
  if (!unsaved()) return reload();
  become({ waiting: true });
  const off = onUnsaved(() => {
    if (unsaved()) return;
    off();
    if (update.waiting) reload();
  });
}

export function putOffNewVersion(): void {
  become({ putOff: true, waiting: false });
  setTimeout(() => become({ putOff: false }), AGAIN_MS);
}
