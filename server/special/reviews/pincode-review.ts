import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { appointmentsView } from '#shared/feeds/appointments.ts';
import { pincodeReviewTranslations } from '#shared/masters/reviews/pincode-review-translations.ts';
import {
  reviewCsv,
  reviewPincodes,
  taskTypes,
  type PincodeReview,
  type PincodeReviewRow,
  type ReviewData,
  type TaskType,
} from '#shared/masters/reviews/pincode-review.ts';
import type { ServerParts } from '../../core/parts.ts';
import { languageOf, type HttpParts } from '../../http/every-request.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

const limit = 5_000;
const need = 'Masters/pincode-Employee-reviewreport:view' as const;
const requested = z.object({
  iPooId: recordNumber.optional(),
  gap: z.enum(['0', '1']).default('0'),
  q: texts.code(/^\d{0,6}$/).default(''),
});
type Requested = z.output<typeof requested>;
type Parts = HttpParts & { readonly server: ServerParts; readonly rows: OpenSqlView };

/**
 * The people who serve each pincode, and the unserved ones: `/masters-pincode-review`; exporting it is
 * recorded in the log.
 */
export function pincodeReviewRoutes(app: FastifyInstance, { server, rows }: Parts): void {
  const open = server.views.get(appointmentsView);

  async function review(viewer: Viewer, query: Requested): Promise<PincodeReviewRow[]> {
    await rows.reached(server.log.head());
    const load = new Map<number, number>();
    for (const { iAssignedTo } of open.rows.values())
      if (iAssignedTo !== null) load.set(iAssignedTo, (load.get(iAssignedTo) ?? 0) + 1);
    return reviewPincodes(await readData(server, load), viewer, {
      iPooId: query.iPooId ?? null,
      gapOnly: query.gap === '1',
      q: query.q,
    });
  }

  app.get('/masters-pincode-review', { config: { need } }, async (request): Promise<PincodeReview> => {
    const found = await review(request.viewer!, parse(request.query));
    return {
      rows: found.slice(0, limit),
      total: found.length,
      gaps: found.filter((row) => row.gap).length,
      cut: found.length > limit,
      limit,
    };
  });

  app.get('/masters-pincode-review/export', { config: { need } }, async (request, reply) => {
    const viewer = request.viewer!;
    const query = parse(request.query);
    const found = await review(viewer, query);
    const shown = await server.handle({
      stream: `masterfile-${server.newId()}`,
      command: 'noteExport',
      viewer: server.access.systemViewer('export'),
      correlationId: request.correlationId,
      input: {
        master: 'pincode-Employee-reviewreport',
        byEmpId: viewer.empId,
        byName: viewer.name,
        format: 'csv',
        rows: found.length,
        masked: false,
        requested: JSON.stringify(query),
      },
    });
    if (isRefusal(shown)) throw shown;
    const { rows: places } = await server.pool.query<{ id: number; name: string }>(
      "select id, name from master_rows where kind = 'placeOfOperation'",
    );
    const names = new Map(places.map(({ id, name }) => [id, name]));
    const texts: Readonly<Record<string, string>> = pincodeReviewTranslations[languageOf(request)];
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="pincode-review.csv"')
      .send(
        reviewCsv(
          found,
          (key) => texts[key] ?? key,
          (id) => names.get(id) ?? `#${id}`,
        ),
      );
  });
}

function parse(query: unknown): Requested {
  const parsed = requested.safeParse(query);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]!.path.join('.');
  throw refuse('badFormat', 400, { label: field }, field);
}

async function readData({ pool }: ServerParts, open: ReadonlyMap<number, number>): Promise<ReviewData> {
  const [tags, mappings] = await Promise.all([
    pool.query<{ fields: { vPincode: string; iPooId: number } & Partial<Record<TaskType, 0 | 1>> }>(
      "select fields from master_rows where kind = 'pincodeService' and status = 1 and not cancelled",
    ),
    pool.query<{
      fields: { iEmpId: number; vPincode: string; taskTypes: TaskType[]; iPriority: number };
      name: string;
      places: number[] | null;
    }>(
      `select m.fields, e.name, e.fields->'pooIds' as places from master_rows m join master_rows e on e.kind = 'employee' and e.id = (m.fields->>'iEmpId')::int
       where m.kind = 'employeePincodeTask' and m.status = 1 and not m.cancelled and e.status = 1`,
    ),
  ]);
  return {
    tags: tags.rows.map(({ fields }) => ({
      vPincode: fields.vPincode,
      iPooId: fields.iPooId,
      services: taskTypes.filter((type) => fields[type] === 1),
    })),
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
