import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Pool } from 'pg';
import { may, type Viewer } from '#shared/core/permission.ts';
import { approvalAs, approvals, approvalScope } from '#shared/families/approval-feed.ts';
import { recordsIn } from '#shared/families/approval-names.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { initials } from '#shared/families/report.ts';
import type { ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import type { ApprovalNames } from '#shared/wire.ts';
import { asked, recordNumbers } from '../../http/page-query.ts';
import type { ServerParts } from '../../core/parts.ts';
import { allApprovals } from '../../core/registers.ts';
import type { States } from '../../store/states.ts';

interface Parts {
  readonly server: ServerParts;
  readonly states: States;
  readonly pool: Pool;
  readonly masters: readonly MasterDef[];
}

/** Of at most so many requests. */
const query = z.object({ ids: recordNumbers(50) });

/** Whether this person opens records of that kind on any screen. */
const opens = ({ masters }: Parts, viewer: Viewer, kind: string): boolean =>
  masters.some((def) => def.kind === kind && may(viewer, def.need('view')).ok);

/** Whether this person opens what the request is about on its own screen, which names its people in full. */
function opensSubject(viewer: Viewer, kind: ApprovalKind | undefined, variant: string): boolean {
  const need = kind?.subjectScreen?.need ?? kind?.namedTo[variant];
  return need !== undefined && may(viewer, need).ok;
}

/**
 * `GET /approval-names?ids=<id>,…`: the names of customers and leads in requests that this person has a part
 * in; initials for those who may open neither the records themselves nor what the request is about.
 */
export function approvalNamesRoute(app: FastifyInstance, parts: Parts): void {
  const { server, states, pool, masters } = parts;
  const approvalKinds = new Map(allApprovals().map((kind) => [kind.name, kind]));
  const kindOf = new Map(masters.flatMap(({ prefix, kind }) => (prefix ? [[prefix, kind] as const] : [])));
  app.get('/approval-names', { config: { need: 'signedIn' } }, async (request): Promise<ApprovalNames> => {
    const { ids } = asked(query, request.query);
    const viewer = request.viewer!;
    const scope = approvalScope(viewer);
    const rows = server.views.get(approvals).rows;
    const requests = await Promise.all(
      ids.map(async (id) => rows.get(id) ?? ((await states.load(`approval-${id}`)).state as ApprovalState)),
    );
    const people = requests.flatMap((one) => {
      const seen = one.state === 'none' ? null : approvalAs(one, scope);
      if (seen === null) return [];
      const whole = opensSubject(viewer, approvalKinds.get(seen.kind), seen.reason);
      return recordsIn(seen).flatMap(({ prefix, ref }) => {
        const kind = kindOf.get(prefix);
        return kind === undefined ? [] : [{ kind, ref, whole }];
      });
    });
    if (people.length === 0) return { names: {} };
    const found = await pool.query<{ kind: string; code: string; name: string }>(
      'select kind, code, name from master_rows where kind = any($1::text[]) and code = any($2::text[])',
      [[...new Set(people.map(({ kind }) => kind))], [...new Set(people.map(({ ref }) => ref))]],
    );
    const whole = new Set(people.flatMap((one) => (one.whole ? [one.ref] : [])));
    return {
      names: Object.fromEntries(
        found.rows.map(({ kind, code, name }) => [
          code,
          whole.has(code) || opens(parts, viewer, kind) ? name : initials(name),
        ]),
      ),
    };
  });
}
