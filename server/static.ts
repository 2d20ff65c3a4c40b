import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { languages, type Language } from '#shared/core/words.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { AllWords } from './words.ts';

const distUrl = new URL('../web/dist/', import.meta.url);
const dist = fileURLToPath(distUrl);

/** The built console and its words. A path that no door knows is the console's own: it shows what stands there, or "not found". */
export async function staticRoutes(app: FastifyInstance, parts: { words: AllWords; version: string }): Promise<void> {
  app.get<{ Params: { language: string; file: string } }>('/words/:language/:file', { config: { need: 'public' } }, async (request, reply) => {
    const { language, file } = request.params;
    const found =
      (languages as readonly string[]).includes(language) && file.endsWith('.json') ? parts.words.namespace(language as Language, file.slice(0, -5)) : null;
    if (!found) throw refuse('notFound', 404);
    return reply.header('cache-control', 'public, max-age=300').send(found);
  });

  if (!existsSync(dist)) return;
  await app.register(fastifyStatic, { root: dist, serve: false, cacheControl: false });
  app.get<{ Params: { '*': string } }>('/*', { config: { need: 'public' } }, async (request, reply) => {
    const path = request.params['*'];
    if (path !== '' && !path.includes('..') && /\.[a-z0-9]+$/i.test(path) && existsSync(new URL(path, distUrl))) {
      return reply.header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache').sendFile(path);
    }
    if (!(request.headers.accept ?? '').includes('text/html')) throw refuse('notFound', 404);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
