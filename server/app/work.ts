import { limits } from '#shared/core/limits.ts';
import { openReactions, uuidOf } from '../jobs/reactions.ts';
import { openLeases } from '../jobs/expire-leases.ts';
import type { Jobs } from '../jobs/queue.ts';
import { openJobs } from '../jobs/runner.ts';
import { openPartners } from '../outside/partners.ts';
import { openPayments } from '../outside/payments/open.ts';
import { openPush } from '../outside/push/open-push.ts';
import { openTelephony } from '../outside/telephony/open.ts';
import type { Signing } from '../outside/signing.ts';
import { openPolicies, policiesElsewhere } from '../jobs/policies.ts';
import { allPolicies } from '../core/registers.ts';
import { openSnapshots } from '../views/snapshots.ts';
import type { Foundation } from './foundation.ts';
import { provenId, sign } from '../sources/signature.ts';
import { every } from '../store/every.ts';

/** Reactions due later than this are not planned as jobs: the sweep finds them in time. */
const plannedMs = 10 * 60_000;
const sweepMs = 10_000;

/** Standard Webhooks and command keys, for partners that cannot use our routes. */
const signing: Signing = {
  sign: (secret, id, atMs, body) => ({ ...sign(secret, id, atMs, body) }),
  prove: (headers, body, secrets, atMs) =>
    provenId(headers, body, secrets, atMs, limits.webhookWindowSeconds),
  keyOf: uuidOf,
};

/** What runs without a request: reactions, timers, policies, leases. */
export type Work = Awaited<ReturnType<typeof openWork>>;

/**
 * Opens the background work. On closing, what plans work stops before what does it, and running work ends
 * last.
 */
export async function openWork(base: Foundation, closing: AsyncDisposableStack) {
  const { config, clock, pool, log, views, states, access, handle, translate, fault } = base;
  const works = config.roles.has('jobs');

  const push = openPush({
    ...{ pool, clock, config, log, views, handle, translate, people: access.people },
    dataDir: base.dataDir,
    absoluteMs: config.knobs.sessionHours * 3_600_000,
    onError: fault('push'),
  });
  closing.defer(() => push.stop());
  const telephony = openTelephony({
    config,
    clock,
    handle,
    access,
    views,
    signing,
    onError: fault('telephony'),
  });
  closing.defer(() => telephony.stop());
  const payments = openPayments({
    ...{ config, pool, clock, handle, access, signing },
    onError: fault('payments'),
  });
  closing.defer(() => payments.stop());
  const partners = openPartners({
    ...{ pool, clock, push: push.send },
    telephony: telephony.partner,
    payments: payments.partner,
  });
  const planned: { jobs: Jobs | null } = { jobs: null };
  const reactions = openReactions({
    pool,
    clock,
    handle,
    access,
    partners,
    later: async (id, delayMs) => {
      if (delayMs <= plannedMs) await planned.jobs?.later('reaction', id, delayMs);
    },
    onError: fault('reactions'),
  });
  closing.defer(() => reactions.idle());
  const jobs = (planned.jobs = await openJobs(
    {
      redisUrl: config.redisUrl,
      server: base.storeLabel,
      onReady: () => void (works && reactions.refill(plannedMs).catch(fault('reactions'))),
    },
    { reaction: (id) => reactions.run(id) },
    { work: works, onError: fault('jobs') },
  ));
  closing.defer(() => jobs.close());
  const policies = works
    ? await openPolicies({
        pool,
        log,
        directory: access.directory,
        policies: allPolicies(),
        carryOut: (list) => reactions.carryOut(list),
        onError: fault('policies'),
      })
    : policiesElsewhere(log);
  closing.defer(() => policies.stop());
  if (works) {
    const snapshots = openSnapshots(pool, views, {
      every: 10_000,
      checkMs: 60_000,
      onError: fault('snapshots'),
    });
    closing.defer(() => snapshots.stop());
    closing.defer(every(sweepMs, () => void reactions.sweep().catch(fault('sweep'))));
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
    knobs: {
      claimMs: config.knobs.leaseSeconds * 1_000,
      workMs: config.knobs.leaseWorkingSeconds * 1_000,
      graceMs: config.knobs.leaseGraceSeconds * 1_000,
    },
  });
  closing.defer(() => leases.stop());
  return { push, telephony, payments, signing, reactions, jobs, policies, leases };
}
