import type { Pool } from 'pg';
import type { Clock } from '../../core/parts.ts';
import type { Payment, PaymentProvider, PaymentReport } from './provider.ts';

/** What a customer may do on the simulator's page. */
export const outcomes = ['pay', 'late', 'silent', 'decline'] as const;
export type Outcome = (typeof outcomes)[number];

export interface SimulatedPayment extends Payment {
  readonly status: PaymentReport['status'];
  readonly at: string;
}
export interface PaymentSimulator extends PaymentProvider {
  find(payRef: string): Promise<SimulatedPayment | null>;
  /** The customer decides. Told at once, late and twice, or never. */
  decide(payRef: string, outcome: Outcome): Promise<SimulatedPayment | null>;
  stop(): void;
}

const lateMs = 30_000;

/** Plays a payment provider. What it knows lies among the messages of the simulated partners, so that every node knows it. */
export function paymentSimulator(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  /** Delivers one report as a signed webhook. */
  readonly deliver: (report: PaymentReport) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): PaymentSimulator {
  const { pool, clock, deliver, onError } = parts;
  const timers = new Set<NodeJS.Timeout>();
  const keyOf = (payRef: string): string => `payment:${payRef}`;
  const find = async (payRef: string): Promise<SimulatedPayment | null> => {
    const { rows } = await pool.query<{ body: string }>('select body from outbox_messages where key = $1', [
      keyOf(payRef),
    ]);
    return rows[0] ? (JSON.parse(rows[0].body) as SimulatedPayment) : null;
  };
  const reportOf = ({ payRef, status, paise, at }: SimulatedPayment): PaymentReport => ({
    payRef,
    providerId: `sim-${payRef}`,
    status,
    paise,
    at,
  });
  return {
    name: 'simulator',
    find,
    async open(payment) {
      const at = new Date(clock.now());
      const body: SimulatedPayment = { ...payment, status: 'pending', at: at.toISOString() };
      await pool.query(
        "insert into outbox_messages (key, partner, recipient, body, at) values ($1, 'bank', $2, $3, $4) on conflict (key) do nothing",
        [keyOf(payment.payRef), payment.about, JSON.stringify(body), at],
      );
      return { url: `/payment-simulator/${payment.payRef}` };
    },
    async status(payRef) {
      const known = await find(payRef);
      return known && reportOf(known);
    },
    async decide(payRef, outcome) {
      const known = await find(payRef);
      if (!known || known.status !== 'pending') return known;
      const at = new Date(clock.now()).toISOString();
      const now: SimulatedPayment = { ...known, status: outcome === 'decline' ? 'failed' : 'paid', at };
      await pool.query('update outbox_messages set body = $2 where key = $1', [
        keyOf(payRef),
        JSON.stringify(now),
      ]);
      if (outcome === 'silent') return now;
      if (outcome !== 'late') {
        await deliver(reportOf(now));
        return now;
      }
      const timer = setTimeout(() => {
        timers.delete(timer);
        deliver(reportOf(now))
          .then(() => deliver(reportOf(now)))
          .catch(onError);
      }, lateMs);
      timer.unref();
      timers.add(timer);
      return now;
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
