import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { instantFrom } from '#shared/core/instant.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { MasterHistory, MasterRecord } from '#shared/families/master-wire.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { boundOf, reaches } from '#shared/streams/masters/scope.ts';
import { findDuplicates, lookUp } from './alike.ts';
import { readMerges } from './doubles.ts';
import { idOf, listQueryOf, listQuery, masterFor, query, type MasterRouteParts } from './route-parts.ts';
import { historyOf, rowAt, streamOf, waitingIn } from './past.ts';
import { readLabels } from './labels.ts';
import { masked, readPage, readRow, reportedBy } from './queries.ts';
import { readUses } from './uses.ts';

const signedIn = { config: { need: 'signedIn' as const } };
// Created once: a schema is compiled on first use.
const pastQuery = z.object({ at: texts.token().max(40).optional() });
const historyQuery = z.object({ field: texts.token().max(60).optional() });
const usesQuery = z.object({ records: z.coerce.number().int().min(1).max(50).default(10) });
const lookupQuery = z.object({
  q: texts.search().max(100).default(''),
  ids: texts.exact().max(4_000).default(''),
  records: z.coerce.number().int().min(1).max(100).optional(),
});

/**
 * The queries of a master's screen: pages, one record now or in the past, its history, its uses, options,
 * similar records.
 */
export function queryRoutes(app: FastifyInstance, { server, queries }: MasterRouteParts): void {
  app.get('/masters-list/:name', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'view');
    return readPage(queries, def, listQueryOf(query(request, listQuery), viewer, server.clock.now()));
  });

  app.get('/masters-record/:name/:id', signedIn, async (request): Promise<MasterRecord> => {
    const { def, viewer } = masterFor(queries, request, 'view');
    const { at } = query(request, pastQuery);
    const id = idOf(request);
    if (at === undefined) {
      await queries.rows.reached(server.log.head());
      const row = await readRow(queries, def, id, viewer);
      if (!row) throw refuse('notFound', 404);
      return {
        row: masked(def, viewer, row),
        labels: await readLabels(queries, def, [row.fields]),
        at: null,
        ...(await readMerges(queries, def, row, viewer)),
        ...(def.checked ? { waiting: waitingIn(def, await server.log.readStream(streamOf(def, id))) } : {}),
      };
    }
    const instant = instantFrom(at);
    if (!(await readRow(queries, def, id, viewer))) throw refuse('notFound', 404);
    if (instant === null) throw refuse('badFormat', 400, { label: 'at' }, 'at');
    if (instant > server.clock.now()) throw refuse('asOfTooFar', 422, undefined, 'at');
    const row = rowAt(
      def,
      id,
      await server.log.readStream(streamOf(def, id)),
      new Date(instant).toISOString(),
    );
    const bound = row && boundOf(def, row.fields, server.access.directory);
    if (!row || (bound && !reaches(viewer, bound))) throw refuse('notFound', 404);
    return {
      row: masked(def, viewer, row),
      labels: await readLabels(queries, def, [row.fields]),
      at: new Date(instant).toISOString(),
      into: null,
      doubles: [],
    };
  });

  app.get('/masters-record/:name/:id/history', signedIn, async (request): Promise<MasterHistory> => {
    const { def, viewer } = masterFor(queries, request, 'view');
    const { field } = query(request, historyQuery);
    const id = idOf(request);
    const events = await server.log.readStream(streamOf(def, id));
    await queries.rows.reached(server.log.head());
    if (events.length === 0 || !(await readRow(queries, def, id, viewer))) throw refuse('notFound', 404);
    const own = reportedBy(def);
    const entries = historyOf(def, id, events, field ?? null).map((entry) => ({
      ...entry,
      changes: entry.changes.filter((change) => own.has(change.field)).map((change) => hidden(change)),
    }));
    const shown = entries.flatMap((entry) =>
      entry.changes.flatMap(({ field: name, before, after }) => [{ [name]: before }, { [name]: after }]),
    );
    return { entries, labels: await readLabels(queries, def, shown) };

    function hidden<C extends { field: string; before: unknown; after: unknown }>(change: C): C {
      const side = (value: unknown): unknown =>
        masked(def, viewer, { fields: { [change.field]: value } }).fields[change.field];
      return { ...change, before: side(change.before), after: side(change.after) };
    }
  });

  app.get('/masters-record/:name/:id/used-by', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'view');
    const { records } = query(request, usesQuery);
    await queries.rows.reached(server.log.head());
    if (!(await readRow(queries, def, idOf(request), viewer))) throw refuse('notFound', 404);
    return readUses(queries, def.kind, idOf(request), records, viewer);
  });

  app.get('/masters-lookup/:name/:field', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'view');
    const path = (request.params as { field: string }).field;
    const command = /^command\.(\w+)\.(.+)$/.exec(path);
    const series = path.startsWith('series.')
      ? fieldAt(def.series?.fields ?? [], path.slice('series.'.length))
      : undefined;
    const field =
      series ??
      (command
        ? fieldAt(def.commands?.find((one) => one.name === command[1])?.fields ?? [], command[2]!)
        : fieldAt(def.filters, path));
    if (!field?.lookup) throw refuse('notFound', 404);
    const requested = query(request, lookupQuery);
    const ids = requested.ids
      .split(',')
      .filter(Boolean)
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647)
      .slice(0, 500);
    return lookUp(queries, field.lookup, {
      q: requested.q,
      ids,
      records: requested.records ?? field.lookupMost ?? queries.byKind.get(field.lookup)?.offers ?? 20,
      viewer,
      only: field.lookupWhere,
      through: field.lookupThrough,
    });
  });

  app.get('/masters-duplicates/:name', signedIn, async (request) => {
    const { def, viewer } = masterFor(queries, request, 'view');
    const { id, ...given } = request.query as Record<string, string>;
    const fields: Record<string, unknown> = {};
    for (const field of def.fields) {
      const value = given[field.name];
      if (value !== undefined && ['references', 'choices', 'rows'].includes(field.kind))
        throw refuse('badFormat', 400, { label: field.name }, field.name);
      if (typeof value === 'string' && value.length <= 500)
        fields[field.name] = ['reference', 'number', 'money', 'yesNo', 'percent', 'decimal'].includes(
          field.kind,
        )
          ? Number(value)
          : value;
    }
    return findDuplicates(queries, def, fields, id === undefined ? null : Number(id), viewer);
  });
}

function fieldAt(fields: readonly MasterField[], path: string): MasterField | undefined {
  const [head, ...rest] = path.split('.');
  const field = fields.find((one) => one.name === head);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], rest.join('.'));
}
