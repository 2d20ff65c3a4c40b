import type { FastifyInstance } from 'fastify';
import * as texts from '#shared/core/texts.ts';
import { readSearch } from '#shared/core/plain.ts';
import { refuse } from '#shared/core/refusal.ts';
import { reportLimits, type ReportChoice } from '#shared/families/report-wire.ts';
import { escapeLike } from '#server/store/like.ts';
import { Values, collated } from '../master/list-query.ts';
import { query } from '../master/route-parts.ts';
import { requested, sourceSql } from './read-report.ts';
import { columnOf, maskedFor, recordsSql, whereSql } from './report-query.ts';
import { goneOf, queryOf, reportFor, reportQuery, type ReportParts } from './report-routes.ts';

const choiceQuery = reportQuery.extend({ text: texts.search().max(100).default('') });

/**
 * Records that a `reference` filter offers: those in the reader's rows of the period whose name contains the
 * text, and the chosen ones, also where they have rows in another period only.
 */
export function choiceRoutes(app: FastifyInstance, { server, byName, reached, onError }: ReportParts): void {
  app.get(
    '/reports-choices/:name/:column',
    { config: { need: 'signedIn' } },
    async (request, reply): Promise<readonly ReportChoice[]> => {
      const { def, viewer } = reportFor(byName, request);
      const { column } = request.params as { column: string };
      const filter = def.filters.find((one) => one.kind === 'reference' && one.name === column);
      if (filter?.kind !== 'reference') throw refuse('notFound', 404);
      if (maskedFor(def, viewer).includes(filter.shown))
        throw refuse('columnMasked', 403, { column: filter.shown }, filter.shown);
      const { text, ...given } = query(request, choiceQuery);
      const selection = queryOf(def, given, viewer, server.clock.now());
      const values = new Values();
      const all = whereSql(def, { ...selection, where: {}, q: '' }, viewer, values);
      const [id, shown] = [columnOf(def, filter.name), columnOf(def, filter.shown)].map(
        ({ name }) => `r."${name}"`,
      );
      const named = readSearch(text).translations.map(
        (word) => `plain_text(${shown}) like ${values.take(`%${escapeLike(word)}%`)}`,
      );
      const found = [all, ...named].join(' and ');
      const chosen = recordsSql(def, filter.name, selection.where[column] ?? [], selection, viewer, values);
      await reached(server.log.head());
      return requested(
        server.pool,
        { gone: goneOf(reply), onError: (error) => onError(error, request.correlationId) },
        async (client) =>
          (
            await client.query<ReportChoice>(
              `select ${id}::text as value, min(${shown}) as label from ${sourceSql(def, selection.now)}
               where ${id} is not null and ${shown} is not null and ((${found}) or (${chosen}))
               group by ${id} order by bool_or(${chosen}) desc, ${collated(`min(${shown})`)} limit ${reportLimits.choices}`,
              values.list,
            )
          ).rows,
      );
    },
  );
}
