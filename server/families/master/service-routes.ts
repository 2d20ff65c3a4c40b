import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { headOf } from '#shared/core/cut.ts';
import { instantFrom } from '#shared/core/instant.ts';
import { may, type Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { Fields, MasterDef, ServiceCall } from '#shared/families/master-def.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import type { MasterRouteParts } from './route-parts.ts';
import { listSql, Values } from './list-query.ts';
import { masked, maskFor, readRow } from './queries.ts';
import { queryRows, wireRow } from './wire-row.ts';

const common = z.object({
  pageNo: z.coerce.number().int().min(0).max(1_000_000).default(0),
  records: z.coerce.number().int().min(1).optional(),
  modifiedSince: texts
    .token()
    .max(40)
    .refine((text) => instantFrom(text) !== null, 'badFormat')
    .optional(),
  iStatus: z.enum(['0', '1']).optional(),
  iCancelFlag: z.enum(['0', '1']).default('0'),
});
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const signedIn = { config: { need: 'signedIn' as const } };

/** The base services' calls over masters, with the same rows and commands as their screens. */
export function masterServiceRoutes(app: FastifyInstance, parts: MasterRouteParts): void {
  for (const def of parts.queries.byKind.values()) {
    const call = def.serviceCall;
    if (!call) continue;
    const path = `/${call.service}/api/v2/${call.path}`;
    app.get(path, signedIn, (request, reply) => list(parts, def, call, request, reply));
    app.get(`${path}/:id`, signedIn, async (request) => {
      const viewer = viewerFor(parts, def, request);
      const row = await readRow(parts.queries, def, idIn(request), viewer);
      if (!row) throw refuse('notFound', 404);
      return shown(call, masked(def, viewer, row));
    });
    if (!call.changes) continue;
    app.post(path, signedIn, async (request, reply) =>
      reply.code(201).send(await give(parts, def, call, request, `master-${def.kind}-new`, 'create')),
    );
    app.put(`${path}/:id`, signedIn, (request) =>
      give(parts, def, call, request, `master-${def.kind}-${idIn(request)}`, 'update'),
    );
  }
}

/**
 * Lists that other work chooses from are readable by every signed-in person; personal ones need their
 * screen's permission.
 */
function viewerFor({ queries }: MasterRouteParts, def: MasterDef, request: FastifyRequest): Viewer {
  const viewer = request.viewer!;
  const personal = def.fields.some(
    ({ kind, lookup }) => kind === 'phone' || (lookup !== undefined && queries.byKind.get(lookup)?.personal),
  );
  if (personal && !may(viewer, def.need('view')).ok)
    throw refuse('forbidden', 403, { permission: def.need('view') });
  return viewer;
}

async function list(
  parts: MasterRouteParts,
  def: MasterDef,
  call: ServiceCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = viewerFor(parts, def, request);
  const parsed = common.safeParse(request.query);
  if (!parsed.success)
    throw refuse(
      'badFormat',
      400,
      { label: parsed.error.issues[0]!.path.join('.') },
      parsed.error.issues[0]!.path.join('.'),
    );
  const requested = parsed.data;
  const records = Math.min(requested.records ?? def.pageSize, def.pageSize);
  const back = new Map(Object.entries(call.names ?? {}).map(([ours, theirs]) => [theirs, ours]));
  const filter: Record<string, { op: 'eq' | 'contains'; value: string | number }> = {};
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    const field = def.fields.find((one) => one.name === (back.get(name) ?? name));
    if (!field || typeof value !== 'string' || value === '' || value.length > 200) continue;
    filter[field.name] = ['text', 'paragraph'].includes(field.kind)
      ? { op: 'contains', value }
      : { op: 'eq', value };
  }
  if (requested.iStatus !== undefined) filter.iStatus = { op: 'eq', value: requested.iStatus };
  const values = new Values();
  const { where } = listSql(
    def,
    {
      viewer,
      now: parts.server.clock.now(),
      q: '',
      sort: [],
      filter,
      cancelled: requested.iCancelFlag === '1',
    },
    values,
  );
  const since = requested.modifiedSince
    ? ` and m.updated_at >= ${values.take(new Date(requested.modifiedSince).toISOString())}`
    : '';
  const from = `from master_rows m where ${where}${since}`;
  const total = Number(
    (await parts.queries.pool.query<{ n: string }>(`select count(*) as n ${from}`, values.list)).rows[0]!.n,
  );
  const found = await queryRows(
    parts.queries.pool,
    `select m.id, m.version, m.status, m.cancelled, m.stage, m.stage_at, m.merged_into, m.fields - 'state' as fields, m.created_at, m.updated_by, m.updated_at ${from} order by m.id limit ${values.take(records)} offset ${values.take(requested.pageNo * records)}`,
    values.list,
  );
  const mask = maskFor(def, viewer);
  const body = JSON.stringify(found.map((row) => shown(call, mask(wireRow(row)))));
  const etag = `"${headOf(createHash('sha256').update(`${total}\n${body}`).digest('base64url'), 27)}"`;
  reply
    .header('etag', etag)
    .header('x-total-count', String(total))
    .header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

function shown(call: ServiceCall, row: MasterRow): Readonly<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(row.fields).map(([name, value]) => [call.names?.[name] ?? name, value]),
  );
  return {
    [call.id]: row.id,
    ...fields,
    iStatus: row.iStatus,
    iCancelFlag: row.iCancelFlag,
    iOrgId: 1,
    version: row.version,
    modifiedAt: row.updatedAt,
  };
}

async function give(
  parts: MasterRouteParts,
  def: MasterDef,
  call: ServiceCall,
  request: FastifyRequest,
  stream: string,
  command: 'create' | 'update',
): Promise<unknown> {
  const { server, queries } = parts;
  if (request.body === null || typeof request.body !== 'object' || Array.isArray(request.body))
    throw refuse('badJson', 400);
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !uuid.test(key)) throw refuse('idempotencyKeyRequired', 400);
  const back = new Map(Object.entries(call.names ?? {}).map(([ours, theirs]) => [theirs, ours]));
  const {
    iStatus,
    iCancelFlag: _cancel,
    iOrgId: _org,
    version: _version,
    modifiedAt: _modified,
    [call.id]: _id,
    ...given
  } = request.body as Record<string, unknown>;
  const fields: Fields = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [back.get(name) ?? name, value]),
  );
  const match = request.headers['if-match'];
  const seen = typeof match === 'string' ? Number(match.replaceAll('"', '').replace(/^W\//, '')) : undefined;
  if (seen !== undefined && !Number.isSafeInteger(seen)) throw refuse('versionRequired', 428);
  const done = await server.handle({
    stream,
    command,
    input: { fields, ...(command === 'create' && (iStatus === 0 || iStatus === 1) ? { iStatus } : {}) },
    viewer: request.viewer!,
    idempotencyKey: key.toLowerCase(),
    correlationId: request.correlationId || randomUUID(),
    ...(seen === undefined ? {} : { expectedVersion: seen }),
  });
  if (isRefusal(done)) throw done;
  await queries.rows.reached(done.position);
  const id = Number(done.id.slice(done.id.lastIndexOf('-') + 1));
  const [row] = await queryRows(
    queries.pool,
    `select id, version, status, cancelled, stage, stage_at, merged_into, fields, created_at, updated_by, updated_at from master_rows where kind = $1 and id = $2`,
    [def.kind, id],
  );
  return shown(call, wireRow(row!));
}

function idIn(request: FastifyRequest): number {
  const { id: text } = request.params as { id: string };
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) throw refuse('notFound', 404);
  return id;
}
