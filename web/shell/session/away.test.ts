// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '#web/live/session.ts';
import type { Me } from '#shared/access/me.ts';
import { openAway } from './away.ts';
import { keepMe } from './kept-me.ts';

const answer = vi.fn<() => Promise<Response>>();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
  answer.mockRejectedValue(new TypeError('Failed to fetch'));
  keepMe(
    { empId: 162, rights: [], components: [], sessionId: '', absoluteMs: 3_600_000 } as unknown as Me,
    'old',
    Date.now(),
  );
  await openAway();
  expect(session.now().ended).toBe('away');
  answer.mockResolvedValue(new Response('ok'));
});
afterEach(() => {
  session.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('once a server answers, a tab that was away asks for a sign-in', async () => {
  await vi.advanceTimersByTimeAsync(15_000);
  expect(session.now()).toEqual({ token: null, ended: 'closed' });
});

test('a tab that was signed in meanwhile stays signed in', async () => {
  session.begin('new');
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.now()).toEqual({ token: 'new', ended: null });
});
