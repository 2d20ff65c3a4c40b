import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Need } from '#shared/core/permission.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { languageOf } from './http.ts';

/** One door or order as it is described; `example` is a body that is true in a filled house. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly summary: string;
  readonly need: string;
  readonly body?: unknown;
  readonly example?: unknown;
  readonly parameters: readonly unknown[];
}

const errors = {
  400: 'bad field',
  401: 'signed out',
  403: 'no right',
  404: 'not there, or not yours to see',
  409: 'stale or conflicting',
  422: 'rule',
  423: 'held by someone else',
  429: 'too many',
};

/** Describes every door and every order from what the running server itself declares: `/openapi.json`, and `/docs` to read. */
export function openApiRoutes(
  app: FastifyInstance,
  parts: {
    readonly streams: ReadonlyMap<string, StreamDef>;
    readonly version: string;
    readonly cookieName: string;
    /** Told to everybody; otherwise to whoever is signed in. */
    readonly open: boolean;
    readonly more?: readonly Operation[];
  },
): void {
  let document: unknown;
  const operations = (): Operation[] => {
    // What a family says of its own doors stands before what the door alone can tell.
    const byDoor = new Map([...plain(), ...(parts.more ?? [])].map((one) => [`${one.method} ${one.path}`, one]));
    return [...byDoor.values()];
  };
  const plain = (): Operation[] => [
    ...[...parts.streams.values()].flatMap((stream) => ordersOf(stream)),
    ...app.doors
      .filter((door) => door.url !== '/*' && !door.url.startsWith('/commands/'))
      .map((door): Operation => ({
        path: door.url.replace(/:(\w+)/g, '{$1}'),
        method: door.method.toLowerCase(),
        summary: '',
        need: sayNeed(door.need),
        parameters: [...door.url.matchAll(/:(\w+)/g)].map((found) => pathParameter(found[1]!)),
      })),
  ];

  const need = parts.open ? 'public' : 'signedIn';
  app.get('/openapi.json', { config: { need } }, async (_request, reply) => {
    document ??= describe(operations(), parts);
    return reply.header('cache-control', 'no-cache').send(document);
  });
  app.get('/docs', { config: { need } }, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page(operations(), languageOf(request))),
  );
}

function ordersOf(stream: StreamDef): Operation[] {
  return Object.entries(stream.commands)
    .filter(([, command]) => command.need !== 'system')
    .map(([name, command]) => ({
      path: `/commands/${stream.name}/{id}/${name}`,
      method: 'post',
      summary: `${stream.name}: ${name}${command.creates ? ' (id `new` to make one)' : ''}`,
      need: sayNeed(command.need),
      body: schemaOf(command.input),
      parameters: [
        pathParameter('id'),
        { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
        ...(command.versioned
          ? [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' }, description: 'The version one saw, e.g. "7"' }]
          : []),
      ],
    }));
}

function schemaOf(input: z.ZodType): unknown {
  try {
    return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  } catch (error) {
    // Some shapes cannot be said in JSON Schema; the description says so instead of leaving the order out.
    return { type: 'object', description: `The shape of this order cannot be shown here: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function pathParameter(name: string): unknown {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function sayNeed(need: Need | 'machine' | undefined): string {
  return need === undefined ? 'signedIn' : typeof need === 'string' ? need : need.join(' or ');
}

function describe(operations: readonly Operation[], parts: { version: string; cookieName: string }): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const one of operations) {
    const open = one.need === 'public' || one.need === 'machine';
    (paths[one.path] ??= {})[one.method] = {
      ...(one.summary ? { summary: one.summary } : {}),
      description: `Needs: ${one.need}`,
      tags: [one.path.split('/')[one.path.startsWith('/commands/') ? 2 : 1] ?? ''],
      parameters: one.parameters,
      ...(one.body
        ? { requestBody: { required: true, content: { 'application/json': { schema: one.body, ...(one.example ? { example: one.example } : {}) } } } }
        : {}),
      responses: {
        200: { description: 'done' },
        ...(open
          ? {}
          : Object.fromEntries(
              Object.entries(errors).map(([status, description]) => [
                status,
                { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
              ]),
            )),
      },
      security: open ? [] : [{ cookie: [], token: [] }],
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ops Console', version: parts.version, description: 'Sockets and feeds: docs/protocol.md and docs/asyncapi.yaml.' },
    paths,
    components: {
      securitySchemes: { cookie: { type: 'apiKey', in: 'cookie', name: parts.cookieName }, token: { type: 'apiKey', in: 'header', name: 'authtoken' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message', 'correlationId'],
          properties: {
            code: { type: 'string' },
            message: { type: 'string' },
            field: { type: 'string' },
            line: { type: 'integer' },
            details: { type: 'object' },
            correlationId: { type: 'string' },
          },
        },
      },
    },
  };
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

function page(operations: readonly Operation[], language: 'en' | 'es'): string {
  const said =
    language === 'es'
      ? { title: 'Interfaz de Ops Console', body: 'Cuerpo', need: 'Necesita' }
      : { title: 'Ops Console interface', body: 'Body', need: 'Needs' };
  const rows = [...operations]
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      (one) =>
        `<tr><td><code>${one.method.toUpperCase()}</code></td><td><code>${escape(one.path)}</code></td><td>${escape(one.need)}</td><td>${one.body ? `<details><summary>${said.body}</summary><pre>${escape(JSON.stringify(one.body, null, 2))}</pre></details>` : ''}</td></tr>`,
    );
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${said.title}</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:24px;color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8884;padding:4px 8px;text-align:start;vertical-align:top}pre{white-space:pre-wrap;max-width:60ch}</style><h1>${said.title}</h1><p><a href="/openapi.json">openapi.json</a></p><table><thead><tr><th></th><th></th><th>${said.need}</th><th>${said.body}</th></tr></thead><tbody>${rows.join('')}</tbody></table></html>`;
}
