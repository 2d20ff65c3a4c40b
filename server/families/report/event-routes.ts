import type { FastifyInstance } from 'fastify';
import { authorText } from '#shared/core/authors.ts';
import { streamName } from '#shared/core/event.ts';
import { may } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { hasEvents, initials, streamsOf } from '#shared/families/report.ts';
import { reportLimits, type ReportEvents } from '#shared/families/report-wire.ts';
import { languageOf } from '../../http/every-request.ts';
import { Values } from '../master/list-query.ts';
import { reportTable } from './model-view.ts';
import { requested, sourceSql } from './read-report.ts';
import { columnOf, maskedFor, whereSql } from './report-query.ts';
import { goneOf, reportFor, type ReportParts } from './report-routes.ts';

/**
 * The events that a row was folded from, newest first: what happened, when and by whom, without their contents.
 * For those who see the row and may open the record behind it. Whoever sees somebody of the row as initials only sees that author so too.
 */
export function eventRoutes(
  app: FastifyInstance,
  { server, byName, reached, onError }: ReportParts,
  streams: ReadonlyMap<string, StreamDef>,
): void {
  app.get(
    '/reports-events/:name/:id',
    { config: { need: 'signedIn' } },
    async (request, reply): Promise<ReportEvents> => {
      const { def, viewer } = reportFor(byName, request);
      const { id } = request.params as { id: string };
      if (!hasEvents(def)) throw refuse('notFound', 404);
      if (def.drill.length > 0 && !def.drill.some(({ need }) => may(viewer, need).ok))
        throw refuse('forbidden', 403, { permission: String(def.drill[0]!.need) });
      const now = server.clock.now();
      const nothingChosen = { period: null, where: {}, q: '', sort: [], group: null, compare: false, now };
      const values = new Values();
      const mine = whereSql(def, nothingChosen, viewer, values);
      const masked = maskedFor(def, viewer).map((name) => `r."${columnOf(def, name).name}"::text`);
      const seen = `select array[${masked.join(', ')}]::text[] from ${sourceSql(def, now)} where ${mine} and r.id = ${values.take(id)}`;
      await reached(server.log.head());
      const row = await requested(
        server.pool,
        { gone: goneOf(reply), onError: (error) => onError(error, request.correlationId) },
        async (client) =>
          (
            await client.query<{ subject: string; hidden: readonly (string | null)[] | null }>(
              `select subject, (${seen}) as hidden from ${reportTable(def.model)} where id = ${values.take(id)}`,
              values.list,
            )
          ).rows[0],
      );
      if (!row?.hidden) throw refuse('notFound', 404);
      const { subject, hidden } = row;
      const language = languageOf(request);
      const found = await Promise.all(
        streamsOf(def.model, subject).map((stream) => server.log.readStream(stream)),
      );
      const all = found
        .flat()
        .filter((event) => def.model.subject(event) === subject)
        .toSorted((a, b) => b.position - a.position);
      return {
        total: all.length,
        masked: masked.length > 0,
        events: all.slice(0, reportLimits.events).map(({ position, stream, type, at, actor }) => ({
          position,
          stream,
          what: streams.get(streamName(stream))?.translations[language][type] ?? type,
          at,
          by: hidden.includes(actor.name) ? initials(actor.name) : authorText(actor.name, language),
        })),
      };
    },
  );
}
