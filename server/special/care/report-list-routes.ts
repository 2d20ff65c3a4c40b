import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { addDays, instantOf } from '#shared/core/day.ts';
import { may, type Permission } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { isCritical } from '#shared/streams/care/clinical/ranges.ts';
import type { LabReportState } from '#shared/streams/care/lab/labreport-state.ts';
import type { Kept, LabReportList, LabReportRow } from '#shared/streams/care/wire.ts';
import { query } from '../../families/master/route-parts.ts';
import { placesOf, type CareParts } from './care-access.ts';
import { recordAt } from './records.ts';
import { inPoos } from '#shared/core/permission.ts';
import { likeText } from '#server/store/like.ts';

const day = texts.day().optional();
const asking = z.object({
  iPooId: recordNumber.optional(),
  from: day,
  to: day,
  isDigFlag: z.enum(['0', '1']).optional(),
  critical: z.enum(['0', '1']).optional(),
  q: texts.search().max(100).default(''),
  start: z.coerce.number().int().min(0).max(1_000_000).default(0),
  end: z.coerce.number().int().min(1).max(1_000_000).default(100),
});
const page = 200;
const need: readonly Permission[] = ['Out Bound/LabTestReports:view'];
const reading: readonly Permission[] = [
  ...need,
  'Prescription/labReportsDigitization:view',
  'Prescription/labStats:view',
];

function rowOf({
  id,
  version,
  state,
}: {
  readonly id: string;
  readonly version: number;
  readonly state: LabReportState;
}): LabReportRow[] {
  const { report, results, shared, stage, isDigFlag, receivedAt } = state;
  if (!report) return [];
  return [
    {
      ...{
        id,
        version,
        patientId: report.patientId,
        patient: report.ourName,
        ref: report.ref,
        lab: report.labName,
        reportNo: report.reportNo,
      },
      tests: results.map(({ name }) => name).join(', '),
      ...{
        receivedAt: receivedAt ?? '',
        reportedAt: report.reportedAt,
        isDigFlag,
        stage,
        pooId: report.pooId,
      },
      critical: results.some(({ flag }) => isCritical(flag)),
      shared: shared.map(({ channel }) => channel).join(', '),
    },
  ];
}

/** Lab reports of one's own places, and one of them in full. */
export function reportListRoutes(app: FastifyInstance, parts: CareParts): void {
  const { server } = parts;
  app.get('/care/lab-reports', { config: { need } }, async (request): Promise<LabReportList> => {
    const asked = query(request, asking);
    await parts.rows.reached(server.log.head());
    const from = asked.from === undefined ? null : new Date(instantOf(asked.from));
    const to = asked.to === undefined ? null : new Date(instantOf(addDays(asked.to, 1)));
    const where = `kind = 'labreport' and ($1::int[] is null or poo_id = any($1)) and ($2::int is null or poo_id = $2) and ($3::timestamptz is null or began_at >= $3) and ($4::timestamptz is null or began_at < $4)
      and ($5::int is null or (state->>'isDigFlag')::int = $5) and ($6::boolean is null or jsonb_path_exists(state, '$.results[*] ? (@.flag == "HH" || @.flag == "LL")') = $6)
      and ($7 = '%%' or exists (select 1 from unnest(array['ourName', 'ref', 'reportNo', 'labName']) f where plain_text(state->'report'->>f) like $7))`;
    const values = [
      ...[
        placesOf(request.viewer!),
        asked.iPooId ?? null,
        from,
        to,
        asked.isDigFlag === undefined ? null : Number(asked.isDigFlag),
      ],
      ...[asked.critical === undefined ? null : asked.critical === '1', likeText(asked.q)],
    ];
    const [rows, total] = await Promise.all([
      server.pool.query<{ id: string; version: number; state: LabReportState }>(
        `select id, version, state from care_records where ${where} order by began_at desc, stream limit $8 offset $9`,
        [...values, Math.min(page, Math.max(1, asked.end - asked.start)), asked.start],
      ),
      server.pool.query<{ n: number }>(`select count(*)::int as n from care_records where ${where}`, values),
    ]);
    return { rows: rows.rows.flatMap(rowOf), total: total.rows[0]?.n ?? 0 };
  });

  app.get(
    '/care/lab-reports/:id',
    { config: { need: reading } },
    async (request): Promise<Kept<LabReportState>> => {
      const { id } = request.params as { id: string };
      if (!/^[1-9]\d{0,9}$/.test(id) || !may(request.viewer!, reading).ok) throw refuse('notFound', 404);
      await parts.rows.reached(server.log.head());
      const found = await recordAt<LabReportState>(server.pool, `labreport-${id}`);
      if (!found?.state.report || !inPoos(request.viewer!, found.state.report.pooId))
        throw refuse('notFound', 404);
      return found;
    },
  );
}
