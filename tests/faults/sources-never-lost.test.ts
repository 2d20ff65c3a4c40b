import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sign } from '#server/sources/signature.ts';
import { startChild } from '#tests/kit/children.ts';
import { openConnection } from '#tests/kit/connections.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { until } from '#tests/kit/feed-client.ts';
import { hung } from '#tests/kit/patience.ts';
import { leadMessage, newSecret, prepareDatabase } from '#tests/kit/sources-server.ts';

/**
 * P03 and P04: a webhook answered 2xx is never lost or applied twice; the sender repeats until it gets an
 * answer, and the receiver is killed in between.
 */
const kills = 6;
const messages = 300;
const now = Date.parse('2026-11-18T05:00:00.000Z');
const secret = newSecret();
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase({ name: 'sources', prepare: prepareDatabase });
});
afterAll(() => database.drop());

async function startReceiver(): Promise<{ child: ChildProcess; port: string }> {
  const child = startChild(
    process.execPath,
    [fileURLToPath(new URL('../kit/receiver.ts', import.meta.url)), database.url, secret, String(now)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('port ')) return { child, port: line.slice(5) };
  throw new Error('the receiver ended before it was ready');
}

test(`P03: ${messages} webhooks, the receiver killed ${kills} times with SIGKILL: 0 lost, 0 applied twice`, async () => {
  let receiver = await startReceiver();
  const acked = new Map<string, number>();
  let delivered = 0;
  let stopping = false;

  const killer = (async () => {
    for (let i = 0; i < kills; i += 1) {
      const before = delivered;
      await until(
        'messages are taken',
        () => delivered >= before + messages / (kills + 2) || delivered >= messages,
      );
      const { child } = receiver;
      child.kill('SIGKILL');
      await once(child, 'exit');
      receiver = await startReceiver();
    }
    stopping = true;
  })();

  const deliver = async (n: number): Promise<void> => {
    const message = leadMessage(n, 1, { n });
    const body = JSON.stringify(message);
    for (;;) {
      try {
        const response = await fetch(`http://127.0.0.1:${receiver.port}/relay/webhooks/lead`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...sign(secret, `msg_${n}`, now, body) },
          body,
          signal: AbortSignal.timeout(hung.wait),
        });
        await response.text();
        if (response.status >= 200 && response.status < 300) {
          acked.set(`mirror-lead-lead-${n}`, response.status);
          delivered += 1;
          return;
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
    }
  };
  const queue = Array.from({ length: messages }, (_, n) => n).values();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const n of queue) await deliver(n);
    }),
  );
  await killer;
  expect(stopping).toBe(true);
  receiver.child.kill('SIGKILL');
  await once(receiver.child, 'exit');

  const client = await openConnection(database.url);
  const { rows } = await client.query<{ stream: string; n: string }>(
    "select stream, count(*) as n from events where name = 'mirror' group by stream",
  );
  const { rows: parked } = await client.query('select 1 from inbox where next_at is not null');
  await client.end();
  expect(parked).toHaveLength(0);
  expect(acked.size).toBe(messages);
  expect(new Map(rows.map((row) => [row.stream, Number(row.n)]))).toEqual(
    new Map([...acked.keys()].map((stream) => [stream, 1])),
  );
});
