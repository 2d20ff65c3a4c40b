import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordNumber, recordNumbers } from '../../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { authorText } from '#shared/core/authors.ts';
import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import { may, type Need, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { concerns, poosOf, type DocumentDef } from '#shared/families/document.ts';
import { withPhones } from '#shared/families/document-phones.ts';
import type {
  DocumentMoment,
  DocumentPage,
  DocumentRecord,
  WaitingDocuments,
} from '#shared/families/document-wire.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { HttpParts } from '../../http/every-request.ts';
import { query } from '../master/route-parts.ts';
import { historyOf } from './history.ts';
import { labelsPdf } from './print-labels.ts';
import { documentPdf } from './print.ts';
import { documentRows } from './rows-view.ts';
import { openWaits } from './waits.ts';
import { readSearch } from '#shared/core/plain.ts';

export type DocumentParts = HttpParts & {
  readonly server: ServerParts;
  readonly byName: ReadonlyMap<string, DocumentDef>;
  readonly stateOf: (stream: string) => Promise<{ readonly state: unknown; readonly version: number }>;
  /** Resolves when the table of documents holds the log up to here. */
  readonly reached: (head: number) => Promise<void>;
};

const day = texts.day().optional();
const pageSize = 50;
const mostMoments = 200;
const defaultDays = 7;
const firstDay = '2000-01-01';
const pageQuery = z.object({
  from: day,
  to: day,
  q: texts.search().max(100).default(''),
  stage: texts.token().max(40).default(''),
  poo: recordNumber.optional(),
  /** Of these customers, from the first document on unless `from` is given. */
  customer: recordNumbers(20).optional(),
  after: texts.exact().max(80).optional(),
});
const pdfQuery = z.object({
  language: z.enum(['en', 'es']).default('en'),
  paper: z.enum(['a4', 'thermal', 'labels']).default('a4'),
});

/** The kind of document a route names, when the caller may open one of its lists. */
function documentFor(
  byName: DocumentParts['byName'],
  request: FastifyRequest,
): { def: DocumentDef; viewer: Viewer } {
  const { name } = request.params as { name: string };
  const def = byName.get(name);
  if (!def) throw refuse('notFound', 404);
  const viewer = request.viewer!;
  const verdict = may(viewer, def.need);
  if (!verdict.ok) throw refuse('forbidden', 403, { permission: String(def.need[0]) });
  return { def, viewer };
}

/** Closed and open documents by date and text, a page at a time; one with its history; one as a PDF. */
export function documentRoutes(app: FastifyInstance, parts: DocumentParts): void {
  const { server, byName, stateOf, reached } = parts;
  const waitsOf = openWaits(server.views, server.clock);
  const signedIn = { config: { need: 'signedIn' as const } };

  async function recordFor(
    request: FastifyRequest,
  ): Promise<{ def: DocumentDef; viewer: Viewer; id: string; state: DocumentState; version: number }> {
    const { def, viewer } = documentFor(byName, request);
    const { id } = request.params as { id: string };
    if (!/^\d{1,12}$/.test(id)) throw refuse('notFound', 404);
    const { state, version } = (await stateOf(`${def.stream.name}-${id}`)) as {
      state: DocumentState;
      version: number;
    };
    const poos = poosOf(viewer, def.everywhere);
    if (!state.exists || !concerns(state, { poos })) throw refuse('notFound', 404);
    return { def, viewer, id, state: withPhones(def, state, (need) => may(viewer, need).ok), version };
  }

  app.get('/documents-rows/:name', signedIn, async (request): Promise<DocumentPage> => {
    const { def, viewer } = documentFor(byName, request);
    const asked = query(request, pageQuery);
    const today = businessDay(server.clock.now());
    const first = asked.customer ? firstDay : addDays(today, -defaultDays);
    const [from, to] = [asked.from ?? first, asked.to ?? today];
    await reached(server.log.head());
    const poos = poosOf(viewer, def.everywhere);
    const values: unknown[] = [def.name, new Date(instantOf(from)), new Date(instantOf(addDays(to, 1)))];
    const where = ['kind = $1', 'made_at >= $2', 'made_at < $3'];
    const add = (condition: (n: string) => string, value: unknown): void =>
      void where.push(condition(`$${values.push(value)}`));
    if (poos !== 'all') add((n) => `(poo_id = any(${n}::int[]) or also_at && ${n}::int[])`, poos);
    if (asked.poo) add((n) => `(poo_id = ${n} or ${n} = any(also_at))`, asked.poo);
    if (asked.customer) add((n) => `customer_id = any(${n}::int[])`, asked.customer);
    if (asked.stage) add((n) => `stage = ${n}`, asked.stage);
    for (const word of readSearch(asked.q).translations) add((n) => `position(${n} in find) > 0`, word);
    const counted = await server.pool.query<{ n: string }>(
      `select count(*) as n from ${documentRows} where ${where.join(' and ')}`,
      values,
    );
    const [at, id] = asked.after?.split(' ') ?? [];
    if (at && id) where.push(`(made_at, id) < ($${values.push(at)}::timestamptz, $${values.push(id)})`);
    const { rows } = await server.pool.query<{
      id: string;
      made_at: Date;
      row: DocumentPage['rows'][number];
    }>(
      `select id, made_at, row from ${documentRows} where ${where.join(' and ')} order by made_at desc, id desc limit ${pageSize + 1}`,
      values,
    );
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    return {
      rows: page.map(({ row }) => row),
      next: rows.length > pageSize && last ? `${last.made_at.toISOString()} ${last.id}` : null,
      total: Number(counted.rows[0]?.n ?? 0),
    };
  });

  app.get('/documents-waiting', signedIn, async (request): Promise<readonly WaitingDocuments[]> => {
    const viewer = request.viewer!;
    const person = {
      viewer,
      may: (need: Need) => may(viewer, need).ok,
      primary:
        viewer.empId === null ? null : (server.access.directory.employee(viewer.empId)?.primaryPooId ?? null),
    };
    const all = [...byName.values()].flatMap((def) => waitsOf(def).of(person));
    return all.toSorted((a, b) => a.oldestAt.localeCompare(b.oldestAt));
  });

  app.get('/documents-record/:name/:id', signedIn, async (request): Promise<DocumentRecord> => {
    const { id, state, version } = await recordFor(request);
    return { id, version, state };
  });

  app.get(
    '/documents-history/:name/:id',
    signedIn,
    async (request): Promise<{ moments: readonly DocumentMoment[] }> => {
      const { def, viewer, id } = await recordFor(request);
      const events = await server.log.readStream(`${def.stream.name}-${id}`);
      const moments = historyOf(def, id, events, mostMoments).map((moment) => ({
        ...moment,
        by: { ...moment.by, name: authorText(moment.by.name, viewer.language) },
      }));
      return { moments };
    },
  );

  app.get('/documents-print/:name/:id', signedIn, async (request, reply) => {
    const { def, state } = await recordFor(request);
    if (!def.print) throw refuse('notFound', 404);
    const { language, paper } = query(request, pdfQuery);
    if (paper === 'labels' && !def.print.labels) throw refuse('notFound', 404);
    const pdf =
      paper === 'labels'
        ? await labelsPdf(def, state, language)
        : await documentPdf(def, state, { language, paper, printedAt: server.clock.now() });
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${state.number.replaceAll('/', '-')}.pdf"`)
      .send(pdf);
  });
}
