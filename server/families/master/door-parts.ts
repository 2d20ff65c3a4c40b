import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { MasterDef, MasterRight } from '#shared/families/master-def.ts';
import type { MasterFilter } from '#shared/families/master-wire.ts';
import type { House } from '../../house.ts';
import type { HttpParts } from '../../http.ts';
import type { Nodes } from '../../operations/nodes.ts';
import type { ListAsk } from './list-query.ts';
import type { Reading } from './reading.ts';

export type MasterDoorParts = HttpParts & {
  readonly house: House;
  readonly reading: Reading;
  readonly databaseUrl: string;
  /** This process, as the others know it. */
  readonly node: Pick<Nodes, 'id' | 'goneMs'>;
};

/** The master a door was asked for, when the caller holds the right on its screen. */
export function masterFor(reading: Reading, request: FastifyRequest, right: MasterRight): { def: MasterDef; viewer: Viewer } {
  const { name } = request.params as { name: string };
  const def = reading.byName.get(name);
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

/** Parses a query; the first thing wrong is named. */
export function query<T extends z.ZodType>(request: FastifyRequest, shape: T): z.output<T> {
  const parsed = shape.safeParse(request.query);
  if (!parsed.success) throw refuse('badFormat', 400, { label: parsed.error.issues[0]!.path.join('.') }, parsed.error.issues[0]!.path.join('.'));
  return parsed.data;
}

export const listQuery = z.object({
  pageNo: z.coerce.number().int().min(0).max(1_000_000).default(0),
  records: z.coerce.number().int().min(1).max(1_000_000).default(100),
  sort: z.string().max(200).default(''),
  filter: z.string().max(8_000).default('{}'),
  q: z.string().max(100).default(''),
  cancelled: z.enum(['0', '1']).default('0'),
  columns: z.string().max(2_000).optional(),
});

const conditions = z.record(
  z.string().max(60),
  z.object({
    op: z.enum(['eq', 'ne', 'contains', 'starts', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'blank', 'notBlank']),
    value: z.union([z.string().max(500), z.number(), z.boolean(), z.null(), z.array(z.union([z.string().max(500), z.number()])).max(500)]).optional(),
  }),
);

export function listAsk(asked: z.output<typeof listQuery>, viewer: Viewer, now: number): ListAsk & { pageNo: number; records: number } {
  let filter: unknown;
  try {
    filter = JSON.parse(asked.filter);
  } catch {
    throw refuse('badFormat', 400, { label: 'filter' }, 'filter');
  }
  const parsed = conditions.safeParse(filter);
  if (!parsed.success || Object.keys(parsed.data).length > 30) throw refuse('badFormat', 400, { label: 'filter' }, 'filter');
  return {
    viewer,
    now,
    pageNo: asked.pageNo,
    records: asked.records,
    q: asked.q.trim(),
    cancelled: asked.cancelled === '1',
    filter: parsed.data as MasterFilter,
    sort: asked.sort
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  };
}
