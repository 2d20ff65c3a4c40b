import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { addDays, instantOf } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import type { HistoryState } from '#shared/streams/care/history/phx.ts';
import type { LabOrderState } from '#shared/streams/care/lab/laborder-state.ts';
import type { LabReportState } from '#shared/streams/care/lab/labreport-state.ts';
import type { HistoryRow, LabsAnswer, TrendMark, ValueRow, ValuesAnswer } from '#shared/streams/care/wire.ts';
import { query } from '../../families/master/route-parts.ts';
import { openPatient, type CareParts } from './care-access.ts';
import { recordsOf, valueColumns } from './records.ts';

const day = texts.day().optional();
const asking = z.object({
  loinc: texts.token().max(20).optional(),
  from: day,
  to: day,
  pageNo: z.coerce.number().int().min(0).max(10_000).default(0),
  records: z.coerce.number().int().min(1).max(limits.pageSizes.vitals).default(limits.pageSizes.vitals),
});
type Asked = z.output<typeof asking>;

/** Types of events that explain a bend in a trend. */
const marking = [
  'DiagnosisRecorded',
  'DiagnosisChanged',
  'EscalationRaised',
  'EscalationResolved',
  'CareKitIssued',
  'PrescriptionApproved',
  'PatientPutOnHold',
  'PatientResumed',
  'SurgeryRecorded',
];

async function readValues(
  pool: Pool,
  patient: number,
  of: 'vital' | 'labreport',
  asked: Asked,
): Promise<ValuesAnswer> {
  const from = asked.from === undefined ? null : new Date(instantOf(asked.from));
  const to = asked.to === undefined ? null : new Date(instantOf(addDays(asked.to, 1)));
  const where =
    'patient_id = $1 and source like $2 and ($3::text is null or loinc = $3) and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)';
  const values = [patient, `${of}-%`, asked.loinc ?? null, from, to];
  const [rows, total, kinds, marks] = await Promise.all([
    pool.query<ValueRow>(
      `select ${valueColumns} from care_values where ${where} order by care_values.at desc, source, part limit $6 offset $7`,
      [...values, asked.records, asked.pageNo * asked.records],
    ),
    pool.query<{ n: number }>(`select count(*)::int as n from care_values where ${where}`, values),
    pool.query<{ loinc: string; name: string; n: number; last: string }>(
      `select loinc, min(name) as name, count(*)::int as n, to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last from care_values
       where patient_id = $1 and source like $2 group by loinc order by n desc, name`,
      [patient, `${of}-%`],
    ),
    pool.query<{ at: Date; type: string; text: string }>(
      'select at, type, text from care_story where subject = $1 and type = any($2::text[]) and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at < $4) order by position desc limit 100',
      [`p${patient}`, marking, from, to],
    ),
  ]);
  return {
    rows: rows.rows,
    total: total.rows[0]?.n ?? 0,
    pageNo: asked.pageNo,
    kinds: kinds.rows,
    marks: marks.rows.map(({ at, type, text }): TrendMark => ({ at: at.toISOString(), title: type, text })),
  };
}

/** A patient's history, readings and results: `/care/patients/:id/history`, `/vitals`, `/labs`. */
export function recordRoutes(app: FastifyInstance, parts: CareParts): void {
  const { pool } = parts.server;
  const need = {
    history: 'Prescription/personalHistory:view',
    vitals: 'Prescription/vitalStats:view',
    labs: 'Prescription/labStats:view',
  } as const;

  app.get(
    '/care/patients/:id/history',
    { config: { need: need.history } },
    async (request): Promise<{ rows: HistoryRow[] }> => {
      const { id } = await openPatient(parts, request, 'personalHistory', need.history);
      return { rows: await recordsOf<HistoryState>(pool, id, 'phx', 1_000) };
    },
  );

  app.get(
    '/care/patients/:id/vitals',
    { config: { need: need.vitals } },
    async (request): Promise<ValuesAnswer> => {
      const asked = query(request, asking);
      const { id } = await openPatient(parts, request, 'vitalStats', need.vitals);
      return readValues(pool, id, 'vital', asked);
    },
  );

  app.get(
    '/care/patients/:id/labs',
    { config: { need: need.labs } },
    async (request): Promise<LabsAnswer> => {
      const asked = query(request, asking);
      const { id } = await openPatient(parts, request, 'labStats', need.labs);
      const [values, orders, reports] = await Promise.all([
        readValues(pool, id, 'labreport', asked),
        recordsOf<LabOrderState>(pool, id, 'laborder', 50),
        recordsOf<LabReportState>(pool, id, 'labreport', 50),
      ]);
      return { ...values, orders, reports };
    },
  );
}
