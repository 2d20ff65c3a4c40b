import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '#shared/core/limits.ts';
import { refuse } from '#shared/core/refusal.ts';
import { languages } from '#shared/core/translations.ts';
import type { LineEffect } from '#shared/families/master-wire.ts';
import { columnLetters } from '#shared/core/sheet-cell.ts';
import { isBrokenForm, languageOf } from '../../http/every-request.ts';
import { wholeFile } from '../../http/upload.ts';
import { masterFor, query, type MasterRouteParts } from './route-parts.ts';
import { maskedLine } from './import-mask.ts';
import { findOwnFile, listFiles, readLines, shownFile } from './import-files.ts';
import { importTarget } from './import-target.ts';
import type { Imports } from './imports.ts';
import { seriesRequested, seriesLines } from './series.ts';
import { makeTemplate } from './template.ts';

const signedIn = { config: { need: 'signedIn' as const } };
const uploaded = 'Choose a file.';

const templateQuery = z.object({
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
  lang: z.enum(languages).optional(),
});
const linesQuery = z.object({
  pageNo: z.coerce.number().int().min(0).max(10_000).default(0),
  records: z.coerce.number().int().min(1).max(500).default(100),
  only: z.enum(['bad', 'changes', 'all']).default('all'),
});

/** Imports: template, dry run with a result for each line, running and reverting in the background. */
export async function importRoutes(
  app: FastifyInstance,
  parts: MasterRouteParts & { readonly imports: Imports },
): Promise<void> {
  const { server, queries, imports } = parts;
  const { pool } = server;

  app.get('/masters-import/:name/template', signedIn, async (request, reply) => {
    const { def } = masterFor(queries, request, 'create');
    const { format, lang } = query(request, templateQuery);
    const { bytes, type } = await makeTemplate(importTarget(def), format, lang ?? languageOf(request));
    return reply
      .header('content-disposition', `attachment; filename="${def.kind}-template.${format}"`)
      .type(type)
      .send(bytes);
  });

  app.get('/masters-import/:name', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'create');
    return { files: (await listFiles(pool, viewer, def.name)).map(shownFile) };
  });

  app.post('/masters-series/:name', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'create');
    await queries.rows.reached(server.log.head());
    const language = languageOf(request);
    const lines = await seriesLines(queries, def, seriesRequested(def, request.body), viewer, language);
    return shownFile(await imports.takeLines(def, viewer, { ...lines, language }));
  });

  app.get('/masters-import/:name/:id', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'create');
    const requested = query(request, linesQuery);
    const file = await findOwnFile(pool, viewer, def.name, (request.params as { id: string }).id);
    const only: Record<typeof requested.only, readonly LineEffect[]> = {
      all: [],
      bad: ['bad', 'failed', 'kept'],
      changes: ['create', 'update', 'done'],
    };
    const { total, lines } = await readLines(pool, file.id, {
      pageNo: requested.pageNo,
      records: requested.records,
      only: only[requested.only],
    });
    const language = languageOf(request);
    const label = (field: string): string => {
      const keys = [`field.${field.split('.')[0]}`, `column.${field}`];
      const found = [importTarget(def), def].flatMap(({ translations }) =>
        keys.flatMap((key) => translations[language]?.[key] ?? []),
      );
      return String(found[0] ?? field);
    };
    const cellOf = (line: number, field: string, details: unknown): string | null => {
      const { cell } = (details ?? {}) as { cell?: string };
      const column = file.headings.indexOf(field.split('.')[0]!);
      return cell ?? (column === -1 ? null : `${columnLetters(column)}${line}`);
    };
    return {
      ...shownFile(file),
      total,
      lines: lines.map((line) => ({
        ...maskedLine(def, line),
        problems: line.problems.map(({ code, field, details }) => ({
          code,
          field,
          cell: cellOf(line.line, field, details),
          message: server.translate(
            code,
            { ...(details as Record<string, string>), label: label(field) },
            language,
          ),
        })),
      })),
    };
  });

  app.post('/masters-import/:name/:id/apply', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'create');
    if (!def.source && def.rights.includes('edit')) masterFor(queries, request, 'edit');
    return shownFile(await imports.apply(def, viewer, (request.params as { id: string }).id));
  });

  app.post('/masters-import/:name/:id/undo', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'create');
    return shownFile(await imports.undo(def, viewer, (request.params as { id: string }).id));
  });

  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.uploadBytes, files: 1, fields: 4, fieldSize: 1_000, parts: 6 },
    });
    scope.post(
      '/masters-import/:name',
      { ...signedIn, bodyLimit: limits.uploadBytes + 64 * 1024 },
      async (request) => {
        const { def, viewer } = masterFor(queries, request, 'create');
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
        return shownFile(
          await imports.take(def, viewer, { name: file.filename, bytes, language: languageOf(request) }),
        );
      },
    );
  });
}
