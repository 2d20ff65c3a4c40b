import { useSyncExternalStore } from 'react';
import { api } from '#web/live/api.ts';
import { Failure } from '#web/live/failure.ts';
import { ownPath } from '../own-path.ts';

/** Push state of this browser: checking, not supported, permission denied, off, on. */
export type PushState = 'looking' | 'unsupported' | 'denied' | 'off' | 'on';

const SERVICE_MS = 8_000;
/** A worker that was only just installed first fetches the whole console, which takes a slow line its time. */
const INSTALL_MS = 120_000;
/** Who enabled it in this browser; removed on sign-out. */
const place = 'ops-push';
const listeners = new Set<() => void>();
let state: PushState = 'looking';

function become(next: PushState): PushState {
  if (next !== state) {
    state = next;
    for (const listener of listeners) listener();
  }
  return next;
}

export function usePushState(): PushState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

function owner(): number {
  try {
    return Number(localStorage.getItem(place));
  } catch {
    return 0; // storage is disabled: enabled for this visit only
  }
}

function own(empId: number | null): void {
  try {
    if (empId === null) localStorage.removeItem(place);
    else localStorage.setItem(place, String(empId));
  } catch {
    // storage is disabled: enabled for this visit only
  }
}

async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function sameKey(one: PushSubscription, key: Uint8Array): boolean {
  const have = one.options.applicationServerKey;
  return have !== null && new Uint8Array(have).join() === key.join();
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_done, refuse) => {
    timer = setTimeout(() => refuse(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Subscribes at the browser's push service, which has eight seconds to answer (no internet) once the worker is active. */
async function subscribe(worker: ServiceWorkerRegistration, noService: string): Promise<PushSubscription> {
  const key = bytesOf((await api.get<{ publicKey: string }>('/push/key')).publicKey);
  const have = await worker.pushManager.getSubscription();
  if (have && sameKey(have, key)) return have;
  await have?.unsubscribe();
  try {
    await within(INSTALL_MS, navigator.serviceWorker.ready);
    return await within(
      SERVICE_MS,
      worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
    );
  } catch (error) {
    console.warn('the push service refused', error);
    throw new Failure(
      { code: 'noPushService', message: noService, correlationId: crypto.randomUUID() },
      0,
      true,
    );
  }
}

const bind = (one: PushSubscription): Promise<unknown> => api.put('/push/subscriptions', one.toJSON());

/**
 * Asks for permission, subscribes and registers with the server. Throws a Failure when the push service or
 * the server fails.
 */
export async function turnOn(empId: number, noService: string): Promise<PushState> {
  const worker = await registration();
  if (!worker) return become('unsupported');
  if ((await Notification.requestPermission()) !== 'granted')
    return become(Notification.permission === 'denied' ? 'denied' : 'off');
  await bind(await subscribe(worker, noService));
  own(empId);
  return become('on');
}

/**
 * Unsubscribes here and on the server; if the server cannot be reached, the browser is unsubscribed anyway
 * and the failure is thrown.
 */
export async function turnOff(): Promise<PushState> {
  const one = await (await registration())?.pushManager.getSubscription();
  own(null);
  await one?.unsubscribe();
  become('off');
  if (one) await api.post('/push/unsubscribe', { endpoint: one.endpoint });
  return state;
}

/**
 * After sign-out the server has forgotten this browser with the session; this removes the browser's own
 * subscription.
 */
export async function forgetPush(): Promise<void> {
  own(null);
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe();
  become('off');
}

/**
 * After sign-in: continues this person's earlier subscription under the new session; ends another person's.
 */
async function take(empId: number): Promise<void> {
  const worker = await registration();
  if (!worker) return void become('unsupported');
  if (Notification.permission === 'denied') return void become('denied');
  const one = Notification.permission === 'granted' ? await worker.pushManager.getSubscription() : null;
  if (!one) return void become('off');
  if (owner() !== empId) {
    await one.unsubscribe();
    return void become('off');
  }
  await bind(await subscribe(worker, ''));
  become('on');
}

/**
 * Keeps this browser's push subscription in step with the session, and opens the route of a clicked
 * notification.
 */
export function followPush(empId: number, go: (route: string) => void): () => void {
  const received = ({ data, ports }: MessageEvent): void => {
    const shown = data as { type?: unknown; route?: unknown } | null;
    const route = shown?.type === 'go' ? ownPath(shown.route) : null;
    if (route === null) return;
    ports[0]?.postMessage('gone');
    go(route);
  };
  navigator.serviceWorker?.addEventListener('message', received);
  const appearance = (): void =>
    void take(empId).catch((error: unknown) => console.warn('push could not be taken up', error));
  appearance();
  return () => navigator.serviceWorker?.removeEventListener('message', received);
}
