import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '#shared/core/refusal.ts';
import type { MasterHistory, MasterRecord } from '#shared/families/master-wire.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { boundOf, reaches } from '#shared/streams/masters/scope.ts';
import { findDuplicates, lookUp } from './alike.ts';
import { readMerges } from './doubles.ts';
import { idOf, listAsk, listQuery, masterFor, query, type MasterDoorParts } from './door-parts.ts';
import { historyOf, rowAt, streamOf } from './past.ts';
import { readLabels } from './labels.ts';
import { masked, readPage, readRow, toldBy } from './reading.ts';
import { readUses } from './uses.ts';

const signedIn = { config: { need: 'signedIn' as const } };
// Made once: a schema is compiled when it is first used.
const pastQuery = z.object({ at: z.string().max(40).optional() });
const historyQuery = z.object({ field: z.string().max(60).optional() });
const usesQuery = z.object({ records: z.coerce.number().int().min(1).max(50).default(10) });
const lookupQuery = z.object({
  q: z.string().max(100).default(''),
  ids: z.string().max(4_000).default(''),
  records: z.coerce.number().int().min(1).max(100).default(20),
});

/** What a master's screen reads: pages, one record now or then, its story, who uses it, what to choose from, what is alike. */
export function readingDoors(app: FastifyInstance, { house, reading }: MasterDoorParts): void {
  app.get('/masters-list/:name', signedIn, async (request) => {
    const { def, viewer } = masterFor(reading, request, 'view');
    return readPage(reading, def, listAsk(query(request, listQuery), viewer, house.clock.now()));
  });

  app.get('/masters-record/:name/:id', signedIn, async (request): Promise<MasterRecord> => {
    const { def, viewer } = masterFor(reading, request, 'view');
    const { at } = query(request, pastQuery);
    const id = idOf(request);
    if (at === undefined) {
      await reading.rows.reached(house.log.head());
      const row = await readRow(reading, def, id, viewer);
      if (!row) throw refuse('notFound', 404);
      return {
        row: masked(def, viewer, row),
        labels: await readLabels(reading, def, [row.fields]),
        at: null,
        ...(await readMerges(reading, def, row, viewer)),
      };
    }
    const instant = Date.parse(at);
    if (!(await readRow(reading, def, id, viewer))) throw refuse('notFound', 404);
    if (Number.isNaN(instant) || instant > house.clock.now()) throw refuse('asOfTooFar', 422, undefined, 'at');
    const row = rowAt(def, id, await house.log.readStream(streamOf(def, id)), new Date(instant).toISOString());
    const bound = row && boundOf(def, row.fields, house.access.directory);
    if (!row || (bound && !reaches(viewer, bound))) throw refuse('notFound', 404);
    return {
      row: masked(def, viewer, row),
      labels: await readLabels(reading, def, [row.fields]),
      at: new Date(instant).toISOString(),
      into: null,
      doubles: [],
    };
  });

  app.get('/masters-record/:name/:id/history', signedIn, async (request): Promise<MasterHistory> => {
    const { def, viewer } = masterFor(reading, request, 'view');
    const { field } = query(request, historyQuery);
    const id = idOf(request);
    const events = await house.log.readStream(streamOf(def, id));
    await reading.rows.reached(house.log.head());
    if (events.length === 0 || !(await readRow(reading, def, id, viewer))) throw refuse('notFound', 404);
    const own = toldBy(def);
    const entries = historyOf(def, id, events, field ?? null).map((entry) => ({
      ...entry,
      changes: entry.changes.filter((change) => own.has(change.field)).map((change) => hidden(change)),
    }));
    const told = entries.flatMap((entry) => entry.changes.flatMap(({ field: name, before, after }) => [{ [name]: before }, { [name]: after }]));
    return { entries, labels: await readLabels(reading, def, told) };

    function hidden<C extends { field: string; before: unknown; after: unknown }>(change: C): C {
      const side = (value: unknown): unknown => masked(def, viewer, { fields: { [change.field]: value } }).fields[change.field];
      return { ...change, before: side(change.before), after: side(change.after) };
    }
  });

  app.get('/masters-record/:name/:id/used-by', signedIn, async (request) => {
    const { def, viewer } = masterFor(reading, request, 'view');
    const { records } = query(request, usesQuery);
    await reading.rows.reached(house.log.head());
    if (!(await readRow(reading, def, idOf(request), viewer))) throw refuse('notFound', 404);
    return readUses(reading, def.kind, idOf(request), records, viewer);
  });

  app.get('/masters-lookup/:name/:field', signedIn, async (request) => {
    const { def, viewer } = masterFor(reading, request, 'view');
    const path = (request.params as { field: string }).field;
    const order = /^order\.(\w+)\.(.+)$/.exec(path);
    const series = path.startsWith('series.') ? fieldAt(def.series?.fields ?? [], path.slice('series.'.length)) : undefined;
    const field = series ?? (order ? fieldAt(def.orders?.find((one) => one.name === order[1])?.fields ?? [], order[2]!) : fieldAt(def.filters, path));
    if (!field?.lookup) throw refuse('notFound', 404);
    const asked = query(request, lookupQuery);
    const ids = asked.ids
      .split(',')
      .filter(Boolean)
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647)
      .slice(0, 500);
    return lookUp(reading, field.lookup, { q: asked.q, ids, records: asked.records, viewer, only: field.lookupWhere, through: field.lookupThrough });
  });

  app.get('/masters-duplicates/:name', signedIn, async (request) => {
    const { def, viewer } = masterFor(reading, request, 'view');
    const { id, ...given } = request.query as Record<string, string>;
    const fields: Record<string, unknown> = {};
    for (const field of def.fields) {
      const value = given[field.name];
      if (typeof value === 'string' && value.length <= 500)
        fields[field.name] = ['reference', 'integer', 'money', 'flag', 'percent', 'decimal'].includes(field.kind) ? Number(value) : value;
    }
    return findDuplicates(reading, def, fields, id === undefined ? null : Number(id), viewer);
  });
}

function fieldAt(fields: readonly MasterField[], path: string): MasterField | undefined {
  const [head, ...rest] = path.split('.');
  const field = fields.find((one) => one.name === head);
  return rest.length === 0 ? field : fieldAt(field?.of ?? [], rest.join('.'));
}
