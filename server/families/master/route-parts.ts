import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { MasterDef, MasterRight } from '#shared/families/master-def.ts';
import type { MasterFilter } from '#shared/families/master-filter.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { HttpParts } from '../../http/every-request.ts';
import type { Nodes } from '../../operations/nodes.ts';
import type { ListQuery } from './list-query.ts';
import type { Trial } from '../../store/trial.ts';
import type { Queries } from './queries.ts';

export type MasterRouteParts = HttpParts & {
  readonly server: ServerParts;
  readonly queries: Queries;
  readonly databaseUrl: string;
  /** This process, as the other nodes know it. */
  readonly node: Pick<Nodes, 'id' | 'goneMs'>;
  readonly trial: Trial;
};

/** The master of a route, when the caller has the permission for its screen. */
export function masterFor(
  queries: Queries,
  request: FastifyRequest,
  right: MasterRight,
): { def: MasterDef; viewer: Viewer } {
  const { name } = request.params as { name: string };
  const def = queries.byName.get(name);
  if (!def) throw refuse('notFound', 404);
  const viewer = request.viewer!;
  const verdict = may(viewer, def.need(right));
  if (!verdict.ok) throw refuse('forbidden', 403, { permission: def.need(right) });
  return { def, viewer };
}

export function idOf(request: FastifyRequest): number {
  const { id: text } = request.params as { id: string };
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) throw refuse('notFound', 404);
  return id;
}

/** Parses a query; the first error is reported. */
export function query<T extends z.ZodType>(request: FastifyRequest, shape: T): z.output<T> {
  return queryFrom(request.query, shape);
}

/** The same for a query that a body holds. */
export function queryFrom<T extends z.ZodType>(given: unknown, shape: T): z.output<T> {
  const parsed = shape.safeParse(given);
  if (!parsed.success)
    throw refuse(
      'badFormat',
      400,
      { label: parsed.error.issues[0]!.path.join('.') },
      parsed.error.issues[0]!.path.join('.'),
    );
  return parsed.data;
}

export const listQuery = z.object({
  pageNo: z.coerce.number().int().min(0).max(1_000_000).default(0),
  records: z.coerce.number().int().min(1).max(1_000_000).default(100),
  sort: texts.exact().max(200).default(''),
  filter: texts.exact().max(8_000).default('{}'),
  q: texts.search().max(100).default(''),
  cancelled: z.enum(['0', '1']).default('0'),
  columns: texts.exact().max(2_000).optional(),
});

const conditions = z.record(
  texts.token().max(60),
  z.object({
    op: z.enum([
      'eq',
      'ne',
      'contains',
      'starts',
      'gt',
      'gte',
      'lt',
      'lte',
      'between',
      'in',
      'blank',
      'notBlank',
    ]),
    value: z
      .union([
        texts.exact().max(500),
        z.number(),
        z.boolean(),
        z.null(),
        z.array(z.union([texts.exact().max(500), z.number()])).max(500),
      ])
      .optional(),
  }),
);

export function listQueryOf(
  requested: z.output<typeof listQuery>,
  viewer: Viewer,
  now: number,
): ListQuery & { pageNo: number; records: number } {
  let filter: unknown;
  try {
    filter = JSON.parse(requested.filter);
  } catch {
    throw refuse('badFormat', 400, { label: 'filter' }, 'filter');
  }
  const parsed = conditions.safeParse(filter);
  if (!parsed.success || Object.keys(parsed.data).length > 30)
    throw refuse('badFormat', 400, { label: 'filter' }, 'filter');
  return {
    viewer,
    now,
    pageNo: requested.pageNo,
    records: requested.records,
    q: requested.q.trim(),
    cancelled: requested.cancelled === '1',
    filter: parsed.data as MasterFilter,
    sort: requested.sort
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  };
}
