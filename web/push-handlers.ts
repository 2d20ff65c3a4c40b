import type { PushActed, PushMessage, PushTranslations } from '#shared/streams/notices/push-wire.ts';
import { ownPath } from './shell/own-path.ts';

/** The data of a notification until it is clicked. */
interface Carried {
  readonly route: string;
  readonly rejectRoute?: string;
  readonly approve?: string;
  readonly undo?: string;
  readonly language: string;
  readonly translations: PushTranslations;
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
/** A click lets a worker open windows for a few seconds only. */
const GOES_MS = 500;

function isMessage(value: unknown): value is PushMessage {
  const one = value as Partial<PushMessage> | null;
  return (
    one?.v === 1 &&
    typeof one.title === 'string' &&
    typeof one.route === 'string' &&
    typeof one.translations?.open === 'string'
  );
}

/**
 * The service worker's push handlers: show, open, answer. They hold and cache nothing; all their data is in
 * the notification.
 */
export function handlePushes(worker: ServiceWorkerGlobalScope): void {
  const show = ({ title, body, tag, at, stays = false, carried }: Shown): Promise<void> => {
    const { approve, undo, translations } = carried;
    const actions = approve
      ? [
          { action: 'approve', title: translations.approve },
          { action: 'reject', title: translations.reject },
        ]
      : [
          ...(undo ? [{ action: 'undo', title: translations.undo }] : []),
          { action: 'open', title: translations.open },
        ];
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

  /**
   * Whether that window navigated there. One that shows no console (a sign-in, a wall) does not answer; its
   * initial address is no evidence.
   */
  const goes = (window: WindowClient, route: string): Promise<boolean> =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(true);
      setTimeout(() => done(false), GOES_MS);
      window.postMessage({ type: 'go', route }, [port2]);
    });

  /** An open console navigates by itself, so that no input is lost; otherwise a new window opens. */
  async function open(route: string): Promise<void> {
    if (ownPath(route) === null) return;
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const nearness = ({ focused, visibilityState }: WindowClient): number =>
      focused ? 0 : visibilityState === 'visible' ? 1 : 2;
    for (const window of windows.toSorted((a, b) => nearness(a) - nearness(b)))
      if (await goes(window, route)) return void (await window.focus());
    await worker.clients.openWindow(new URL(route, worker.location.origin).href);
  }

  async function answer(token: string, tag: string, carried: Carried): Promise<void> {
    const { translations, language, route } = carried;
    const plain = { route, language, translations };
    let reply: Response;
    let text: unknown;
    try {
      reply = await fetch('/push/act', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-language': language,
        },
        body: JSON.stringify({ token }),
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      text = await reply.json();
    } catch {
      // no connection, no answer, no JSON: it is unknown whether it arrived, and the text says so
      return show({
        title: translations.refused,
        body: translations.failed,
        tag,
        stays: true,
        carried: plain,
      });
    }
    if (!reply.ok) {
      const why = (text as { message?: unknown } | null)?.message;
      return show({
        title: translations.refused,
        body: typeof why === 'string' ? why : translations.failed,
        tag,
        stays: true,
        carried: plain,
      });
    }
    const { title, body, route: next, undo } = text as PushActed;
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
      const translations = { open: 'Open', approve: '', reject: '', undo: '', refused: '', failed: '' };
      event.waitUntil(
        show({
          title: 'Ops Console',
          body: '',
          tag: 'other',
          carried: { route: '/inbox', language: 'en', translations },
        }),
      );
      return;
    }
    const { title, body, tag, at, urgent, token, route, rejectRoute, language, translations } = message;
    const carried = {
      route,
      language,
      translations,
      ...(token ? { approve: token } : {}),
      ...(rejectRoute ? { rejectRoute } : {}),
    };
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
