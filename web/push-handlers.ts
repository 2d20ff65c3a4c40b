import type { PushActed, PushMessage, PushWords } from '#shared/streams/notices/push-wire.ts';
import { ownPath } from './shell/own-path.ts';

/** What a notification carries with it until it is touched. */
interface Carried {
  readonly route: string;
  readonly rejectRoute?: string;
  readonly approve?: string;
  readonly undo?: string;
  readonly language: string;
  readonly words: PushWords;
}
interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly at?: string;
  readonly stays?: boolean;
  readonly carried: Carried;
}

const ANSWER_MS = 20_000;
/** A touch lets a worker open windows for a few seconds only. */
const GOES_MS = 500;

function isMessage(value: unknown): value is PushMessage {
  const one = value as Partial<PushMessage> | null;
  return one?.v === 1 && typeof one.title === 'string' && typeof one.route === 'string' && typeof one.words?.open === 'string';
}

/** Pushes as a service worker meets them: shown, opened, answered. It holds nothing and caches nothing; all it needs lies in the notification. */
export function handlePushes(worker: ServiceWorkerGlobalScope): void {
  const show = ({ title, body, tag, at, stays = false, carried }: Shown): Promise<void> => {
    const { approve, undo, words } = carried;
    const actions = approve
      ? [
          { action: 'approve', title: words.approve },
          { action: 'reject', title: words.reject },
        ]
      : [...(undo ? [{ action: 'undo', title: words.undo }] : []), { action: 'open', title: words.open }];
    return worker.registration.showNotification(title, {
      body,
      tag,
      lang: carried.language,
      icon: '/mark.svg',
      badge: '/mark.svg',
      data: carried,
      requireInteraction: stays,
      renotify: true,
      ...(at ? { timestamp: Date.parse(at) } : {}),
      actions,
    } as NotificationOptions);
  };

  /** Whether that window went there. One that shows no console (a sign-in, a wall) does not answer; what address it began at says nothing. */
  const goes = (window: WindowClient, route: string): Promise<boolean> =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(true);
      setTimeout(() => done(false), GOES_MS);
      window.postMessage({ type: 'go', route }, [port2]);
    });

  /** A console that stands open goes there by itself, so that nothing typed is lost; otherwise a new window opens. */
  async function open(route: string): Promise<void> {
    if (ownPath(route) === null) return;
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const nearness = ({ focused, visibilityState }: WindowClient): number => (focused ? 0 : visibilityState === 'visible' ? 1 : 2);
    for (const window of windows.toSorted((a, b) => nearness(a) - nearness(b))) if (await goes(window, route)) return void (await window.focus());
    await worker.clients.openWindow(new URL(route, worker.location.origin).href);
  }

  async function answer(token: string, tag: string, carried: Carried): Promise<void> {
    const { words, language, route } = carried;
    const plain = { route, language, words };
    let reply: Response;
    let said: unknown;
    try {
      reply = await fetch('/push/act', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-language': language },
        body: JSON.stringify({ token }),
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      said = await reply.json();
    } catch {
      // no line, no answer, no JSON: whether it arrived is not known, and that is what is said
      return show({ title: words.refused, body: words.failed, tag, stays: true, carried: plain });
    }
    if (!reply.ok) {
      const why = (said as { message?: unknown } | null)?.message;
      return show({ title: words.refused, body: typeof why === 'string' ? why : words.failed, tag, stays: true, carried: plain });
    }
    const { title, body, route: next, undo } = said as PushActed;
    return show({ title, body, tag, carried: { ...plain, route: next, ...(undo ? { undo } : {}) } });
  }

  worker.addEventListener('push', (event) => {
    let message: unknown = null;
    try {
      message = event.data?.json();
    } catch {
      // not ours: browsers want every push shown, so its arrival is shown and nothing else
    }
    if (!isMessage(message)) {
      const words = { open: 'Open', approve: '', reject: '', undo: '', refused: '', failed: '' };
      event.waitUntil(show({ title: 'Ops Console', body: '', tag: 'other', carried: { route: '/inbox', language: 'en', words } }));
      return;
    }
    const { title, body, tag, at, urgent, token, route, rejectRoute, language, words } = message;
    const carried = { route, language, words, ...(token ? { approve: token } : {}), ...(rejectRoute ? { rejectRoute } : {}) };
    event.waitUntil(show({ title, body, tag, at, stays: urgent || token !== undefined, carried }));
  });

  worker.addEventListener('notificationclick', (event) => {
    const { action, notification } = event;
    const carried = notification.data as Carried;
    const { tag } = notification;
    notification.close();
    const token = action === 'approve' ? carried.approve : action === 'undo' ? carried.undo : undefined;
    if (token) event.waitUntil(answer(token, tag, carried));
    else event.waitUntil(open(action === 'reject' ? (carried.rejectRoute ?? carried.route) : carried.route));
  });
}
