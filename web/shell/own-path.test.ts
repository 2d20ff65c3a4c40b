// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screens } from '#shared/access/screens.ts';
import { handlePushes } from '../push-handlers.ts';
import { followPush } from './notices/push-here.ts';
import { ownPath } from './own-path.ts';
import { nextFrom } from './session/next.ts';

/** Malicious link targets: each would leave the console or run a script if a browser followed it. */
const foreign = [
  '//evil.example',
  '//evil.example/dashboard',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example/dashboard',
  '/\n/evil.example',
  '\t//evil.example',
  '/..//evil.example/dashboard',
  '/.//evil.example',
  'https://evil.example/dashboard',
  'https:evil.example/dashboard',
  'http:/dashboard',
  'javascript:alert(1)',
  'javascript:alert(1)//dashboard',
  'javascript:alert(1)/dashboard',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>/dashboard',
  'evil.example/dashboard',
  '',
] as const;
const own = [
  '/dashboard',
  '/outBound/signup-queue?q=a%20b#part',
  '/approvals?id=7&next=//evil.example',
] as const;

beforeEach(() => {
  const listeners = new EventTarget();
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      serviceWorker: Object.assign(listeners, { getRegistration: async () => null }),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('an address is our own only when no browser could read it as another’s', () => {
  for (const one of [...foreign, null, undefined, 7, {}]) expect(ownPath(one), String(one)).toBeNull();
  for (const one of own) expect(ownPath(one)).toBe(one);
});

test('signing in leads to a page of the console', () => {
  for (const one of [...foreign, null, '/no/such/page', '/login/default', '/wall/floor'])
    expect(nextFrom(one), String(one)).toBe('/dashboard');
  for (const one of own) expect(nextFrom(one)).toBe(one);
  for (const { path, layout } of screens)
    if (layout === 'main' && !path.includes(':')) expect(nextFrom(path)).toBe(path);
});

test('a clicked notification makes an open console navigate to its own pages only', () => {
  const go = vi.fn<(route: string) => void>();
  const stop = followPush(101, go);
  const touch = (route: unknown): boolean =>
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'go', route } }));
  for (const one of [...foreign, null, 7, { toString: () => '/dashboard' }]) touch(one);
  expect(go).not.toHaveBeenCalled();
  for (const one of own) touch(one);
  expect(go.mock.calls.map(([route]) => route)).toEqual(own);
  stop();
});

test('without an open console, a clicked notification opens only this origin', async () => {
  const worker = Object.assign(new EventTarget(), {
    location: new URL('https://ops.example.org/sw.js'),
    registration: {},
    clients: {
      matchAll: async () => [],
      openWindow: vi.fn<(url: string) => Promise<null>>(async () => null),
    },
  });
  handlePushes(worker as unknown as ServiceWorkerGlobalScope);
  const waits: Promise<unknown>[] = [];
  const touch = (route: string): boolean =>
    worker.dispatchEvent(
      Object.assign(new Event('notificationclick'), {
        action: 'open',
        notification: { tag: 't', close: () => {}, data: { route, language: 'en', translations: {} } },
        waitUntil: (work: Promise<unknown>) => waits.push(work),
      }),
    );
  for (const one of [...foreign, ...own]) touch(one);
  await Promise.all(waits);
  expect(worker.clients.openWindow.mock.calls.map(([url]) => url)).toEqual(
    own.map((path) => `https://ops.example.org${path}`),
  );
});
