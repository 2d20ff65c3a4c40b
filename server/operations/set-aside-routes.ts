import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { cutText } from '#shared/core/cut.ts';
import type { Directory } from '#shared/core/directory.ts';
import type { PolicyDef } from '#shared/core/policy.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { SetAside } from '#shared/operations.ts';
import { asked, pageQuery } from '../http/page-query.ts';
import type { Handle, Log } from '../core/parts.ts';
import { consumerOf, reactAgain } from '../jobs/policies.ts';
import { takeAgain, type TakesAgain } from '../store/set-aside.ts';
import { openRecordRights } from './record-rights.ts';
import type { RetryElsewhere } from './retry-elsewhere.ts';

interface Parts {
  readonly pool: Pool;
  readonly log: Log;
  readonly directory: Directory;
  readonly policies: readonly PolicyDef[];
  readonly handle: Handle;
  readonly streams: ReadonlyMap<string, StreamDef>;
  /** What takes an event again beside the policies. */
  readonly takes: TakesAgain;
  /** Has the other nodes take it again as well. */
  readonly elsewhere: RetryElsewhere;
  /** Carries out the reactions that are due. */
  readonly sweep: () => Promise<unknown>;
}

const which = z.strictObject({
  consumer: texts.token().min(1).max(100),
  position: z.number().int().positive(),
});

/** The reason of a failure may have several lines. */
const onOneLine = (reason: string): string => reason.replace(/[\s\p{Cc}]+/gu, ' ');

/** At most so many streams make up what a page shows as one record. */
const record = z.object({
  streams: texts
    .token()
    .max(500)
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(texts.code(/^[a-z]+-[\w.-]{1,100}$/i))
        .min(1)
        .max(5),
    ),
});

/**
 * Events that a consumer of the log could not take. It is given them again by itself; a view takes them in when it is rebuilt.
 */
export function setAsideRoutes(app: FastifyInstance, parts: Parts): void {
  const { pool } = parts;
  const policies = new Set(parts.policies.map(consumerOf));
  const takesAgain = (consumer: string): boolean => policies.has(consumer) || parts.takes.has(consumer);
  const maySee = openRecordRights(parts.streams, parts.directory);

  app.get('/operations/set-aside', { config: { need: 'Dashboard/deadLetters:view' } }, async (request) => {
    const { pageNo, records } = asked(pageQuery, request.query);
    const { rows } = await pool.query<{
      consumer: string;
      position: string;
      stream: string;
      type: string;
      reason: string;
      at: Date;
      total: string;
    }>(
      'select consumer, position, stream, type, reason, at, count(*) over () as total from set_aside order by position desc, consumer limit $1 offset $2',
      [records, pageNo * records],
    );
    const items = rows.map(({ consumer, position, stream, type, reason, at }): SetAside => ({
      ...{ consumer, stream, type, reason },
      position: Number(position),
      at: at.toISOString(),
      again: takesAgain(consumer),
    }));
    return { items, total: Number(rows[0]?.total ?? 0), pageNo, records };
  });

  app.get('/operations/incomplete', { config: { need: 'signedIn' } }, async (request) => {
    const { streams } = asked(record, request.query);
    const { rows } = await pool.query<{ stream: string }>(
      'select distinct stream from set_aside where stream = any($1)',
      [streams],
    );
    // Whoever may not see a record learns as much of it as of one that does not exist.
    for (const { stream } of rows)
      if (maySee(request.viewer!, stream, await parts.log.readStream(stream))) return { incomplete: true };
    return { incomplete: false };
  });

  app.post(
    '/operations/set-aside/retry',
    { config: { need: 'Dashboard/deadLetters:edit', takes: true } },
    async (request) => {
      const { consumer, position } = asked(which, request.body);
      const noted = await pool.query<{ reason: string }>(
        'select reason from set_aside where consumer = $1 and position = $2',
        [consumer, position],
      );
      if (!noted.rows[0] || !takesAgain(consumer)) throw refuse('notFound', 404);
      const pressed = await parts.handle({
        stream: `deadletter-aside-${position}`,
        command: 'replay',
        input: { service: cutText(consumer, 40), reason: cutText(onOneLine(noted.rows[0].reason), 100) },
        viewer: request.viewer!,
        correlationId: request.correlationId,
      });
      if (isRefusal(pressed)) throw pressed;
      const again = policies.has(consumer)
        ? await reactAgain(parts, consumer, position)
        : await takeAgain(parts, consumer, position);
      if (!again) throw refuse('notFound', 404);
      if (again.reason !== null) return { done: false, reason: again.reason };
      if (policies.has(consumer)) await parts.sweep();
      else await parts.elsewhere.broadcast(consumer, position);
      return { done: true, reason: null };
    },
  );
}
