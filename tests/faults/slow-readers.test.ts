import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Viewer } from '#shared/core/permission.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
let admin: Viewer;
beforeAll(async () => {
  t = await openTestServer();
  admin = t.server.access.people.viewer(1, null)!;
});
afterAll(() => t?.close());

const ids: string[] = [];
async function manyRows(count: number): Promise<void> {
  const consent = { given: true, version: '2026-01', channel: 'paper' };
  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const id = String(7_000 + i);
      const handled = await t.server.handle({
        stream: `signup-${id}`,
        command: 'receive',
        viewer: t.server.access.sourceViewer('customer'),
        correlationId: 'test',
        sourceKey: `customer:signup:${id}:1`,
        input: {
          version: 1,
          modifiedAt: new Date(t.clock.now()).toISOString(),
          status: 'submitted',
          pooId: 1,
          submittedAt: new Date(t.clock.now()).toISOString(),
          applicant: { name: 'Anita Rao', phone: `555${id.padStart(7, '0')}`, language: 'en' },
          address: { line: '1, Main Road', pincode: '560011' },
          patients: [
            { name: 'Anita Rao', relation: 'self', dob: '1960-01-01', gender: 'female', diagnoses: [] },
          ],
          consents: { care: consent, calling: consent, dataProcessing: consent },
        },
      });
      if ('refused' in handled) throw new Error(`${handled.code} ${handled.field ?? ''}`);
      ids.push(id);
    }),
  );
}

interface Stopped {
  readonly ws: WebSocket;
  closed(): boolean;
  seq(): number;
  emitted(): boolean;
}

/** A reader that opens the feed as the console does and then reads nothing more. */
async function stopped(cookie: string, token: string): Promise<Stopped> {
  const ws = new WebSocket(`${t.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie },
  });
  let closed = false;
  ws.on('close', () => {
    closed = true;
  });
  ws.on('error', () => {
    closed = true;
  });
  let seq = 0;
  let emitted = false;
  ws.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('42["feed:delta"'))
      seq = (JSON.parse(text.slice(2)) as [string, { seq: number }])[1].seq;
    if (text.startsWith('42["feed:reset"')) emitted = true;
  });
  await new Promise<void>((resolve) => {
    ws.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) ws.send(`40${JSON.stringify({ authtoken: token })}`);
      else if (text.startsWith('40')) ws.send('420["feed:open",{"feed":"queue/signup-queue"}]');
      else if (text.startsWith('43')) resolve();
    });
  });
  (ws as unknown as { _socket: { pause(): void } })._socket.pause();
  return { ws, closed: () => closed, seq: () => seq, emitted: () => emitted };
}

test('P14: stopped readers cost bounded memory and are cut; the others are not affected', async () => {
  await manyRows(400);
  const [verifier, lead] = await Promise.all([t.signIn('verifier'), t.signIn('lead')]);
  const healthy = await new FeedClient(t.url, verifier, 'queue/signup-queue').ready();
  const people = await Promise.all(Array.from({ length: 4 }, () => t.signIn('verifier2')));
  const readers = await Promise.all(
    Array.from({ length: 16 }, (_, i) => stopped(people[i % 4]!.cookie, people[i % 4]!.token)),
  );
  const never = new WebSocket(`${t.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie: lead.cookie },
  });
  let unjoined = 'open';
  never.on('close', () => {
    unjoined = 'closed';
  });
  await until('idle line', () => never.readyState === never.OPEN);
  const idleSince = performance.now();

  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  for (let round = 0; round < 60; round += 1) {
    await Promise.all(
      ids.map((id) =>
        t.server.handle({
          stream: `queueitem-signup-queue-${id}`,
          command: 'pin',
          input: { pinned: round % 2 === 0 },
          viewer: admin,
          correlationId: 'test',
        }),
      ),
    );
  }
  await until(
    'the healthy one has everything',
    () =>
      healthy.seq === t.server.hub.rows('queue/signup-queue', t.server.access.people.viewer(103, null)!)!.seq,
  );
  const grown = process.memoryUsage().rss - before;
  await until('an idle line that never joined is closed', () => unjoined === 'closed');
  expect(performance.now() - idleSince).toBeLessThan(20_000);
  expect(grown).toBeLessThan(160 * 1024 * 1024);
  // A reader that wakes up has to reconnect, or catches up, but is never silently wrong.
  for (const { ws } of readers) (ws as unknown as { _socket: { resume(): void } | null })._socket?.resume();
  const now = healthy.seq!;
  await until('every reader caught up, had to open again, or was cut', () =>
    readers.every((reader) => reader.closed() || reader.emitted() || reader.seq() >= now),
  );
  const caughtUp = readers.filter((reader) => reader.seq() >= now).length;
  for (const { ws } of readers) ws.terminate();
  healthy.close();
  expect(t.faults).toEqual([]);
  console.log(
    `16 stopped readers, ${60 * ids.length} changes: memory +${(grown / 1048576).toFixed(0)} MB; caught up with merged frames ${caughtUp}`,
  );
});
