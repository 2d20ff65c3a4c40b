import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { SearchKind } from '#shared/families/search.ts';
import type { SearchAnswer } from '#shared/wire.ts';
import type { Record as NoteAccess } from '../../access/access-log.ts';
import type { ServerParts, Log } from '../../core/parts.ts';
import { languageOf, type HttpParts } from '../../http/every-request.ts';
import { openSqlView, type OpenSqlView } from '../../views/sql-view.ts';
import { findRecords, type SearchParts, type Wanted } from './find.ts';
import { searchRowsView } from './rows-view.ts';

export interface Search {
  readonly rows: OpenSqlView;
  routes(
    app: FastifyInstance,
    parts: HttpParts & {
      readonly server: ServerParts;
      readonly note: NoteAccess;
      readonly masterRows: OpenSqlView;
    },
  ): void;
  close(): Promise<void>;
}

/**
 * These rows are not live, and a search waits for the newest: events that arrive within this time are written
 * together.
 */
const restMs = 100;
/**
 * The searches per person and node in a minute, over all sessions: enough for typing, too few for guessing
 * numbers.
 */
const aMinute = 120;
const requested = z.strictObject({
  q: texts.search().max(100).optional(),
  kind: texts.code(/^[a-zA-Z]{2,40}$/).optional(),
  ids: texts.exact().max(600).optional(),
});

/**
 * Opens the record search: its rows in the database and its route, `GET /search?q=`, with `kind=` for one kind, or `?ids=<kind>:<id>,…`.
 */
export async function openSearch(parts: {
  pool: Pool;
  log: Log;
  kinds: readonly SearchKind[];
  masters: readonly MasterDef[];
  onError: (error: unknown) => void;
}): Promise<Search> {
  const rows = await openSqlView(parts.pool, parts.log, searchRowsView(parts.kinds), {
    onError: parts.onError,
    restMs,
  });
  const named = parts.masters.filter(
    (def) => def.route !== '' && def.fields.some((field) => field.name === 'vName'),
  );
  const search: SearchParts = { pool: parts.pool, kinds: parts.kinds, masters: named };
  return {
    rows,
    routes(app, { server, note, masterRows }) {
      const room = openRoom(() => server.clock.now());
      app.get('/search', { config: { need: 'signedIn' } }, async (request): Promise<SearchAnswer> => {
        const viewer = request.viewer!;
        const wanted = wantedOf(request);
        const wait = room(String(viewer.empId ?? viewer.sessionId));
        if (wait > 0) throw refuse('tooMany', 429, { seconds: wait });
        const head = server.log.head();
        await Promise.all([rows.reached(head), masterRows.reached(head)]);
        const answer = await findRecords(search, viewer, wanted, languageOf(request));
        if ('q' in wanted && wanted.q !== '')
          await note({
            action: 'searched',
            result: 'allow',
            empId: viewer.empId,
            name: viewer.name,
            sessionId: viewer.sessionId,
            ip: request.ip,
            objectType: 'search',
            objectId: givenOf(wanted.q),
            reason: `${answer.hits.length} found: ${[...new Set(answer.hits.map((hit) => hit.kind))].join(', ')}`,
            correlationId: request.correlationId,
          });
        return answer;
      });
    },
    close: () => rows.close(),
  };
}

function wantedOf(request: FastifyRequest): Wanted {
  const parsed = requested.safeParse(request.query);
  if (!parsed.success) {
    const field = parsed.error.issues[0]!.path.join('.') || 'q';
    throw refuse('badFormat', 400, { label: field }, field);
  }
  const { q = '', kind } = parsed.data;
  if (parsed.data.ids === undefined) return kind === undefined ? { q } : { q, kind };
  const ids = parsed.data.ids.split(',').flatMap((one) => {
    const found = /^([a-zA-Z]{2,40}):([1-9]\d{0,8})$/.exec(one);
    return found ? [{ kind: found[1]!, id: found[2]! }] : [];
  });
  return { ids: ids.slice(0, 20) };
}

/** How the audit of a search describes its text: a reference as it is, a name or a phone only by its kind. */
export function givenOf(q: string): string {
  if (/^[A-Za-z]{2,3}-?\d{1,9}$/.test(q)) return q;
  return /^[\d\s+().-]+$/.test(q)
    ? `a number of ${q.replace(/\D/g, '').length} digits`
    : `${q.length} characters`;
}

/**
 * Counts the searches of a person or a device in windows of a minute; returns the seconds to wait, 0 when
 * there is room.
 */
function openRoom(now: () => number): (who: string) => number {
  const counts = new Map<string, { from: number; n: number }>();
  return (who) => {
    const at = now();
    const window = counts.get(who);
    if (!window || at - window.from >= 60_000) {
      if (counts.size > 5_000)
        for (const [key, one] of counts) if (at - one.from >= 60_000) counts.delete(key);
      counts.set(who, { from: at, n: 1 });
      return 0;
    }
    window.n += 1;
    return window.n > aMinute ? Math.ceil((window.from + 60_000 - at) / 1_000) : 0;
  };
}
