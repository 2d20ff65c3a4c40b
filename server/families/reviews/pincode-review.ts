import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { pincodeReviewWords } from '#shared/masters/reviews/pincode-review-words.ts';
import {
  reviewCsv,
  reviewPincodes,
  taskTypes,
  type PincodeReview,
  type PincodeReviewRow,
  type ReviewFacts,
  type TaskType,
} from '#shared/masters/reviews/pincode-review.ts';
import type { House } from '../../house.ts';
import { languageOf, type HttpParts } from '../../http.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

const limit = 5_000;
const need = 'Masters/pincode-Employee-reviewreport:view' as const;
const asked = z.object({
  iPooId: z.coerce.number().int().positive().optional(),
  gap: z.enum(['0', '1']).default('0'),
  q: z
    .string()
    .regex(/^\d{0,6}$/)
    .default(''),
});
type Asked = z.output<typeof asked>;
type Parts = HttpParts & { readonly house: House; readonly rows: OpenSqlView };

/** Which pincodes are served by whom, and which by nobody: `/masters-pincode-review`, and the same as a file, noted in the log. */
export function pincodeReviewRoutes(app: FastifyInstance, { house, rows }: Parts): void {
  const open = house.views.get(appointmentsView);

  async function review(viewer: Viewer, ask: Asked): Promise<PincodeReviewRow[]> {
    await rows.reached(house.log.head());
    const load = new Map<number, number>();
    for (const { iAssignedTo } of open.rows.values()) if (iAssignedTo !== null) load.set(iAssignedTo, (load.get(iAssignedTo) ?? 0) + 1);
    return reviewPincodes(await readFacts(house, load), viewer, { iPooId: ask.iPooId ?? null, gapOnly: ask.gap === '1', q: ask.q });
  }

  app.get('/masters-pincode-review', { config: { need } }, async (request): Promise<PincodeReview> => {
    const found = await review(request.viewer!, parse(request.query));
    return { rows: found.slice(0, limit), total: found.length, gaps: found.filter((row) => row.gap).length, cut: found.length > limit, limit };
  });

  app.get('/masters-pincode-review/export', { config: { need } }, async (request, reply) => {
    const viewer = request.viewer!;
    const ask = parse(request.query);
    const found = await review(viewer, ask);
    const told = await house.handle({
      stream: `masterfile-${house.newId()}`,
      command: 'noteExport',
      viewer: house.access.systemViewer('export'),
      correlationId: request.correlationId,
      input: {
        master: 'pincode-Employee-reviewreport',
        byEmpId: viewer.empId,
        byName: viewer.name,
        format: 'csv',
        rows: found.length,
        masked: false,
        asked: JSON.stringify(ask),
      },
    });
    if (isRefusal(told)) throw told;
    const { rows: places } = await house.pool.query<{ id: number; name: string }>("select id, name from master_rows where kind = 'placeOfOperation'");
    const names = new Map(places.map(({ id, name }) => [id, name]));
    const said: Readonly<Record<string, string>> = pincodeReviewWords[languageOf(request)];
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="pincode-review.csv"')
      .send(
        reviewCsv(
          found,
          (key) => said[key] ?? key,
          (id) => names.get(id) ?? `#${id}`,
        ),
      );
  });
}

function parse(query: unknown): Asked {
  const parsed = asked.safeParse(query);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]!.path.join('.');
  throw refuse('badFormat', 400, { label: field }, field);
}

async function readFacts({ pool }: House, open: ReadonlyMap<number, number>): Promise<ReviewFacts> {
  const [tags, mappings] = await Promise.all([
    pool.query<{ fields: { vPincode: string; iPooId: number } & Partial<Record<TaskType, 0 | 1>> }>(
      "select fields from master_rows where kind = 'pincodeService' and status = 1 and not cancelled",
    ),
    pool.query<{ fields: { iEmpId: number; vPincode: string; taskTypes: TaskType[]; iPriority: number }; name: string; places: number[] | null }>(
      `select m.fields, e.name, e.fields->'pooIds' as places from master_rows m join master_rows e on e.kind = 'employee' and e.id = (m.fields->>'iEmpId')::int
       where m.kind = 'employeePincodeTask' and m.status = 1 and not m.cancelled and e.status = 1`,
    ),
  ]);
  return {
    tags: tags.rows.map(({ fields }) => ({ vPincode: fields.vPincode, iPooId: fields.iPooId, services: taskTypes.filter((type) => fields[type] === 1) })),
    mappings: mappings.rows.map(({ fields, name, places }) => ({
      iEmpId: fields.iEmpId,
      vEmpName: name,
      pooIds: places ?? [],
      vPincode: fields.vPincode,
      taskTypes: fields.taskTypes,
      iPriority: fields.iPriority,
    })),
    open,
  };
}
