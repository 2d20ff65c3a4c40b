import { words } from '#shared/core/words.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Need } from '#shared/core/permission.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { languageOf } from './http.ts';
import { describeOperations, type Operation } from './openapi-document.ts';
import { routeSummaries } from './route-summaries.ts';

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
      .map((door): Operation => {
        const path = door.url.replace(/:(\w+)/g, '{$1}');
        const parameters = [...door.url.matchAll(/:(\w+)/g)].map((found) => pathParameter(found[1]!));
        const summary = routeSummaries[`${door.method} ${path}`] ?? '';
        return { path, method: door.method.toLowerCase(), summary, need: sayNeed(door.need), parameters };
      }),
  ];

  const need = parts.open ? 'public' : 'signedIn';
  app.get('/openapi.json', { config: { need } }, async (_request, reply) => {
    document ??= describeOperations(operations(), parts);
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

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

const pageWords = words({
  en: { title: 'Ops Console API', body: 'Body', need: 'Required permission' },
  es: { title: 'API de Ops Console', body: 'Cuerpo', need: 'Permiso necesario' },
});

function page(operations: readonly Operation[], language: 'en' | 'es'): string {
  const said = pageWords[language];
  const rows = [...operations]
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      (one) =>
        `<tr><td><code>${one.method.toUpperCase()}</code></td><td><code>${escape(one.path)}</code></td><td>${escape(one.need)}</td><td>${one.body ? `<details><summary>${said.body}</summary><pre>${escape(JSON.stringify(one.body, null, 2))}</pre></details>` : ''}</td></tr>`,
    );
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${said.title}</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:24px;color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8884;padding:4px 8px;text-align:start;vertical-align:top}pre{white-space:pre-wrap;max-width:60ch}</style><h1>${said.title}</h1><p><a href="/openapi.json">openapi.json</a></p><table><thead><tr><th></th><th></th><th>${said.need}</th><th>${said.body}</th></tr></thead><tbody>${rows.join('')}</tbody></table></html>`;
}
