import { z } from 'zod';
import type { Clock } from '../../core/parts.ts';
import type { Signing } from '../signing.ts';
import { paymentReport, type PaymentProvider } from './provider.ts';

const patienceMs = 8_000;
const opened = z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) });

/** Another payment provider by HTTP: the contract stands in docs/protocol.md. */
export function httpPayments(parts: {
  readonly url: string;
  /** Signs what goes out, newest first. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly signing: Signing;
}): PaymentProvider {
  const { url, secrets, clock, signing } = parts;
  const base = url.replace(/\/$/, '');
  const signed = (key: string, body: string): Record<string, string> =>
    secrets[0] ? { ...signing.sign(secrets[0], key, clock.now(), body) } : {};
  return {
    name: new URL(url).host,
    async open(payment) {
      const body = JSON.stringify({ ...payment, currency: 'INR' });
      const answer = await fetch(`${base}/payments`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': payment.payRef,
          ...signed(payment.payRef, body),
        },
        body,
        signal: AbortSignal.timeout(patienceMs),
      });
      if (!answer.ok) throw new Error(`Payments: ${answer.status}`);
      return opened.parse(await answer.json());
    },
    async status(payRef) {
      const answer = await fetch(`${base}/payments/${encodeURIComponent(payRef)}`, {
        headers: signed(`status-${payRef}`, ''),
        signal: AbortSignal.timeout(patienceMs),
      });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`Payments status: ${answer.status}`);
      return paymentReport.parse(await answer.json());
    },
  };
}
