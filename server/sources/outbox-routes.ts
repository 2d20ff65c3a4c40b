import type { FastifyPluginAsync } from 'fastify';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { asked, pageQuery } from '../http/page-query.ts';
import type { Taking } from './take-message.ts';

interface Row {
  id: string;
  service: string;
  operation: string;
  key: string;
  state: string;
  attempts: number;
  next_at: Date;
  last_error: string | null;
  made_at: Date;
  total: string;
}

/**
 * Commands to outside services that are not settled: waiting, sent with unknown outcome, or refused; a
 * refused one can be sent again.
 */
export function outboxRoutes(server: Taking): FastifyPluginAsync {
  return async (app) => {
    app.get('/relay/outbox', { config: { need: 'Dashboard/deadLetters:view' } }, async (request) => {
      const { pageNo, records } = asked(pageQuery, request.query);
      const { rows } = await server.pool.query<Row>(
        "select id, service, operation, key, state, attempts, next_at, last_error, made_at, count(*) over () as total from source_outbox where state <> 'done' order by made_at, id limit $1 offset $2",
        [records, pageNo * records],
      );
      const items = rows.map(({ total: _total, next_at, made_at, last_error, ...row }) => ({
        ...row,
        nextAt: row.state === 'dead' ? null : next_at.toISOString(),
        madeAt: made_at.toISOString(),
        lastError: last_error,
      }));
      return { items, total: Number(rows[0]?.total ?? 0), pageNo, records };
    });

    app.post<{ Params: { id: string } }>(
      '/relay/outbox/:id/retry',
      { config: { need: 'Dashboard/deadLetters:edit' } },
      async (request) => {
        const { id } = request.params;
        const { rows } = await server.pool.query<{ service: string; operation: string }>(
          "select service, operation from source_outbox where id = $1 and state = 'dead'",
          [id],
        );
        if (!rows[0]) throw refuse('notFound', 404);
        const { service, operation } = rows[0];
        const noted = await server.handle({
          stream: `deadletter-outbox-${id}`,
          command: 'replay',
          input: { service, reason: operation },
          viewer: request.viewer!,
          correlationId: request.correlationId,
        });
        if (isRefusal(noted)) throw noted;
        // It may have been carried out after all, so it is read back before it is sent.
        await server.pool.query(
          "update source_outbox set state = 'unknown', next_at = $2 where id = $1 and state = 'dead'",
          [id, new Date(server.clock.now())],
        );
        return { id, state: 'unknown' };
      },
    );
  };
}
