import { translations } from '#shared/core/translations.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Need } from '#shared/core/permission.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { escapeHtml } from './escape-html.ts';
import { languageOf } from './every-request.ts';
import { describeOperations, type Operation } from './openapi-document.ts';
import { routeSummaries } from './route-summaries.ts';

/**
 * Describes every route and command from the declarations of the running server: `/openapi.json`, and
 * `/docs` for people.
 */
export function openApiRoutes(
  app: FastifyInstance,
  parts: {
    readonly streams: ReadonlyMap<string, StreamDef>;
    readonly version: string;
    readonly cookieName: string;
    /** Public; otherwise for signed-in users only. */
    readonly open: boolean;
    /** Called when somebody first reads the description: its schemas take longer than the rest of a start. */
    readonly more?: () => readonly Operation[];
  },
): void {
  let document: unknown;
  const operations = (): Operation[] => {
    // A family's own description of its routes takes precedence over what the route declares.
    const byRoute = new Map(
      [...plain(), ...(parts.more?.() ?? [])].map((one) => [`${one.method} ${one.path}`, one]),
    );
    return [...byRoute.values()];
  };
  const plain = (): Operation[] => [
    ...[...parts.streams.values()].flatMap((stream) => commandsOf(stream)),
    ...app.routes
      .filter((route) => route.url !== '/*' && !route.url.startsWith('/commands/'))
      .map((route): Operation => {
        const path = route.url.replace(/:(\w+)/g, '{$1}');
        const parameters = [...route.url.matchAll(/:(\w+)/g)].map((found) => pathParameter(found[1]!));
        const summary = routeSummaries[`${route.method} ${path}`] ?? '';
        return {
          path,
          method: route.method.toLowerCase(),
          summary,
          need: describeNeed(route.need),
          parameters,
        };
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

function commandsOf(stream: StreamDef): Operation[] {
  return Object.entries(stream.commands)
    .filter(([, command]) => command.need !== 'system')
    .map(([name, command]) => ({
      path: `/commands/${stream.name}/{id}/${name}`,
      method: 'post',
      summary: `${stream.name}: ${name}${command.creates ? ' (id `new` to make one)' : ''}`,
      need: describeNeed(command.need),
      body: schemaOf(command.input),
      parameters: [
        pathParameter('id'),
        { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
        ...(command.versioned
          ? [
              {
                name: 'If-Match',
                in: 'header',
                required: true,
                schema: { type: 'string' },
                description: 'The version one saw, e.g. "7"',
              },
            ]
          : []),
      ],
    }));
}

function schemaOf(input: z.core.$ZodType): unknown {
  try {
    return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  } catch (error) {
    // Some schemas cannot be expressed in JSON Schema; the description says so instead of omitting the
    // command.
    return {
      type: 'object',
      description: `The shape of this command cannot be shown here: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function pathParameter(name: string): unknown {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function describeNeed(need: Need | 'machine' | undefined): string {
  return need === undefined ? 'signedIn' : typeof need === 'string' ? need : need.join(' or ');
}

const pageTranslations = translations({
  en: { title: 'Ops Console API', body: 'Body', need: 'Required permission' },
  es: { title: 'API de Ops Console', body: 'Cuerpo', need: 'Permiso necesario' },
});

function page(operations: readonly Operation[], language: 'en' | 'es'): string {
  const text = pageTranslations[language];
  const rows = [...operations]
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      (one) =>
        `<tr><td><code>${one.method.toUpperCase()}</code></td><td><code>${escapeHtml(one.path)}</code></td><td>${escapeHtml(one.need)}</td><td>${one.body ? `<details><summary>${text.body}</summary><pre>${escapeHtml(JSON.stringify(one.body, null, 2))}</pre></details>` : ''}</td></tr>`,
    );
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text.title}</title><style>body{font:14px/1.5 system-ui,sans-serif;margin:24px;color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8884;padding:4px 8px;text-align:start;vertical-align:top}pre{white-space:pre-wrap;max-width:60ch}</style><h1>${text.title}</h1><p><a href="/openapi.json">openapi.json</a></p><table><thead><tr><th></th><th></th><th>${text.need}</th><th>${text.body}</th></tr></thead><tbody>${rows.join('')}</tbody></table></html>`;
}
