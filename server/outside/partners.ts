import type { Pool } from 'pg';
import type { Partner } from '../jobs/asks.ts';
import type { Clock } from '../house.ts';
import { simulatedOutbox, type Message } from './outbox.ts';

/** Whom policies may call outside: push services for real, the others each with its simulator. */
export function openPartners(parts: { pool: Pool; clock: Clock; push: Partner }): Readonly<Record<string, Partner>> {
  const send = simulatedOutbox(parts.clock);
  const partner =
    (name: Message['partner']): Partner =>
    async (input, key) => {
      await send(parts.pool, { key, partner: name, recipient: String(input['recipient'] ?? ''), body: String(input['body'] ?? '') });
    };
  return { sms: partner('sms'), mail: partner('mail'), push: parts.push, courier: partner('courier'), bank: partner('bank') };
}
