import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An outside service whose answers the test decides. */
export interface StubService {
  readonly url: string;
  /** Every received request: path with query. */
  readonly requested: {
    readonly method: string;
    readonly url: URL;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
    readonly at: number;
  }[];
  answer: (request: IncomingMessage, response: ServerResponse, url: URL, body: string) => void;
  close(): Promise<void>;
}

export async function openStub(answer: StubService['answer'], port = 0): Promise<StubService> {
  const requested: StubService['requested'] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stub');
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        requested.push({
          method: request.method ?? '',
          url,
          headers: request.headers,
          body,
          at: performance.now(),
        });
        stub.answer(request, response, url, body);
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stub: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    answer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return stub;
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Serves a list as a well-behaved service does: paging, `modifiedSince`, 404 for all other paths. */
export function serveList(
  path: string,
  rows: () => readonly { readonly modifiedAt?: string }[],
  most = Infinity,
): StubService['answer'] {
  return (_request, response, url) => {
    if (url.pathname !== path) return json(response, 404, { code: 'notFound' });
    const since = url.searchParams.get('modifiedSince');
    const records = Math.min(Number(url.searchParams.get('records') ?? 100), most);
    const pageNo = Number(url.searchParams.get('pageNo') ?? 0);
    const all = rows().filter(
      (row) => since === null || row.modifiedAt === undefined || row.modifiedAt >= since,
    );
    return json(response, 200, all.slice(pageNo * records, (pageNo + 1) * records));
  };
}
