import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { headOf } from '#shared/core/cut.ts';
import { screenAt } from '#shared/access/guard.ts';
import { languages, type Language } from '#shared/core/translations.ts';
import { refuse } from '#shared/core/refusal.ts';
import { escapeHtml } from './escape-html.ts';
import type { AllTranslations } from '../core/translations.ts';

const built = new URL('../../web/dist/', import.meta.url);

/** Details of the installation in the console's page. */
export interface Deployment {
  readonly version: string;
  readonly environment: string;
}

/** The built page, with the installation's details as `meta` elements. */
export function pageOf(html: string, { version, environment }: Deployment): string {
  const facts = { 'app-version': version, environment };
  const metas = Object.entries(facts).map(
    ([name, value]) => `<meta name="${name}" content="${escapeHtml(value)}" />`,
  );
  return html.replace('</head>', () => `${metas.join('\n')}\n</head>`);
}

/**
 * A browser asks for HTML by name; probes, curl and link previews take anything, and get a page where there
 * is one.
 */
export function takesPage(accept: string | undefined, path: string): boolean {
  if (accept?.includes('text/html')) return true;
  return (accept === undefined || accept.includes('*/*')) && (path === '' || screenAt(`/${path}`) !== null);
}

/**
 * The built console and its translations. A path without a route belongs to the console, which shows the
 * page or "not found".
 */
export async function staticRoutes(
  app: FastifyInstance,
  parts: {
    readonly translations: AllTranslations;
    readonly deployment: Deployment;
    /** The folder of the built console, with a slash at its end. */
    readonly dist?: URL;
  },
): Promise<void> {
  const { dist = built } = parts;
  app.get<{ Params: { language: string; file: string } }>(
    '/translations/:language/:file',
    { config: { need: 'public' } },
    async (request, reply) => {
      const { language, file } = request.params;
      const found =
        (languages as readonly string[]).includes(language) && file.endsWith('.json')
          ? parts.translations.namespace(language as Language, headOf(file, -5))
          : null;
      if (!found) throw refuse('notFound', 404);
      return reply.header('cache-control', 'public, max-age=300').send(found);
    },
  );

  if (!existsSync(dist)) return;
  await app.register(fastifyStatic, { root: fileURLToPath(dist), serve: false, cacheControl: false });
  const page = pageOf(readFileSync(new URL('index.html', dist), 'utf8'), parts.deployment);
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  app.get<{ Params: { '*': string } }>('/*', { config: { need: 'public' } }, async (request, reply) => {
    const path = request.params['*'];
    if (
      path !== '' &&
      path !== 'index.html' &&
      !path.includes('..') &&
      /\.[a-z0-9]+$/i.test(path) &&
      existsSync(new URL(path, dist))
    ) {
      return reply
        .header(
          'cache-control',
          path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        .sendFile(path);
    }
    if (path !== 'index.html' && !takesPage(request.headers.accept, path)) throw refuse('notFound', 404);
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
