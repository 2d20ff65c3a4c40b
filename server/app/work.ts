import { openAsks } from '../jobs/asks.ts';
import { openLeases } from '../jobs/expire-leases.ts';
import type { Jobs } from '../jobs/queue.ts';
import { openJobs } from '../jobs/runner.ts';
import { openPartners } from '../outside/partners.ts';
import { openPush } from '../outside/push/open-push.ts';
import { openPolicies, policiesElsewhere } from '../policies.ts';
import { allPolicies } from '../registers.ts';
import { openSnapshots } from '../views/snapshots.ts';
import type { Foundation } from './foundation.ts';
import { every } from '../store/every.ts';

/** Asks further away than this are not planned as jobs: the sweep finds them in time. */
const plannedMs = 10 * 60_000;
const sweepMs = 10_000;

/** What happens without anybody at a door: asks, timers, policies, leases. */
export type Work = Awaited<ReturnType<typeof openWork>>;

/** Opens what works by itself. On closing, what asks for work ends before what does it, and what is under way is done last. */
export async function openWork(base: Foundation, closing: AsyncDisposableStack) {
  const { config, clock, pool, log, views, states, access, handle, say, fault } = base;
  const works = config.roles.has('jobs');

  const push = openPush({
    ...{ pool, clock, config, log, views, handle, say, people: access.people },
    dataDir: base.dataDir,
    absoluteMs: config.knobs.sessionHours * 3_600_000,
    onError: fault('push'),
  });
  closing.defer(() => push.stop());
  const partners = openPartners({ pool, clock, push: push.send });
  const planned: { jobs: Jobs | null } = { jobs: null };
  const asks = openAsks({
    pool,
    clock,
    handle,
    access,
    partners,
    later: async (id, delayMs) => {
      if (delayMs <= plannedMs) await planned.jobs?.later('ask', id, delayMs);
    },
    onError: fault('asks'),
  });
  closing.defer(() => asks.idle());
  const jobs = (planned.jobs = await openJobs(
    {
      redisUrl: config.redisUrl,
      databaseUrl: base.databaseUrl,
      house: base.houseIs,
      onReady: () => void (works && asks.refill(plannedMs).catch(fault('asks'))),
    },
    { ask: (id) => asks.run(id) },
    { work: works, onError: fault('jobs') },
  ));
  closing.defer(() => jobs.close());
  const policies = works
    ? await openPolicies({
        pool,
        log,
        directory: access.directory,
        policies: allPolicies(),
        carryOut: (list) => asks.carryOut(list),
        onError: fault('policies'),
      })
    : policiesElsewhere(log);
  closing.defer(() => policies.stop());
  if (works) {
    const snapshots = openSnapshots(pool, views, { every: 10_000, checkMs: 60_000, onError: fault('snapshots') });
    closing.defer(() => snapshots.stop());
    closing.defer(every(sweepMs, () => void asks.sweep().catch(fault('sweep'))));
  }
  const leases = openLeases({
    works,
    held: async (item) => {
      const { state } = await states.load(`queueitem-${item}`);
      return state?.lease ? { ...state.lease, working: state.stage === 'working' } : null;
    },
    pool,
    clock,
    log,
    handle,
    access,
    onError: fault('leases'),
    knobs: { claimMs: config.knobs.leaseSeconds * 1_000, workMs: config.knobs.leaseWorkingSeconds * 1_000, graceMs: config.knobs.leaseGraceSeconds * 1_000 },
  });
  closing.defer(() => leases.stop());
  return { push, asks, jobs, policies, leases };
}
