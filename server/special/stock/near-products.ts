import type { FastifyInstance } from 'fastify';
import type { Reading } from '../reading.ts';
import { cutText } from '#shared/core/cut.ts';
import { inPoos, may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Fields } from '#shared/families/master-def.ts';
import { sameFrom, type NearProduct } from '#shared/families/document-wire.ts';
import type { MasterState } from '#shared/streams/masters/state.ts';
import type { Prepare } from '../../store/handle.ts';
import { plainText } from '#shared/core/plain.ts';

const most = 5;

async function nearest(pool: Reading, name: string): Promise<readonly NearProduct[]> {
  const { rows } = await pool.query<NearProduct>(
    `select id, code, name, stage, round(similarity(plain, $1)::numeric, 2)::float8 as likeness
     from master_rows where kind = 'product' and not cancelled and plain % $1
     order by similarity(plain, $1) desc, id limit ${most}`,
    [plainText(name)],
  );
  return rows;
}

const ofRequest = (key: string): boolean => key.startsWith('productRequest-');

/**
 * A request for a product with a similar name to an existing one must state that it is different: its author
 * names the similar products it dismisses, its approver gives a reason.
 */
export function notTheSame(pool: Reading): Readonly<Record<string, Prepare>> {
  const dismissed = async (name: unknown, ids: unknown): Promise<object> => {
    const near = (await nearest(pool, String(name ?? ''))).filter(({ likeness }) => likeness >= sameFrom);
    const known: readonly unknown[] = Array.isArray(ids) ? ids : [];
    const open = near.find(({ id }) => !known.includes(Number(id)));
    return open ? refuse('nearProduct', 409, { product: open.name, code: open.code }, 'notSameIds') : {};
  };
  const create: Prepare = async ({ key }, { fields }: { readonly fields: Fields }) =>
    ofRequest(key) ? dismissed(fields['vName'], fields['notSameIds']) : {};
  const update: Prepare = async (
    { key },
    { fields }: { readonly fields: Fields },
    { fields: before }: MasterState,
  ) => {
    if (!ofRequest(key) || (fields['vName'] === undefined && fields['notSameIds'] === undefined)) return {};
    const now = { ...before, ...fields };
    return dismissed(now['vName'], now['notSameIds']);
  };
  const move: Prepare = async (
    { key },
    { action, reason }: { readonly action: string; readonly reason?: string },
    { fields }: MasterState,
  ) => {
    if (!ofRequest(key) || action !== 'approve' || reason) return {};
    const [first] = await nearest(pool, String(fields['vName'] ?? ''));
    return first && first.likeness >= sameFrom
      ? refuse('similarProduct', 409, { product: first.name, code: first.code }, 'reason')
      : {};
  };
  return { 'master/create': create, 'master/update': update, 'master/move': move };
}

/** Whether this viewer may upload an image of a product that they request. */
export async function requestImages(viewer: Viewer, named: string): Promise<boolean> {
  return (
    /^master-productRequest-(?:new|[1-9]\d{0,9})$/.test(named) &&
    may(viewer, ['Masters/NewproductCreationRequest:create', 'Masters/NewproductCreationRequest:edit']).ok
  );
}

/** The products whose names are most similar to the requested one. */
export function nearProductRoutes(
  app: FastifyInstance,
  {
    pool,
    stateOf,
  }: {
    readonly pool: Reading;
    readonly stateOf: (stream: string) => Promise<{ readonly state: unknown }>;
  },
): void {
  app.get<{ Params: { id: string } }>(
    '/product-requests/:id/near',
    { config: { need: 'approvals/productCreationRequest:view' as const } },
    async (request): Promise<{ rows: readonly NearProduct[] }> => {
      const { id } = request.params;
      if (!/^\d{1,10}$/.test(id)) throw refuse('notFound', 404);
      const state = (await stateOf(`master-productRequest-${id}`)).state as MasterState;
      if (!state.exists || !inPoos(request.viewer!, Number(state.fields['iPooId'] ?? 0)))
        throw refuse('notFound', 404);
      return { rows: await nearest(pool, String(state.fields['vName'] ?? '')) };
    },
  );
  app.get<{ Querystring: { name?: unknown } }>(
    '/product-requests/near',
    { config: { need: 'Masters/NewproductCreationRequest:view' as const } },
    async (request): Promise<{ rows: readonly NearProduct[] }> => {
      const name = typeof request.query.name === 'string' ? request.query.name.trim() : '';
      return { rows: name.length < 3 ? [] : await nearest(pool, cutText(name, 120)) };
    },
  );
}
