import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../core/parts.ts';

export interface Message {
  readonly key: string;
  readonly partner: 'sms' | 'mail' | 'push' | 'courier' | 'bank';
  readonly recipient: string;
  readonly body: string;
}

/** Sends a message to a partner within a transaction; the same key twice is one message. */
export type SendMessage = (client: Pool | PoolClient, message: Message) => Promise<void>;

/** The simulated partners: messages go to the outbox table, where an admin or the demo can read them. */
export function simulatedOutbox(clock: Clock): SendMessage {
  return async (client, message) => {
    await client.query(
      'insert into outbox_messages (key, partner, recipient, body, at) values ($1, $2, $3, $4, $5) on conflict (key) do nothing',
      [message.key, message.partner, message.recipient, message.body, new Date(clock.now())],
    );
  };
}
