import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Unconfirmed } from '#shared/wire.ts';
import { languageOf } from '../http/every-request.ts';
import { followEach } from '../store/follow-each.ts';
import type { Nodes } from '../operations/nodes.ts';
import type { OpenLog } from '../store/log.ts';
import type { ServerParts } from '../core/parts.ts';
import type { OpenAccess } from './open.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it does concerns every node: its answer waits until each has applied it. */
    takes?: true;
  }
}

/** Events that take rights, a designation or a place away from somebody. */
const taking: ReadonlySet<string> = new Set([
  'RolePermissionsChanged',
  'RoleRetired',
  'EmployeeRoleAssigned',
  'EmployeeDesignationChanged',
  'EmployeeDeactivated',
  'EmployeeWithdrawn',
  'EmployeePooUnmapped',
  'TemporaryDesignationCancelled',
  'TemporaryDesignationEnded',
]);
/** An answer waits no longer than this. */
const withinMs = 3_000;
/** Requests whose events are remembered until they are answered; events of jobs are never queried. */
const remembered = 500;

export interface Confirmations {
  /** Notes that the request which an event belongs to took rights away. */
  take(event: StoredEvent): void;
  /** Another node is only answered once this work of this node is done, too. */
  after(work: () => Promise<void>): void;
  close(): Promise<void>;
}

/** The name under which events that cannot be noted are set aside. */
export const confirmationsConsumer = 'confirmations';

/**
 * Delays the answer to a revocation until every node of the cluster has applied it: the right is gone
 * everywhere, or the answer names the nodes that have not confirmed it.
 */
export function openConfirmations(
  app: FastifyInstance,
  parts: {
    readonly pool: Pool;
    readonly log: Pick<OpenLog, 'follow' | 'reached' | 'head' | 'shared'>;
    readonly access: Pick<OpenAccess, 'sweep' | 'onMessage'>;
    readonly nodes: Pick<Nodes, 'id' | 'list'>;
    readonly translate: ServerParts['translate'];
    readonly onError: (error: unknown) => void;
  },
): Confirmations {
  const { pool, log, access, nodes, translate, onError } = parts;
  // The single owner of an embedded store has no other nodes.
  if (!log.shared) return { take: () => undefined, after: () => undefined, close: async () => undefined };
  /**
   * Position of the last such event of each request, by its correlation id; by its key once it was answered.
   */
  const taken = new Map<string, number>();
  const note = (request: string, position: number): void => {
    taken.delete(request);
    taken.set(request, position);
    if (taken.size > remembered) taken.delete(taken.keys().next().value ?? '');
  };
  const asked = new Map<string, (node: string) => void>();
  const first: (() => Promise<void>)[] = [];

  const publish = (message: string): Promise<unknown> =>
    pool.query({ name: 'confirmations', text: "select pg_notify('access', $1)", values: [message] });
  const take = ({ type, correlationId, position }: StoredEvent): void => {
    if (taking.has(type)) note(correlationId, position);
  };
  const following = followEach(log, confirmationsConsumer, take, parts);
  /**
   * Another node asks: everything up to that position is applied, and ended sessions are known, before the
   * reply.
   */
  const reply = async (id: string, position: number): Promise<void> => {
    await Promise.all([access.sweep(), log.reached(position), ...first.map((work) => work())]);
    await publish(`confirmed ${id} ${nodes.id}`);
  };
  const offMessage = access.onMessage((message) => {
    const [what, id = '', rest = ''] = message.split(' ');
    if (what === 'confirmed') asked.get(id)?.(rest);
    else if (what === 'confirm' && !asked.has(id)) void reply(id, Number(rest)).catch(onError);
  });

  /** The addresses of nodes that do not confirm a position in time. */
  async function missing(position: number): Promise<readonly string[]> {
    const others = (await nodes.list()).filter(({ here, state }) => !here && state !== 'gone');
    const silent = new Map(others.map((node) => [node.id, node.address ?? node.id]));
    if (silent.size === 0) return [];
    const id = randomUUID();
    try {
      await new Promise<void>((resolve, reject) => {
        setTimeout(resolve, withinMs).unref();
        asked.set(id, (node) => {
          silent.delete(node);
          if (silent.size === 0) resolve();
        });
        publish(`confirm ${id} ${position}`).catch(reject);
      });
    } finally {
      asked.delete(id);
    }
    return [...silent.values()];
  }

  async function unconfirmedOf(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<Unconfirmed | null> {
    if (request.method === 'GET' || reply.statusCode >= 300) return null;
    const committed = (payload as { readonly position?: unknown } | null)?.position;
    if (typeof committed === 'number') await log.reached(committed);
    // A request that is repeated with its key waits like the first one.
    const key = String(request.headers['idempotency-key'] ?? '').toLowerCase();
    const position = request.routeOptions.config.takes
      ? log.head()
      : (taken.get(request.correlationId) ?? (key === '' ? undefined : taken.get(key)));
    if (position === undefined) return null;
    if (key !== '') note(key, position);
    const silent = await missing(position);
    if (silent.length === 0) return null;
    return {
      nodes: silent,
      message: translate('unconfirmed', { nodes: silent.join(', ') }, languageOf(request)),
    };
  }

  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    try {
      const unconfirmed = await unconfirmedOf(request, reply, payload);
      return unconfirmed && typeof payload === 'object' && payload !== null && !Array.isArray(payload)
        ? { ...payload, unconfirmed }
        : payload;
    } catch (error) {
      // It is done and recorded; only the confirmation by the others is missing.
      onError(error);
      const nobody = translate('unconfirmedUnknown', {}, languageOf(request));
      return typeof payload === 'object' && payload !== null && !Array.isArray(payload)
        ? { ...payload, unconfirmed: { nodes: [], message: nobody } satisfies Unconfirmed }
        : payload;
    }
  });
  return {
    take,
    after: (work) => void first.push(work),
    async close() {
      following.stop();
      offMessage();
      await following.idle();
    },
  };
}
