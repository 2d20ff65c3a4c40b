import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '#shared/core/limits.ts';
import { refuse } from '#shared/core/refusal.ts';
import { languages } from '#shared/core/words.ts';
import type { LineEffect } from '#shared/families/master-wire.ts';
import { isBrokenForm, languageOf } from '../../http.ts';
import { wholeFile } from '../../upload.ts';
import { masterFor, query, type MasterDoorParts } from './door-parts.ts';
import { findFile, listFiles, readLines, shownFile } from './import-files.ts';
import { importTarget } from './import-target.ts';
import type { Imports } from './imports.ts';
import { seriesAsked, seriesLines } from './series.ts';
import { makeTemplate } from './template.ts';

const signedIn = { config: { need: 'signedIn' as const } };
const uploaded = 'Choose a file.';

const templateQuery = z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx'), lang: z.enum(languages).optional() });
const linesQuery = z.object({
  pageNo: z.coerce.number().int().min(0).max(10_000).default(0),
  records: z.coerce.number().int().min(1).max(500).default(100),
  only: z.enum(['bad', 'changes', 'all']).default('all'),
});

/** Files in: template, dry run with a result for each line, carrying out and taking back in the background. */
export async function importDoors(app: FastifyInstance, parts: MasterDoorParts & { readonly imports: Imports }): Promise<void> {
  const { house, reading, imports } = parts;
  const { pool } = house;

  app.get('/masters-import/:name/template', signedIn, async (request, reply) => {
    const { def } = masterFor(reading, request, 'create');
    const { format, lang } = query(request, templateQuery);
    const { bytes, type } = await makeTemplate(importTarget(def), format, lang ?? languageOf(request));
    return reply.header('content-disposition', `attachment; filename="${def.kind}-template.${format}"`).type(type).send(bytes);
  });

  app.get('/masters-import/:name', signedIn, async (request) => {
    const { def } = masterFor(reading, request, 'create');
    return { files: (await listFiles(pool, def.name)).map(shownFile) };
  });

  app.post('/masters-series/:name', signedIn, async (request) => {
    const { def, viewer } = masterFor(reading, request, 'create');
    await reading.rows.reached(house.log.head());
    return shownFile(await imports.takeLines(def, viewer, await seriesLines(reading, def, seriesAsked(def, request.body), viewer, languageOf(request))));
  });

  app.get('/masters-import/:name/:id', signedIn, async (request) => {
    const { def } = masterFor(reading, request, 'create');
    const asked = query(request, linesQuery);
    const file = await findFile(pool, def.name, (request.params as { id: string }).id);
    const only: Record<typeof asked.only, readonly LineEffect[]> = { all: [], bad: ['bad', 'failed', 'kept'], changes: ['create', 'update', 'done'] };
    const { total, lines } = await readLines(pool, file.id, { pageNo: asked.pageNo, records: asked.records, only: only[asked.only] });
    const language = languageOf(request);
    const words = def.source ? importTarget(def).words : def.words;
    const label = (field: string): string => String(words[language]?.[`field.${field.split('.')[0]}`] ?? words[language]?.[`column.${field}`] ?? field);
    return {
      ...shownFile(file),
      total,
      lines: lines.map((line) => ({
        ...line,
        problems: line.problems.map(({ code, field, details }) => ({
          code,
          field,
          message: house.say(code, { ...(details as Record<string, string>), label: label(field) }, language),
        })),
      })),
    };
  });

  app.post('/masters-import/:name/:id/apply', signedIn, async (request) => {
    const { def, viewer } = masterFor(reading, request, 'create');
    if (!def.source && def.rights.includes('edit')) masterFor(reading, request, 'edit');
    return shownFile(await imports.apply(def, viewer, (request.params as { id: string }).id));
  });

  app.post('/masters-import/:name/:id/undo', signedIn, async (request) => {
    const { def, viewer } = masterFor(reading, request, 'create');
    return shownFile(await imports.undo(def, viewer, (request.params as { id: string }).id));
  });

  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: limits.uploadBytes, files: 1, fields: 4, fieldSize: 1_000, parts: 6 } });
    scope.post('/masters-import/:name', { ...signedIn, bodyLimit: limits.uploadBytes + 64 * 1024 }, async (request) => {
      const { def, viewer } = masterFor(reading, request, 'create');
      importTarget(def);
      if (!request.isMultipart()) throw refuse('unsupportedMedia', 415);
      const file = await request.file().catch((error: unknown) => {
        throw isBrokenForm(error) ? refuse('required', 400, { label: uploaded }, 'file') : error;
      });
      if (!file) throw refuse('required', 400, { label: uploaded }, 'file');
      const bytes = await wholeFile(file).catch((error: unknown) => {
        throw isBrokenForm(error) ? refuse('required', 400, { label: uploaded }, 'file') : error;
      });
      if (!bytes) throw refuse('tooLarge', 413, { limit: `${limits.uploadBytes / 1024 / 1024} MB` });
      await parts.scan?.(request, bytes);
      return shownFile(await imports.take(def, viewer, { name: file.filename, bytes }));
    });
  });
}
