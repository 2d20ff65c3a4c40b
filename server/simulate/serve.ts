import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { headOf } from '#shared/core/cut.ts';
import { services } from '#shared/core/view.ts';
import type { World } from './world.ts';

/**
 * The nine services over HTTP: lists to poll, and the command to store a customer, carried out once per
 * sign-up.
 */
export function serveWorld(world: World, clock: () => number, isDown: () => boolean): Server {
  return createServer((request, response) => {
    if (isDown()) {
      request.socket.destroy();
      return;
    }
    answer(world, clock, request, response).catch((error: unknown) =>
      send(response, 500, { code: 'internal', message: String(error) }),
    );
  });
}

async function answer(
  world: World,
  clock: () => number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const [, prefix = '', ...rest] = url.pathname.split('/');
  const service = services.find((name) => name === prefix);
  const path = rest.join('/');
  if (!service) return send(response, 404, { code: 'notFound' });
  if (service === 'customer' && path === 'api/v2/lead/StoreCustomer') {
    if (request.method === 'POST')
      return send(
        response,
        200,
        world.store(JSON.parse(await readBody(request)) as Record<string, unknown>, clock()).data,
      );
    const found = world.stored.get(url.searchParams.get('iSignupId') ?? '');
    return send(response, 200, found ? [found.data] : []);
  }
  if (request.method !== 'GET') return send(response, 405, { code: 'notAllowed' });
  const since = url.searchParams.get('modifiedSince');
  const pageNo = Number(url.searchParams.get('pageNo') ?? 0);
  const records = Math.min(1_000, Math.max(1, Number(url.searchParams.get('records') ?? 100)));
  const all = world.list(service, path).filter((message) => since === null || message.modifiedAt >= since);
  const page = all.slice(pageNo * records, (pageNo + 1) * records);
  const etag = `"${headOf(
    createHash('sha256')
      .update(JSON.stringify([all.length, page]))
      .digest('base64url'),
    20,
  )}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  send(response, 200, page, { etag, 'x-total-count': String(all.length) });
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
