// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CommandAnswer } from '#shared/wire.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { useAttempt } from './use-attempt.ts';
import { useCommand } from './use-command.ts';
import type { CommandCall } from './use-command.ts';
import { useSwitch } from './use-switch.ts';

let call: CommandCall<CommandAnswer>;
let root: Root;
let keys: string[];
let replies: (() => Promise<Response>)[];

function Probe({ emitted }: { emitted: (now: CommandCall<CommandAnswer>) => void }): null {
  const now = useCommand('signup', 'VerifySignup');
  useEffect(() => void emitted(now));
  return null;
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTranslations();
});
beforeEach(() => {
  keys = [];
  replies = [];
  vi.stubGlobal('fetch', (_url: string, init: { headers: Record<string, string> }) => {
    keys.push(init.headers['idempotency-key'] ?? '');
    return (
      replies.shift()?.() ??
      Promise.resolve(Response.json({ id: '7', stream: 'signup-7', version: 5, position: 99 }))
    );
  });
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe emitted={(now) => (call = now)} />));
});
afterEach(() => act(() => root.unmount()));

const broken = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const refused = (): Promise<Response> =>
  Promise.resolve(
    Response.json(
      { code: 'leaseLost', message: 'Your hold on this row ended.', correlationId: 'c' },
      { status: 410 },
    ),
  );

test('a retry after a disconnection uses the same key', async () => {
  replies.push(broken);
  expect(await act(() => call.run(7, { a: 1 }))).toBeNull();
  expect(call.failure).toMatchObject({ code: 'unreachable', again: true });
  const answer = await act(() => call.retry());
  expect(answer).toMatchObject({ version: 5 });
  expect(call.failure).toBeNull();
  expect(new Set(keys).size).toBe(1);
});

test('a command that its counterpart undid meanwhile is another change, where both share an attempt', async () => {
  let pair: CommandCall<CommandAnswer>[] = [];
  function Pair(): null {
    const attempt = useAttempt<CommandAnswer>();
    const [tick, untick] = [useCommand('signup', 'tick', attempt), useCommand('signup', 'untick', attempt)];
    useEffect(() => void (pair = [tick, untick]));
    return null;
  }
  act(() => root.render(<Pair />));
  replies.push(broken);
  for (const which of [0, 1, 0]) await act(() => pair[which]!.run(7));
  expect(new Set(keys).size).toBe(3);
});

test('each value that a switch sets is a change of its own, also where an answer was lost; a quick one is not swallowed', async () => {
  let pair: readonly CommandCall<CommandAnswer>[] = [];
  function Switch(): null {
    const both = useSwitch('signup', 'tick', 'untick');
    useEffect(() => void (pair = both));
    return null;
  }
  act(() => root.render(<Switch />));
  replies.push(broken);
  for (const which of [0, 1, 0]) await act(() => pair[which]!.run(7));
  expect(new Set(keys).size).toBe(3);
  replies.push(broken, broken);
  for (const which of [1, 0, 1]) await act(() => pair[which]!.run(7));
  expect(new Set(keys).size).toBe(6);
  replies.push(broken);
  for (const which of [0, 0]) await act(() => pair[which]!.run(7));
  expect(new Set(keys).size).toBe(7);
  await act(() => Promise.all([pair[0]!.run(7), pair[1]!.run(7)]));
  expect(keys).toHaveLength(10);
});

test('pressing the button again after a disconnection is the same change', async () => {
  replies.push(broken);
  await act(() => call.run(7, { a: 1 }));
  await act(() => call.run(7, { a: 1 }));
  expect(new Set(keys).size).toBe(1);
  await act(() => call.run(7, { a: 1 }));
  expect(new Set(keys).size).toBe(2);
});

test('another content, or another try after a refusal, is another change', async () => {
  replies.push(broken, refused);
  await act(() => call.run(7, { a: 1 }));
  await act(() => call.run(7, { a: 2 }));
  expect(call.failure?.code).toBe('leaseLost');
  await act(() => call.run(7, { a: 2 }));
  expect(new Set(keys).size).toBe(3);
});

test('given two lost answers, switching on, off and on again are three changes', async () => {
  replies.push(broken, broken);
  for (const on of [true, false, true]) await act(() => call.run(7, { on }));
  expect(new Set(keys).size).toBe(3);
});

test('a second press while it is under way sends nothing', async () => {
  await act(async () => {
    const both = [call.run(7), call.run(7)];
    expect(await Promise.all(both)).toMatchObject([{ id: '7' }, { id: '7' }]);
  });
  expect(keys).toHaveLength(1);
  expect(call.pending).toBe(false);
});
