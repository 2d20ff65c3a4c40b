// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { serverClock } from '#web/locales/server-clock.ts';
import { startTranslations } from '#web/locales/translations.ts';
import { api, pathOf } from './api.ts';
import { isFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { session } from './session.ts';
import { showUnconfirmed } from './unconfirmed.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
let calls: { url: string; init: RequestInit & { headers: Record<string, string> } }[];
let reply: () => Promise<Response> | Response;

beforeAll(async () => {
  await startTranslations();
});
beforeEach(() => {
  calls = [];
  reply = () => Response.json({ ok: true });
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { headers: Record<string, string> }) => {
    calls.push({ url, init });
    return new Promise<Response>((done, fail) => {
      init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
      Promise.resolve().then(reply).then(done, fail);
    });
  });
  session.begin('tok-1');
});
afterEach(() => {
  session.leave();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function failing(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isFailure(error)) throw new Error('expected a Failure');
  return error;
}

test('a change carries the token, a key of its own, the version and the language', async () => {
  await api.command('signup', 7, 'VerifySignup', { note: 'x' }, { version: 4 });
  expect(calls[0]?.url).toBe('/commands/signup/7/VerifySignup');
  const headers = calls[0]?.init.headers ?? {};
  expect(headers).toMatchObject({
    authtoken: 'tok-1',
    'if-match': '4',
    'accept-language': 'en',
    'content-type': 'application/json',
  });
  expect(headers['idempotency-key']).toMatch(uuid);
  expect(calls[0]?.init.body).toBe('{"note":"x"}');
});

test("the clock follows the server's time header, not the Date header", async () => {
  const server = Date.now() + 3 * 86_400_000;
  const headers = { date: new Date(Date.now() - 86_400_000).toUTCString(), 'x-server-time': String(server) };
  reply = () => Response.json({ ok: true }, { headers: { date: headers.date } });
  await api.get('/views/x');
  expect(serverClock.offset()).toBeNull();
  reply = () => Response.json({ ok: true }, { headers });
  await api.get('/views/x');
  expect(Math.abs(serverClock.now() - server)).toBeLessThan(10_000);
});

test('a GET carries neither key nor version', async () => {
  await api.get('/views/x', { query: { page: 0, tag: ['a', 'b'], none: null } });
  // The query is sent in a header, because proxies log addresses.
  expect(calls[0]?.url).toBe('/views/x');
  expect(calls[0]?.init.headers['x-query']).toBe('page=0&tag=a&tag=b');
  await api.get('/views/x', { query: { q: 'Añita Rao' } });
  expect(calls[1]?.init.headers['x-query']).toBe('q=A%C3%B1ita+Rao');
  expect(calls[0]?.init.headers['idempotency-key']).toBeUndefined();
  expect(pathOf('/a', {})).toBe('/a');
});

test("a refusal has the server's own text, with its reference", async () => {
  reply = () =>
    Response.json(
      {
        code: 'alreadyClaimed',
        message: 'Taken by Kiran at 12:04:11.',
        field: 'id',
        details: { name: 'Kiran' },
        correlationId: 'c-9',
      },
      { status: 423 },
    );
  expect(await failing(api.command('queueitem', 'x', 'Claim'))).toMatchObject({
    code: 'alreadyClaimed',
    status: 423,
    message: 'Taken by Kiran at 12:04:11.',
    field: 'id',
    correlationId: 'c-9',
    again: false,
  });
});

test.each([
  [
    'a fault of the server without a word',
    () => new Response('<html>Bad gateway</html>', { status: 502 }),
    'serverFault',
    true,
  ],
  ['an answer that is no JSON', () => new Response('<html>', { status: 200 }), 'badAnswer', true],
  ['a line that breaks', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable', true],
  ['an error body that is no error', () => Response.json({ nope: 1 }, { status: 404 }), 'serverFault', false],
])('%s becomes a clear failure with a reference', async (_what, how, code, again) => {
  reply = how as typeof reply;
  const failure = await failing(api.post('/x', {}));
  expect(failure).toMatchObject({ code, again });
  expect(failure.message.length).toBeGreaterThan(10);
  expect(failure.correlationId).toMatch(uuid);
});

const crowded = () =>
  Response.json(
    {
      code: 'overloaded',
      message: 'Busy. Try again in 1 s.',
      details: { seconds: 0.01 },
      correlationId: 'c',
    },
    { status: 503 },
  );

test("an overloaded server's refusal is retried, a change under its key", async () => {
  let no = 2;
  reply = () => (no-- > 0 ? crowded() : Response.json({ ok: true }));
  expect(await api.command('signup', 7, 'Verify', {})).toEqual({ ok: true });
  expect(calls).toHaveLength(3);
  expect(new Set(calls.map(({ init }) => init.headers['idempotency-key'])).size).toBe(1);
  no = 1;
  expect(await api.get('/x')).toEqual({ ok: true });
  expect(calls).toHaveLength(5);
});

test('continued overload is reported; other refusals are not retried', async () => {
  reply = crowded;
  expect((await failing(api.get('/x'))).code).toBe('overloaded');
  expect(calls).toHaveLength(3);
  reply = () =>
    Response.json({ code: 'storageFull', message: 'No room.', correlationId: 'c' }, { status: 503 });
  await failing(api.get('/x'));
  expect(calls).toHaveLength(4);
});

test('an aborted call is not retried', async () => {
  reply = crowded;
  const stop = new AbortController();
  const work = failing(api.get('/x', { signal: stop.signal }));
  await new Promise((resolve) => setTimeout(resolve, 1));
  stop.abort();
  await work;
  expect(calls).toHaveLength(1);
});

test('offline and timeout are distinguished', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reply = () => Promise.reject(new TypeError('Failed to fetch'));
  expect((await failing(api.get('/x'))).code).toBe('offline');
  reply = () => new Promise(() => {});
  expect((await failing(api.get('/x', { timeout: 30 }))).code).toBe('timeout');
});

test('aborting oneself is no failure', async () => {
  reply = () => new Promise(() => {});
  const stop = new AbortController();
  const work = api.get('/x', { signal: stop.signal }).then(
    () => null,
    (error: unknown) => error,
  );
  stop.abort();
  expect(isFailure(await work)).toBe(false);
});

test('a refused session ends here, but only the one that sent the request', async () => {
  reply = () =>
    Response.json(
      { code: 'sessionExpired', message: 'Please sign in again.', correlationId: 'c' },
      { status: 401 },
    );
  await failing(api.get('/x'));
  expect(session.now()).toEqual({ token: null, ended: 'sessionExpired' });
  session.begin('tok-2');
  reply = async () => {
    session.begin('tok-3');
    return Response.json(
      { code: 'sessionExpired', message: 'Please sign in again.', correlationId: 'c' },
      { status: 401 },
    );
  };
  await failing(api.get('/x'));
  expect(session.now().token).toBe('tok-3');
});

test('a file goes as a form, with a key', async () => {
  reply = () => Response.json({ id: 'f-1' });
  expect(await api.file(new Blob(['x']), 'scan.pdf')).toEqual({ id: 'f-1' });
  expect(calls[0]?.init.body).toBeInstanceOf(FormData);
  expect(calls[0]?.init.headers['content-type']).toBeUndefined();
  expect(calls[0]?.init.headers['idempotency-key']).toMatch(uuid);
});

test('a result that not every node has confirmed is passed to the shell', async () => {
  const messages: string[] = [];
  const off = showUnconfirmed((message) => void messages.push(message));
  reply = () =>
    Response.json({ id: '7', version: 3, position: 9, unconfirmed: { nodes: ['b'], message: 'b has not.' } });
  await api.command('employee', 7, 'deactivate');
  expect(messages).toEqual(['b has not.']);
  reply = () => Response.json({ id: '7', version: 4, position: 10 });
  await api.command('employee', 7, 'reactivate');
  off();
  expect(messages).toEqual(['b has not.']);
});
