import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Figures } from '#shared/operations.ts';
import type { Clock } from '../core/parts.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Policies } from '../jobs/policies.ts';
import type { Nodes } from './nodes.ts';

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: { head(): number };
  readonly policies: Pick<Policies, 'position'>;
  readonly nodes: Pick<Nodes, 'list'>;
  readonly jobs: Pick<Jobs, 'on' | 'counts'>;
}

const windowMs = 10 * 60_000;
const keepMs = 4_000;

/**
 * Figures that need the database, and so are not part of `/health`: webhooks a minute, last rebuilds of
 * views, pending reactions.
 */
export function figuresRoutes(app: FastifyInstance, parts: Parts): void {
  let kept: { readonly at: number; readonly figures: Promise<Figures> } | null = null;
  app.get('/operations/figures', { config: { need: 'Dashboard/integrations:view' } }, async () => {
    const now = parts.clock.now();
    // Concurrent requests share one query.
    if (!kept || Math.abs(now - kept.at) > keepMs) {
      const figures = read(parts, now);
      kept = { at: now, figures };
      figures.catch(() => {
        kept = null;
      });
    }
    return kept.figures;
  });
}

async function read({ pool, log, policies, nodes, jobs }: Parts, now: number): Promise<Figures> {
  const [listed, counts, leaders, webhooks, views, reactions] = await Promise.all([
    nodes.list(),
    jobs.counts(),
    pool.query<{ name: string; holder: string; term: string; held: boolean }>(
      'select name, holder, term, until > clock_timestamp() as held from leader_leases order by name',
    ),
    pool.query<{ service: string; n: string }>(
      'select service, count(*) as n from inbox where webhook_id is not null and received_at > $1 group by service',
      [new Date(now - windowMs)],
    ),
    pool.query<{ name: string; position: string; rebuilt_at: Date; kept: 'memory' | 'table'; aside: string }>(
      "select name, position, rebuilt_at, kept, (select count(*) from set_aside where consumer = name) as aside from (select name, position, rebuilt_at, 'memory' as kept from views union all select name, position, rebuilt_at, 'table' from sql_views) as every_view order by name",
    ),
    pool.query<{ waiting: string; overdue: string; dead: string; oldest: Date | null }>(
      "select count(*) filter (where state = 'pending') as waiting, count(*) filter (where state = 'pending' and due_at < $1) as overdue, count(*) filter (where state = 'dead') as dead, min(due_at) filter (where state = 'pending' and due_at < $1) as oldest from reactions where state <> 'done'",
      [new Date(now)],
    ),
  ]);
  const query = reactions.rows[0]!;
  return {
    at: new Date(now).toISOString(),
    position: log.head(),
    policies: policies.position(),
    webhooksPerMinute: Object.fromEntries(
      webhooks.rows.map((row) => [row.service, Math.round((Number(row.n) / (windowMs / 60_000)) * 10) / 10]),
    ),
    views: views.rows.map((row) => ({
      name: row.name,
      kept: row.kept,
      saved: Number(row.position),
      rebuiltAt: row.rebuilt_at.toISOString(),
      setAside: Number(row.aside),
    })),
    jobs: {
      waiting: Number(query.waiting),
      overdue: Number(query.overdue),
      dead: Number(query.dead),
      oldestDueAt: query.oldest?.toISOString() ?? null,
    },
    nodes: listed,
    queue: { on: jobs.on, counts },
    leaders: leaders.rows.map((row) => ({
      name: row.name,
      node: row.held ? row.holder : null,
      term: Number(row.term),
    })),
  };
}
