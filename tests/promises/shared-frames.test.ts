import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { limits } from '#shared/core/limits.ts';
import { hashRows } from '#shared/core/hash.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

const feed = 'queue/signup-queue';
let t: TestServer;
const ids = Array.from({ length: 40 }, (_, n) => String(8_000 + n));
beforeAll(async () => {
  t = await openTestServer();
  const consent = { given: true, version: '2026-01', channel: 'paper' };
  const at = new Date(t.clock.now()).toISOString();
  for (const id of ids)
    await t.server.handle({
      stream: `signup-${id}`,
      command: 'receive',
      viewer: t.server.access.sourceViewer('customer'),
      correlationId: 'test',
      sourceKey: `customer:signup:${id}:1`,
      input: {
        version: 1,
        modifiedAt: at,
        status: 'submitted',
        pooId: 1,
        submittedAt: at,
        applicant: { name: 'Anita Rao', phone: `555${id.padStart(7, '0')}`, language: 'en' },
        address: { line: '1, Main Road', pincode: '560011' },
        patients: [
          { name: 'Anita Rao', relation: 'self', dob: '1960-01-01', gender: 'female', diagnoses: [] },
        ],
        consents: { care: consent, calling: consent, dataProcessing: consent },
      },
    });
});
afterAll(() => t?.close());

/** A connection that keeps the received bytes, opened with or without the compression that browsers offer. */
async function line(
  verifier: Person,
  perMessageDeflate: boolean | { serverMaxWindowBits: number },
): Promise<{ ws: WebSocket; bytes: () => number; deflated: () => number; texts: string[] }> {
  const ws = new WebSocket(`${t.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie: verifier.cookie },
    perMessageDeflate,
  });
  const texts: string[] = [];
  let bytes = 0;
  let deflated = 0;
  ws.on('upgrade', (answer) => {
    answer.socket.prependListener('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (chunk[0] === 0xc1) deflated += 1;
    });
  });
  ws.on('error', () => undefined);
  ws.on('message', (data) => {
    const text = String(data);
    texts.push(text);
    if (text.startsWith('0')) ws.send(`40${JSON.stringify({ authtoken: verifier.token })}`);
    if (text.startsWith('40')) ws.send(`420${JSON.stringify(['feed:open', { feed }])}`);
  });
  await until('the feed is open', () => texts.some((text) => text.startsWith('430')));
  return { ws, bytes: () => bytes, deflated: () => deflated, texts };
}

async function pin(round: number): Promise<void> {
  const viewer = t.server.access.people.viewer(1, null)!;
  await Promise.all(
    ids.map((id) =>
      t.server.handle({
        stream: `queueitem-signup-queue-${id}`,
        command: 'pin',
        input: { pinned: round % 2 === 0 },
        viewer,
        correlationId: 'test',
      }),
    ),
  );
}

test('a frame is deflated once for all clients that accept it; the others get it plain, and all end equal', async () => {
  const person = await t.signIn('verifier2');
  const clients = await Promise.all(
    Array.from({ length: 4 }, () => new FeedClient(t.url, person, feed).ready()),
  );
  const verifier = await t.signIn('verifier');
  const squeezed = await line(verifier, true);
  const plain = await line(verifier, false);
  // It keeps a window of only 512 bytes, so it could not inflate what was deflated for the others.
  const small = await line(verifier, { serverMaxWindowBits: 9 });
  expect(squeezed.ws.extensions).toContain('permessage-deflate');
  expect(plain.ws.extensions).toBe('');
  const answer = (of: { texts: string[] }): string => of.texts.find((text) => text.startsWith('430'))!;
  expect(JSON.parse(answer(squeezed).slice(3))[0].rows).toEqual(JSON.parse(answer(plain).slice(3))[0].rows);
  const before = { squeezed: squeezed.bytes(), plain: plain.bytes() };
  for (let round = 0; round < 12; round += 1) await pin(round);
  const server = (): string =>
    hashRows(
      t.server.hub
        .rows(feed, t.server.access.people.viewer(person.empId, null)!)!
        .rows.map((row) => [String(row['id']), row]),
    );
  await until('all are equal to the server', () => clients.every((client) => client.hash() === server()));
  const deltas = (of: { texts: string[] }): string[] =>
    of.texts.filter((text) => text.startsWith('42["feed:delta"'));
  await until(
    'both lines have every frame',
    () => deltas(squeezed).length > 0 && deltas(squeezed).at(-1) === deltas(plain).at(-1),
  );
  expect(deltas(squeezed)).toEqual(deltas(plain));
  await until('the one with the small window too', () => deltas(small).at(-1) === deltas(plain).at(-1));
  expect(deltas(small)).toEqual(deltas(plain));
  expect(small.deflated()).toBe(0);
  expect(clients.reduce((n, client) => n + client.gaps, 0)).toBe(0);
  expect(squeezed.deflated()).toBeGreaterThan(0);
  expect(plain.deflated()).toBe(0);
  expect(squeezed.bytes() - before.squeezed).toBeLessThan((plain.bytes() - before.plain) * 0.6);
  for (const client of clients) client.close();
  for (const { ws } of [squeezed, plain, small]) ws.close();
});

test('a deflated message is read whole or in fragments; one that inflates past the limit ends its own connection only', async () => {
  const verifier = await t.signIn('verifier');
  const other = await line(verifier, true);
  const asker = await line(verifier, true);
  const requested = `421${JSON.stringify(['feed:open', { feed, epoch: 'x'.repeat(60) }])}`;
  asker.ws.send(requested, { compress: true });
  await until('the whole one is answered', () => asker.texts.some((text) => text.startsWith('431')));
  const again = requested.replace('421', '422');
  asker.ws.send(again.slice(0, 20), { compress: true, fin: false });
  asker.ws.send(again.slice(20), { compress: true, fin: true });
  await until('the one in pieces is answered', () => asker.texts.some((text) => text.startsWith('432')));
  asker.ws.send(requested.replace('421', '423'), { compress: true });
  await until('and the next', () => asker.texts.some((text) => text.startsWith('433')));

  let closed = 0;
  asker.ws.on('close', (code) => {
    closed = code;
  });
  asker.ws.send(`42["x","${'x'.repeat(limits.socketMessageBytes * 40)}"]`, { compress: true });
  await until('the line is closed', () => closed !== 0);
  expect([1006, 1009]).toContain(closed);
  const garbage = await line(verifier, true);
  const gone = new Promise((resolve) => garbage.ws.on('close', resolve));
  const junk = randomBytes(100);
  (garbage.ws as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(
    Buffer.concat([Buffer.from([0xc1, 0x80 | junk.length, 0, 0, 0, 0]), junk]),
  );
  await gone;
  other.ws.send(`424${JSON.stringify(['feed:open', { feed }])}`);
  await until('another line goes on', () => other.texts.some((text) => text.startsWith('434')));
  expect(t.faults).toEqual([]);
  other.ws.close();
});
