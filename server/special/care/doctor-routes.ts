import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { AssessmentState } from '#shared/streams/care/cccase/assessment.ts';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import type { EscalationState } from '#shared/streams/care/escalation/state.ts';
import type { HistoryState } from '#shared/streams/care/history/phx.ts';
import type {
  DoctorAnswer,
  DoctorPending,
  HistoryRow,
  Medicine,
  Sparkline,
  ValueRow,
} from '#shared/streams/care/wire.ts';
import { openPatient, placesOf, type CareParts } from './care-access.ts';
import { recordAt, recordsOf, valueColumns } from './records.ts';
import { entryOf, subjectsOf } from './story-routes.ts';

const need = 'Prescription/DoctorView:view';
const adherenceMonths = 3;
const sparkPoints = 24;

/** Taken and due doses, by medicine. */
export function medicinesOf(items: readonly HistoryRow[]): Medicine[] {
  const lines = items.flatMap(({ state }) =>
    state.status === 'recorded' && state.item?.kind === 'adherence' ? [state.item] : [],
  );
  return [...Map.groupBy(lines, ({ medicine }) => medicine)].map(([medicine, all]) => ({
    medicine,
    months: all
      .toSorted((a, b) => (a.month < b.month ? 1 : -1))
      .slice(0, adherenceMonths)
      .map(({ month, taken, due, reason }) => ({ month, taken, due, reason })),
  }));
}

async function sparklinesOf(pool: Pool, patient: number): Promise<Sparkline[]> {
  const { rows } = await pool.query<ValueRow & { n: string }>(
    `select * from (select ${valueColumns}, row_number() over (partition by loinc order by care_values.at desc) as n from care_values where patient_id = $1 and status = 'final' and value is not null) v where n <= $2 order by loinc, at`,
    [patient, sparkPoints],
  );
  return [...Map.groupBy(rows, ({ loinc }) => loinc)]
    .map(([loinc, all]): Sparkline => {
      const last = all[all.length - 1];
      return {
        ...{
          loinc,
          name: last?.name ?? '',
          unit: last?.unit ?? '',
          low: last?.low ?? null,
          high: last?.high ?? null,
        },
        values: all.flatMap(({ at, value, flag }) => (value === null ? [] : [{ at, value, flag }])),
      };
    })
    .toSorted((a, b) => b.values.length - a.values.length)
    .slice(0, 9);
}

/** The briefing before a call in one answer: changes, open points, medicines and trends. */
export function doctorRoutes(app: FastifyInstance, parts: CareParts): void {
  const { server } = parts;
  const { pool } = server;

  app.get('/care/doctor', { config: { need } }, async (request): Promise<{ rows: DoctorPending[] }> => {
    await parts.rows.reached(server.log.head());
    const { rows } = await pool.query<{ id: string; state: CareCaseState; changed_at: Date; alerts: number }>(
      `select c.id, c.state, c.changed_at, (select count(*)::int from care_records e where e.kind = 'escalation' and e.patient_id = c.patient_id and e.state->>'stage' in ('raised', 'acknowledged')) as alerts
       from care_records c where c.kind = 'cccase' and c.state->>'stage' = 'doctorReview' and ($1::int[] is null or c.poo_id = any($1)) order by alerts desc, c.changed_at limit 200`,
      [placesOf(request.viewer!)],
    );
    return {
      rows: rows.flatMap(({ id, state: { face, submittedBy }, changed_at, alerts }): DoctorPending[] =>
        face
          ? [
              {
                ...{
                  caseId: Number(id),
                  patientId: face.patientId,
                  name: face.name,
                  age: face.age,
                  month: face.month,
                  pooId: face.pooId,
                },
                ...{
                  submittedBy: submittedBy?.name ?? '',
                  submittedAt: changed_at.toISOString(),
                  escalations: alerts,
                },
              },
            ]
          : [],
      ),
    };
  });

  app.get('/care/patients/:id/doctor', { config: { need } }, async (request): Promise<DoctorAnswer> => {
    // The last access is read before this one is recorded.
    const looked = await pool.query<{ at: Date }>(
      "select at from care_looks where patient_id = $1 and emp_id = $2 and screen = 'DoctorView' and at < $3 order by position desc limit 1",
      [
        Number((request.params as { id: string }).id) || 0,
        request.viewer!.empId,
        new Date(server.clock.now() - 15 * 60_000),
      ],
    );
    const opened = await openPatient(parts, request, 'DoctorView', need);
    const since = looked.rows[0]?.at ?? null;
    const { id } = opened;
    const [changed, escalations, items, sparklines, cases, prescribed] = await Promise.all([
      pool.query<Parameters<typeof entryOf>[0]>(
        'select position, at, stream, type, kind, text, tone, actor from care_story where subject = any($1::text[]) and ($2::timestamptz is null or at > $2) order by position desc limit 15',
        [subjectsOf(opened), since],
      ),
      recordsOf<EscalationState>(pool, id, 'escalation', 20),
      recordsOf<HistoryState>(pool, id, 'phx', 1_000),
      sparklinesOf(pool, id),
      recordsOf<CareCaseState>(pool, id, 'cccase', 3),
      pool.query<{ text: string; at: Date; actor: string }>(
        "select text, at, actor from care_story where subject = $1 and type = 'PrescriptionApproved' order by position desc limit 10",
        [`p${id}`],
      ),
    ]);
    const open =
      cases.find(({ state }) => state.stage === 'doctorReview') ??
      cases.find(({ state }) => state.stage !== 'closed' && state.stage !== 'withheld') ??
      null;
    return {
      since: since?.toISOString() ?? null,
      changed: changed.rows.map(entryOf),
      escalations: escalations.filter(({ state }) => state.stage !== 'resolved'),
      medicines: medicinesOf(items),
      prescribed: prescribed.rows.map(({ text, at, actor }) => ({
        name: text,
        dose: actor,
        at: at.toISOString(),
      })),
      sparklines,
      case: open,
      assessment: open ? await recordAt<AssessmentState>(pool, `assessment-${open.id}`) : null,
      history: items
        .filter(
          ({ state }) =>
            state.status === 'recorded' &&
            ['diagnosis', 'allergy', 'doctorVisit', 'observation', 'hopi'].includes(state.kind ?? ''),
        )
        .slice(0, 40),
    };
  });
}
