import { queryHeader, serverTimeHeader, type CommandAnswer, type WireError } from '#shared/wire.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { languageNow, translateFrame } from '#web/locales/translations.ts';
import { Failure, isFailure } from './failure.ts';
import { PersonalCommands } from './personal-commands.ts';
import { session } from './session.ts';
import { noteUnconfirmed } from './unconfirmed.ts';
import { mustBeShown } from './unshown.ts';

export interface Query {
  readonly [name: string]: string | number | boolean | null | undefined | readonly (string | number)[];
}
export interface CallOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}
export interface ChangeOptions extends CallOptions {
  /** The version that was seen (`If-Match`). */
  readonly version?: number | null;
  /** Idempotency key; the same UUID when the same change is retried. */
  readonly key?: string;
  /** Besides those that every call carries: the ticket of a person without a session. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes on when the page is closed. */
  readonly keepalive?: boolean;
}

const TIMEOUT_MS = 15_000;
const personalCommands = new PersonalCommands();

export function newKey(): string {
  return crypto.randomUUID();
}

/** A query as the part of an address after `?`. */
function textOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as readonly (string | number)[]) : [value])
      search.append(name, String(one));
  }
  return search.toString();
}

export function pathOf(path: string, query: Query = {}): string {
  const text = textOf(query);
  return text ? `${path}?${text}` : path;
}

/** Search terms are sent in headers rather than in addresses, which proxies may log. */
export function headersOf(query: Query = {}): Readonly<Record<string, string>> {
  const text = textOf(query);
  return text ? { [queryHeader]: text } : {};
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * One request with token, language and timeout; every way it can fail becomes a Failure, and no failed change
 * stays silent.
 */
export function call<T>(
  method: string,
  path: string,
  body: unknown,
  options: ChangeOptions = {},
): Promise<T> {
  if (isRead(method)) return patiently(() => send<T>(method, path, body, options), options.signal);
  const same = { ...options, key: options.key ?? newKey() };
  return patiently(() => send<T>(method, path, body, same), options.signal).catch((error: unknown) => {
    if (isFailure(error)) mustBeShown(error, () => call<T>(method, path, body, same));
    throw error;
  });
}

/**
 * Retries a request that an overloaded server refused untouched, after the time it named; twice, with jitter.
 */
async function patiently<T>(prompt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await prompt();
    } catch (error) {
      if (tries > 2 || signal?.aborted || !isFailure(error) || error.code !== 'overloaded') throw error;
      const ms = Math.min(5, Number(error.details?.['seconds'] ?? 1)) * 1_000 * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (signal?.aborted) throw error;
    }
  }
}

async function send<T>(method: string, path: string, body: unknown, options: ChangeOptions): Promise<T> {
  const reads = isRead(method);
  const correlationId = newKey();
  const { token } = session.now();
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': languageNow(),
    'x-correlation-id': correlationId,
  };
  if (token) headers.authtoken = token;
  if (reads) Object.assign(headers, headersOf(options.query));
  if (!reads) headers['idempotency-key'] = options.key ?? newKey();
  if (options.version !== undefined && options.version !== null)
    headers['if-match'] = String(options.version);
  Object.assign(headers, options.headers);
  const form = typeof FormData !== 'undefined' && body instanceof FormData;
  if (body !== undefined && !form) headers['content-type'] = 'application/json';

  const timeout = options.timeout ?? TIMEOUT_MS;
  const limit = AbortSignal.timeout(timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const fail = (code: string, message: string, status = 0): Failure =>
    new Failure({ code, message, correlationId }, status, true);

  const sent = Date.now();
  let response: Response;
  let text: string;
  try {
    response = await fetch(reads ? path : pathOf(path, options.query), {
      method,
      headers,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive: options.keepalive ?? false,
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    serverClock.receivedAnswer(response.headers.get(serverTimeHeader), sent, Date.now());
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (limit.aborted)
      throw fail(
        'timeout',
        translateFrame(reads ? 'error.timeoutRead' : 'error.timeout', {
          seconds: Math.round(timeout / 1000),
        }),
      );
    if (typeof navigator !== 'undefined' && navigator.onLine === false)
      throw fail('offline', translateFrame('error.offline'));
    throw fail('unreachable', translateFrame(reads ? 'error.unreachableRead' : 'error.unreachable'));
  }

  let answer: unknown;
  try {
    answer = text === '' ? null : JSON.parse(text);
  } catch {
    if (response.ok)
      throw fail(
        'badAnswer',
        translateFrame(reads ? 'error.badAnswerRead' : 'error.badAnswer'),
        response.status,
      );
    answer = null; // an error page of a proxy; only its status is known
  }
  if (response.ok) {
    if (!reads) noteUnconfirmed(answer);
    return answer as T;
  }
  const failure = refused(answer, response.status, correlationId);
  if (failure.status === 401 && session.now().token === token) session.end(failure.code);
  throw failure;
}

function refused(answer: unknown, status: number, correlationId: string): Failure {
  const wire = answer as Partial<WireError> | null;
  const again = status >= 500 || status === 429 || status === 408;
  if (!wire || typeof wire.code !== 'string' || typeof wire.message !== 'string') {
    return new Failure(
      { code: 'serverFault', message: translateFrame('error.server', { status }), correlationId },
      status,
      again,
    );
  }
  return new Failure(
    { ...(wire as WireError), correlationId: wire.correlationId ?? correlationId },
    status,
    again,
  );
}

export const api = {
  get: <T>(path: string, options?: CallOptions): Promise<T> => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body: unknown, options?: ChangeOptions): Promise<T> =>
    call<T>('POST', path, body, options),
  put: <T>(path: string, body: unknown, options?: ChangeOptions): Promise<T> =>
    call<T>('PUT', path, body, options),
  delete: <T>(path: string, options?: ChangeOptions): Promise<T> =>
    call<T>('DELETE', path, undefined, options),
  /** `POST /commands/<aggregate>/<id>/<command>`; id `new` creates. */
  command: <A extends CommandAnswer = CommandAnswer>(
    aggregate: string,
    id: string | number,
    command: string,
    body: unknown = {},
    options?: ChangeOptions,
  ): Promise<A> => {
    const path = `/commands/${encodeURIComponent(aggregate)}/${encodeURIComponent(String(id))}/${encodeURIComponent(command)}`;
    if (id === 'new') return call<A>('POST', path, body, options);
    return personalCommands.send(`${aggregate}-${id}`, options?.version, (version) =>
      call<A>('POST', path, body, { ...options, version: version ?? null }),
    );
  },
  /** Uploads one file to `/file`. */
  file: <T>(file: Blob, name: string, options?: ChangeOptions): Promise<T> => {
    const form = new FormData();
    form.append('file', file, name);
    return call<T>('POST', '/file', form, { timeout: 120_000, ...options });
  },
};
