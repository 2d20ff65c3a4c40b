/**
 * Reads lists of an outside service page by page, or returns why it cannot. Answers are not trusted: size,
 * type and shape are checked.
 */
export interface ListRequest {
  readonly base: string;
  readonly service: string;
  readonly path: string;
  readonly pageSize: number;
  readonly since: string | null;
  readonly etag: string | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Page {
  readonly items: readonly unknown[];
  readonly total: number | null;
  readonly etag: string | null;
  readonly unchanged: boolean;
  readonly bytes: number;
}

export class ListFailed extends Error {
  readonly reason: string;
  /** How long the service asked not to be called, ms. */
  readonly retryAfterMs: number | null;
  constructor(reason: string, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

const mostBytes = 32 * 1024 * 1024;
const mostPages = 2_000;

/** `https://host` serves all nine services under their prefixes; an address with a path is used as it is. */
export function addressOf(base: string, service: string, path: string): URL {
  const url = new URL(base);
  const prefix =
    url.pathname === '/' || url.pathname === '' ? `/${service}` : url.pathname.replace(/\/$/, '');
  return new URL(`${url.origin}${prefix}/${path}`);
}

export function listUrl(
  list: Pick<ListRequest, 'base' | 'service' | 'path' | 'pageSize' | 'since'>,
  pageNo: number,
): URL {
  const url = addressOf(list.base, list.service, list.path);
  url.searchParams.set('iOrgId', '1');
  url.searchParams.set('pageNo', String(pageNo));
  url.searchParams.set('records', String(list.pageSize));
  if (list.since) url.searchParams.set('modifiedSince', list.since);
  return url;
}

/**
 * Every call to a base service carries this fixed value, which its clients have always sent; it proves
 * nothing.
 */
export const authtoken = 'ops-console';

async function readPage(list: ListRequest, pageNo: number): Promise<Page> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(listUrl(list, pageNo), {
      headers: {
        accept: 'application/json',
        authtoken,
        ...(list.etag && pageNo === 0 ? { 'if-none-match': list.etag } : {}),
      },
      redirect: 'error',
      signal: AbortSignal.any([list.signal, AbortSignal.timeout(list.timeoutMs)]),
    });
    if (response.status === 304)
      return { items: [], total: null, etag: list.etag, unchanged: true, bytes: 0 };
    text = await readText(response);
  } catch (error) {
    if (error instanceof ListFailed) throw error;
    const name = error instanceof Error ? error.name : '';
    throw new ListFailed(name === 'TimeoutError' ? 'timeout' : 'unreachable', reasonOf(error));
  }
  if (!response.ok)
    throw new ListFailed(
      `status${response.status}`,
      `answered ${response.status}`,
      retryAfter(response.headers.get('retry-after'), response.headers.get('date')),
    );
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ListFailed('noJson', error instanceof Error ? error.message : String(error));
  }
  const found = itemsOf(body);
  if (!found) throw new ListFailed('noList', 'the answer is not a list');
  const total = found.total ?? Number(response.headers.get('x-total-count') ?? Number.NaN);
  return {
    items: found.items,
    total: Number.isSafeInteger(total) ? total : null,
    etag: response.headers.get('etag'),
    unchanged: false,
    bytes: Buffer.byteLength(text),
  };
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new ListFailed('tooLarge', `more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** `Retry-After` in seconds, or as a date, which is compared with the sender's own clock. */
function retryAfter(header: string | null, date: string | null): number | null {
  if (!header) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.min(Math.max(0, seconds), 3_600) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - Date.parse(date ?? '')) || 0, 3_600_000);
}

/** A bare array, or one under a usual name. */
function itemsOf(body: unknown): { items: readonly unknown[]; total: number | null } | null {
  if (Array.isArray(body)) return { items: body, total: null };
  if (body === null || typeof body !== 'object') return null;
  const record = body as Record<string, unknown>;
  const total = [record['total'], record['totalCount'], record['count']].find(
    (value) => typeof value === 'number',
  );
  for (const key of ['items', 'data', 'rows', 'list', 'content', 'result']) {
    if (Array.isArray(record[key]))
      return { items: record[key] as unknown[], total: typeof total === 'number' ? total : null };
  }
  return null;
}

export interface Read {
  readonly unchanged: boolean;
  readonly etag: string | null;
  readonly items: number;
  readonly pageLimitReached: boolean;
  /** Requests that were made, and the bytes of their answers. */
  readonly requests: number;
  readonly bytes: number;
}

/** How often a read goes back because the list moved, before it reports an incomplete read. */
const mostStepsBack = 200;

/**
 * Reads a list to its end and gives each page to `take`; a row may be given twice. The list ends with an
 * empty page, or when `total` rows were read. A service that repeats a page, or ends before its own total,
 * has a limit that hides rows, which is reported. Rows may leave the list during the read and others move to
 * pages already passed: after each page the previous one is read again, and if it differs the read goes back
 * until a page is unchanged.
 */
export async function readList(
  list: ListRequest,
  idOf: (item: unknown) => string,
  take: (items: readonly unknown[]) => Promise<void>,
): Promise<Read> {
  const known = new Set<string>();
  const first = await readThrough(list, idOf, async (items) => {
    for (const item of items) known.add(idOf(item));
    await take(items);
  });
  if (first.unchanged || first.pageLimitReached || first.items < list.pageSize) return first;
  // A row that leaves between two requests and returns by the next shifts its neighbours unnoticed, with
  // every page unchanged. A second pass looks for rows missing in the first; what it misses is found by the
  // next full read.
  const more = await readThrough({ ...list, etag: null }, idOf, async (items) => {
    const fresh = items.filter((item) => !known.has(idOf(item)));
    for (const item of fresh) known.add(idOf(item));
    if (fresh.length > 0) await take(fresh);
  });
  return {
    ...first,
    items: Math.max(first.items, more.items),
    pageLimitReached: more.pageLimitReached,
    requests: first.requests + more.requests,
    bytes: first.bytes + more.bytes,
  };
}

async function readThrough(
  list: ListRequest,
  idOf: (item: unknown) => string,
  take: (items: readonly unknown[]) => Promise<void>,
): Promise<Read> {
  const seen: string[] = [];
  const sizes: number[] = [];
  let etag: string | null = null;
  let total: number | null = null;
  let stepsBack = 0;
  let requests = 0;
  let bytes = 0;
  const readNo = async (pageNo: number): Promise<Page> => {
    const page = await readPage(list, pageNo);
    requests += 1;
    bytes += page.bytes;
    return page;
  };
  const note = async (pageNo: number, page: Page): Promise<void> => {
    seen[pageNo] = namesOf(page, idOf);
    sizes[pageNo] = page.items.length;
    total = page.total ?? total;
    await take(page.items);
  };
  const end = (items: number, pageLimitReached: boolean): Read => ({
    unchanged: false,
    etag,
    items,
    pageLimitReached,
    requests,
    bytes,
  });

  for (let pageNo = 0; pageNo < mostPages; pageNo += 1) {
    const page = await readNo(pageNo);
    if (page.unchanged) return { ...end(0, false), unchanged: true, etag: page.etag };
    if (pageNo === 0) etag = page.etag;
    const repeated = pageNo > 0 && page.items.length > 0 && namesOf(page, idOf) === seen[pageNo - 1];
    if (!repeated) await note(pageNo, page);
    let stable = pageNo - 1;
    for (; stable >= 0; stable -= 1) {
      const again = await readNo(stable);
      if (again.unchanged || namesOf(again, idOf) === seen[stable]) break;
      stepsBack += 1;
      await note(stable, again);
      if (stepsBack >= mostStepsBack) break;
    }
    const items = sizes.slice(0, pageNo + (repeated ? 0 : 1)).reduce((sum, n) => sum + n, 0);
    if (stepsBack >= mostStepsBack) return end(items, true);
    if (stable < pageNo - 1) {
      // Continues from the first unchanged page and checks the next one again.
      pageNo = Math.max(stable, -1);
      continue;
    }
    if (repeated) return end(items, page.items.length >= list.pageSize || (total !== null && items < total));
    if (page.items.length === 0) return end(items, total !== null && items < total);
    if (total !== null && items >= total && page.items.length < list.pageSize) return end(items, false);
  }
  return end(
    sizes.reduce((sum, n) => sum + n, 0),
    true,
  );
}

function namesOf(page: Page, idOf: (item: unknown) => string): string {
  return page.items.map(idOf).join('\n');
}
