import { limits } from '#shared/core/limits.ts';
import { services, type Service } from '#shared/core/view.ts';
import type { SourceHealth, SourceState } from '#shared/wire.ts';
import type { Clock, SourcesHealth } from '../core/parts.ts';

/** How a polled service has answered lately. */
export interface Answers {
  /** The last complete success; null before the first. */
  readonly okAt: number | null;
  /** Failures in a row since then, and the time of the third. */
  readonly failures: number;
  readonly thirdAt: number | null;
  /** When polling began. */
  readonly openedAt: number;
}

const failuresToStale = 3;

/**
 * live → late at two poll periods → stale at 90 s or three failures → down at ten minutes; `since` is when
 * that state began.
 */
export function stateOf(
  answers: Answers,
  pollMs: number,
  now: number,
): { state: SourceState; since: number } {
  const from = answers.okAt ?? answers.openedAt;
  const age = now - from;
  const lateMs = Math.min(2 * pollMs, limits.sourceStaleMs);
  if (age >= limits.sourceDownMs) return { state: 'down', since: from + limits.sourceDownMs };
  const staleAt = Math.min(
    from + limits.sourceStaleMs,
    answers.failures >= failuresToStale ? answers.thirdAt! : Infinity,
  );
  if (now >= staleAt) return { state: 'stale', since: staleAt };
  if (answers.okAt === null) return { state: 'late', since: answers.openedAt };
  if (age >= lateMs) return { state: 'late', since: from + lateMs };
  return { state: 'live', since: from };
}

export interface HealthBook extends SourcesHealth {
  /** A poll of that service ended. */
  note(service: Service, went: 'ok' | 'failed'): void;
  /** Takes over what another node, or this one before a restart, knows of a service. */
  learn(service: Service, known: Pick<Answers, 'okAt' | 'failures' | 'thirdAt'>): void;
  /** Notifies listeners of states that changed by time alone; called by the poller's timer. */
  check(): void;
  answers(service: Service): Answers | null;
}

/** Health of the nine base services. An embedded one is always live: its data is ours. */
export function openHealth(parts: {
  readonly clock: Clock;
  readonly outside: ReadonlySet<Service>;
  readonly pollMs: number;
}): HealthBook {
  const { clock, outside, pollMs } = parts;
  const openedAt = clock.now();
  const book = new Map<Service, Answers>(
    [...outside].map((service) => [service, { okAt: null, failures: 0, thirdAt: null, openedAt }]),
  );
  const shown = new Map<Service, { state: SourceState; since: number }>();
  const listeners = new Set<(service: Service) => void>();

  /** `since` stays the same while the state does, although the last success moves on. */
  const inspect = (service: Service): { state: SourceState; since: number } => {
    const answers = book.get(service);
    const now = answers ? stateOf(answers, pollMs, clock.now()) : { state: 'live' as const, since: openedAt };
    const before = shown.get(service);
    if (before && before.state === now.state) return before;
    shown.set(service, now);
    return now;
  };
  const announced = new Map<Service, SourceState>(
    services.map((service) => [service, inspect(service).state]),
  );

  const check = (): void => {
    for (const service of outside) {
      const { state } = inspect(service);
      if (announced.get(service) === state) continue;
      announced.set(service, state);
      for (const listener of listeners) listener(service);
    }
  };

  return {
    of: (requested) =>
      requested.map((service): SourceHealth => {
        const { state, since } = inspect(service);
        return { service, state, since: new Date(since).toISOString() };
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    note(service, went) {
      const before = book.get(service);
      if (!before) return;
      const now = clock.now();
      const failures = before.failures + 1;
      book.set(
        service,
        went === 'ok'
          ? { okAt: now, failures: 0, thirdAt: null, openedAt }
          : { ...before, failures, thirdAt: before.thirdAt ?? (failures >= failuresToStale ? now : null) },
      );
      check();
    },
    learn(service, known) {
      const before = book.get(service);
      if (before && (known.okAt ?? 0) >= (before.okAt ?? 0))
        book.set(service, { ...known, openedAt: before.openedAt });
      check();
    },
    check,
    answers: (service) => book.get(service) ?? null,
  };
}
