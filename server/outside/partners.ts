import type { Pool } from 'pg';
import type { Partner } from '../jobs/reactions.ts';
import type { Clock } from '../core/parts.ts';
import { simulatedOutbox, type Message } from './outbox.ts';

/** The external partners that policies may call: push services for real, telephony and payments by their address or simulator, the others simulated. */
export function openPartners(parts: {
  pool: Pool;
  clock: Clock;
  push: Partner;
  telephony: Partner;
  payments: Partner;
}): Readonly<Record<string, Partner>> {
  const send = simulatedOutbox(parts.clock);
  const partner =
    (name: Message['partner']): Partner =>
    async (input, key) => {
      await send(parts.pool, {
        key,
        partner: name,
        recipient: String(input['recipient'] ?? ''),
        body: String(input['body'] ?? ''),
      });
    };
  return {
    sms: partner('sms'),
    mail: partner('mail'),
    push: parts.push,
    telephony: parts.telephony,
    payments: parts.payments,
    courier: partner('courier'),
    bank: partner('bank'),
  };
}
