// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { act, createElement, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { allMasters, allOffers, allStreams } from '#server/core/registers.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand, type CommandCall } from '#web/live/use-command.ts';
import { ToastDock } from '#web/parts/toast.tsx';
import { startTranslations } from '#web/locales/translations.ts';
import { rotated } from '#tests/kit/sampled.ts';

const root = join(import.meta.dirname, '../../web');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(dist|public|gallery)\/|\.test\.|\.d\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Every command that some screen can send: named in its code, or by the declaration of its family. */
function register(): string[] {
  const found = new Set<string>();
  for (const { text } of sources) {
    for (const [, aggregate, command] of text.matchAll(/useCommand(?:<[^>]*>)?\(\s*'(\w+)',\s*'(\w+)'/g))
      found.add(`${aggregate}/${command}`);
    for (const [, aggregate, command] of text.matchAll(
      /api\.command(?:<[^>]*>)?\(\s*'(\w+)',[^,]+,\s*'(\w+)'/g,
    ))
      found.add(`${aggregate}/${command}`);
  }
  for (const { stream, command } of allOffers()) found.add(`${stream}/${command}`);
  for (const def of allMasters()) {
    if (!def.source)
      for (const command of [
        'create',
        'update',
        'activate',
        'deactivate',
        'cancel',
        'merge',
        'revert',
        'move',
      ])
        found.add(`master/${command}`);
    for (const key of def.commands ?? []) found.add(`${key.aggregate}/${key.command}`);
  }
  for (const command of Object.keys(allStreams().get('approval')!.commands))
    if (allStreams().get('approval')!.commands[command]!.need !== 'system') found.add(`approval/${command}`);
  return [...found].sort();
}
const commands = register();

const refused = (status: number, code: string) => () =>
  Promise.resolve(
    Response.json(
      { code, message: `Refused because of ${code}.`, correlationId: `c0ffee${status}-of-the-server` },
      { status },
    ),
  );
/** The ways in which any command can fail, and the text the person must then read. */
const ways: Readonly<
  Record<string, { answer: (signal: AbortSignal) => Promise<Response>; expected: RegExp; again: boolean }>
> = {
  timeout: {
    answer: (signal) =>
      new Promise((_done, refuse) => {
        signal.addEventListener('abort', () => refuse(new DOMException('late', 'TimeoutError')));
      }),
    expected: /No response within 15 seconds/,
    again: true,
  },
  '500': {
    answer: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 500 })),
    expected: /500/,
    again: true,
  },
  '403': { answer: refused(403, 'forbidden'), expected: /Refused because of forbidden/, again: false },
  '409': {
    answer: refused(409, 'versionConflict'),
    expected: /Refused because of versionConflict/,
    again: false,
  },
  'bad JSON': {
    answer: () => Promise.resolve(new Response('{"id": 7, "stre', { status: 200 })),
    expected: /could not be read/,
    again: true,
  },
  offline: {
    answer: () => Promise.reject(new TypeError('Failed to fetch')),
    expected: /You are offline/,
    again: true,
  },
};

let call: CommandCall<CommandAnswer>;
let page: HTMLElement;
let mounted: Root;
let keys: string[];
let reply: (signal: AbortSignal) => Promise<Response>;

/** A screen that ignores its failure, the worst case. */
function Forgetful({ about }: { about: string }): null {
  const [aggregate, command] = about.split('/') as [string, string];
  const now = useCommand(aggregate, command);
  useEffect(() => void (call = now));
  return null;
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startTranslations();
});
beforeEach(() => {
  vi.useFakeTimers();
  keys = [];
  // The time limit of a call runs on the test's clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('late', 'TimeoutError')), ms);
    return limit.signal;
  });
  vi.stubGlobal('fetch', (_url: string, how: { headers: Record<string, string>; signal: AbortSignal }) => {
    keys.push(how.headers['idempotency-key'] ?? '');
    return reply(how.signal);
  });
  page = document.body.appendChild(document.createElement('main'));
  mounted = createRoot(page);
});
afterEach(() => {
  act(() => mounted.unmount());
  page.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const show = (key: string): void =>
  act(() =>
    mounted.render(
      createElement(
        MantineProvider,
        null,
        createElement(ToastDock),
        createElement(Forgetful, { about: key }),
      ),
    ),
  );
const later = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
/** The content of the toast area. */
const emitted = (): string => page.querySelector('.ops-toasts')?.textContent ?? '';
const button = (name: string): HTMLButtonElement | undefined =>
  [...page.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(name),
  );

/** In the gate each command fails in one of the six ways, and each way meets a sixth of the commands. */
const tried = commands.map((key, at) => ({ key, ways: rotated(Object.keys(ways), at) }));

describe.each(Object.keys(ways))('a command that fails by %s', (name) => {
  const way = ways[name]!;
  const failing = tried.filter((one) => one.ways.includes(name)).map(({ key }) => key);
  test(`shows what happened, a reference and a way on, for each of ${failing.length} commands`, async () => {
    expect(failing.length).toBeGreaterThan(10);
    const silent: string[] = [];
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(name !== 'offline');
    for (const key of failing) {
      show(key);
      reply = way.answer;
      keys = [];
      await act(async () => {
        void call.run('7', {});
        await vi.advanceTimersByTimeAsync(0);
      });
      await later(name === 'timeout' ? 15_001 : 1);
      await later(1_000);
      const text = emitted();
      const reference = /Reference\s*([\w-]{8})/.exec(text)?.[1];
      if (!way.expected.test(text)) silent.push(`${key}: says "${text}"`);
      if (!reference) silent.push(`${key}: no reference in "${text}"`);
      if (!button('Close')) silent.push(`${key}: cannot be closed`);
      if (way.again) {
        const again = button('Try again');
        if (!again) silent.push(`${key}: no way to try again`);
        else {
          reply = () => Promise.resolve(Response.json({ id: '7', stream: 'x-7', version: 5, position: 99 }));
          await act(async () => {
            again.click();
            await vi.advanceTimersByTimeAsync(1_000);
          });
          if (keys.length !== 2 || keys[0] !== keys[1])
            silent.push(`${key}: the second attempt was another command (${keys.join(' ')})`);
          if (emitted()) silent.push(`${key}: after it worked there still stands "${emitted()}"`);
        }
      } else await act(async () => button('Close')?.click());
    }
    expect(silent).toEqual([]);
  });
});

test("the console's register is complete, and the server knows every command in it", () => {
  expect(commands.length).toBeGreaterThan(60);
  for (const one of [
    'attendance/checkIn',
    'attendance/checkOut',
    'employee/deactivate',
    'queueitem/claim',
    'approval/approveStep',
    'master/update',
    'role/changePermissions',
  ])
    expect(commands).toContain(one);
  const streams = allStreams();
  expect(commands.filter((key) => !streams.get(key.split('/')[0]!)?.commands[key.split('/')[1]!])).toEqual(
    [],
  );
});

test('a failure that its own screen shows is not shown twice', async () => {
  const { InlineError } = await import('#web/parts/states.tsx');
  function Careful(): ReturnType<typeof createElement> | null {
    const now = useCommand('attendance', 'checkIn');
    useEffect(() => void (call = now));
    return now.failure ? createElement(InlineError, { failure: now.failure }) : null;
  }
  act(() =>
    mounted.render(createElement(MantineProvider, null, createElement(ToastDock), createElement(Careful))),
  );
  reply = refused(409, 'alreadyCheckedIn');
  await act(async () => void (await call.run('7')));
  await later(2_000);
  expect((page.textContent ?? '').match(/alreadyCheckedIn/g)).toHaveLength(1);
});

test('commands are sent only through the function that reports failures', () => {
  const own = new Map([
    ['live/api.ts', 'the way itself'],
    ['live/send-file.ts', 'a file with its progress; its failure stands at the file'],
    ['live/fetch-file.ts', 'reads only'],
    ['live/kept-file.ts', 'reads only'],
    ['live/fetch-pdf.ts', 'reads only'],
    ['sw.ts', 'reads only'],
    ['shell/session/away.ts', 'asks only whether a server answers'],
    ['push-handlers.ts', 'the answer from a push, reported by another push'],
  ]);
  const others = sources
    .filter(({ text }) => /\bfetch\(|XMLHttpRequest|sendBeacon/.test(text))
    .map(({ file }) => file);
  expect(others.filter((file) => !own.has(file))).toEqual([]);
  for (const file of ['live/fetch-file.ts', 'live/kept-file.ts', 'live/fetch-pdf.ts'])
    expect(sources.find((one) => one.file === file)!.text, file).not.toMatch(/method: '(?!GET)/);
});
