import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { businessDay, monthOf } from '#shared/core/day.ts';
import { may, type Permission } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { activeItems, type CareFileState } from '#shared/streams/care/carefile/carefile.ts';
import { unfinished, type AssessmentState } from '#shared/streams/care/cccase/assessment.ts';
import type { CareKitState } from '#shared/streams/care/cccase/carekit.ts';
import { caseStages } from '#shared/streams/care/cccase/cccase.machine.ts';
import { caseIdOf, caseStream } from '#shared/streams/care/cccase/months.ts';
import { kitFor, sections } from '#shared/streams/care/cccase/sections.ts';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import type { EscalationState } from '#shared/streams/care/escalation/state.ts';
import type { HistoryState } from '#shared/streams/care/history/phx.ts';
import type { AssessmentRow, MonthAnswer } from '#shared/streams/care/wire.ts';
import { ccQueue } from '#shared/queues/cc-queue.ts';
import { query } from '../../families/master/route-parts.ts';
import { openPatient, placesOf, type CareParts } from './care-access.ts';
import { latestValues, recordAt, recordsOf } from './records.ts';
import { likeText } from '#server/store/like.ts';

export const monthNeed: readonly Permission[] = [
  'Prescription/careConnect:view',
  'Prescription/careConnectV2:view',
  'Prescription/monthlyAssessments:view',
  'Prescription/DoctorView:view',
  'Out Bound/cc-queue:view',
];
const month = texts.month();

/** A patient's month with all its parts, and the list of assessments of a month. */
export function monthRoutes(app: FastifyInstance, parts: CareParts): void {
  const { server } = parts;
  const { pool } = server;

  app.get(
    '/care/patients/:id/month',
    { config: { need: monthNeed } },
    async (request): Promise<MonthAnswer> => {
      const asked = query(request, z.object({ month: month.optional() }));
      const { id } = await openPatient(parts, request, 'careConnect', monthNeed);
      const [file, cases, escalations, vitals, items] = await Promise.all([
        recordAt<CareFileState>(pool, `carefile-${id}`),
        recordsOf<CareCaseState>(pool, id, 'cccase', 24),
        recordsOf<EscalationState>(pool, id, 'escalation', 20),
        latestValues(pool, id, 'vital'),
        recordsOf<HistoryState>(pool, id, 'phx', 1_000),
      ]);
      const months = cases
        .flatMap(({ state }) =>
          state.face
            ? [{ month: state.face.month, caseId: caseIdOf(id, state.face.month), stage: state.stage }]
            : [],
        )
        .sort((a, b) => (a.month < b.month ? 1 : -1));
      const shown =
        asked.month ??
        months.find(({ stage }) => stage !== 'closed')?.month ??
        months[0]?.month ??
        monthOf(businessDay(server.clock.now()));
      const found = await recordAt<CareCaseState>(pool, caseStream(id, shown));
      const held = server.views.get(ccQueue.view).rows.get(String(caseIdOf(id, shown)));
      return {
        month: shown,
        months,
        case: found,
        assessment: await recordAt<AssessmentState>(pool, `assessment-${caseIdOf(id, shown)}`),
        kit:
          found?.state.kitId == null
            ? null
            : await recordAt<CareKitState>(pool, `carekit-${found.state.kitId}`),
        kitAsked: kitFor(activeItems(file?.state, 'diagnosis').map(({ name }) => name)),
        vitals,
        adherence: items.filter(
          ({ state }) =>
            state.status === 'recorded' && state.item?.kind === 'adherence' && state.item.month === shown,
        ),
        escalations,
        holder: held?.holder ? { empId: held.holder.empId, name: held.holder.name, state: held.state } : null,
      };
    },
  );

  const listing = z.object({
    month: month.optional(),
    tier: recordNumber.optional(),
    stage: z.enum(caseStages).optional(),
    q: texts.search().max(100).default(''),
  });
  app.get(
    '/care/assessments',
    { config: { need: 'Prescription/monthlyAssessments:view' } },
    async (request): Promise<{ month: string; rows: AssessmentRow[] }> => {
      const asked = query(request, listing);
      const viewer = request.viewer!;
      const need = 'Prescription/monthlyAssessments:view';
      if (!may(viewer, need).ok) throw refuse('forbidden', 403, { permission: need });
      await parts.rows.reached(server.log.head());
      const shown = asked.month ?? monthOf(businessDay(server.clock.now()));
      const { rows } = await pool.query<{
        id: string;
        version: number;
        state: CareCaseState;
        written: AssessmentState | null;
      }>(
        `select c.id, c.version, c.state, a.state as written from care_records c left join care_records a on a.stream = 'assessment-' || c.id
       where c.kind = 'cccase' and c.state->'face'->>'month' = $1 and ($2::int[] is null or c.poo_id = any($2))
       and ($3::int is null or (c.state->'face'->>'careTierId')::int = $3) and ($4::text is null or c.state->>'stage' = $4) and ($5 = '%%' or plain_text(c.state->'face'->>'name') like $5)
       order by c.state->'face'->>'dueAt', c.stream limit 1000`,
        [shown, placesOf(viewer), asked.tier ?? null, asked.stage ?? null, likeText(asked.q)],
      );
      return {
        month: shown,
        rows: rows.flatMap(({ id, version, state, written }): AssessmentRow[] => {
          const { face } = state;
          if (!face) return [];
          const { empty, carried } = unfinished(written ?? undefined);
          return [
            {
              ...{
                id,
                caseId: Number(id),
                version,
                patientId: face.patientId,
                patient: face.name,
                month: face.month,
                tier: face.careTierId,
                stage: state.stage,
              },
              ...{
                dueAt: face.dueAt,
                owner: state.owner?.name ?? '',
                written: sections.length - empty.length,
                carried: carried.length,
                kitTypeId: state.kitTypeId,
                pooId: face.pooId,
              },
            },
          ];
        }),
      };
    },
  );
}
