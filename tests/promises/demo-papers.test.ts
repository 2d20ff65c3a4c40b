import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import { copyDemoFiles, openTestServer, type TestServer } from '#tests/kit/server.ts';
import { testNow } from '#tests/kit/test-clock.ts';

let t: TestServer;
beforeAll(async () => {
  t = await openTestServer();
  copyDemoFiles(t);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.close();
});

interface Connection {
  readonly [field: string]: any;
}

test('some customers have documents in every state, uploaded by one and checked by another, and each is a real file', async () => {
  const as = await t.signIn('verifier');
  const { rows } = (await as.get('/masters-list/customerMasterV2?records=500')).body as {
    rows: { id: number; fields: { documents?: Connection[] } }[];
  };
  const lines = rows.flatMap(({ id, fields }) =>
    (fields.documents ?? []).map((line) => ({ ...line, customerId: id }) as Connection),
  );
  const brought = lines.filter(({ kind }) => !kind);
  expect(new Set(brought.map(({ customerId }) => customerId)).size).toBe(10);
  const states = Object.fromEntries(
    [...Map.groupBy(brought, ({ stands }) => stands as string)].map(([stands, all]) => [stands, all.length]),
  );
  expect(states).toEqual({ accepted: 7, unchecked: 4, refused: 2 });
  for (const { addedBy, by, stands, reason } of brought) {
    expect([103, 104]).toContain(addedBy);
    if (stands !== 'unchecked') expect([103, 104].filter((one) => one !== addedBy)).toContain(by);
    expect(reason === undefined).toBe(stands !== 'refused');
  }
  const today = businessDay(testNow);
  const until = brought.flatMap(({ expiresOn }) => (expiresOn ? [expiresOn as string] : [])).toSorted();
  expect(until).toHaveLength(3);
  expect(until[0]! < today && until[1]! > today).toBe(true);
  // The documents of the completed sign-up were checked there.
  expect(lines.filter(({ kind }) => kind).map(({ kind, stands, by }) => [kind, stands, by])).toEqual([
    ['identity', 'accepted', 103],
    ['prescription', 'accepted', 103],
  ]);

  for (const { customerId, fileId, name, mime } of lines) {
    const answer = await fetch(`${t.url}/file/${fileId}?for=customer-${customerId}`, {
      headers: { cookie: as.cookie, authtoken: as.token },
    });
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 200, mime]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { rows: kept } = await t.server.pool.query<{ bytes: number; sha256: string }>(
      'select bytes::int, sha256 from files where id = $1',
      [fileId],
    );
    expect(kept).toEqual([{ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }]);
    if (mime === 'application/pdf') wellFormed(bytes.toString('latin1'));
  }
});

/**
 * Every object is at its offset in the table, every stream has its stated length, and the document names its
 * type.
 */
function wellFormed(pdf: string): void {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
  const entries = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((entry) => Number(entry[1]));
  expect(entries.length).toBeGreaterThan(5);
  entries.forEach((start, n) => expect(pdf.slice(start)).toMatch(new RegExp(`^${n + 1} 0 obj\\n`)));
  for (const [, length, stream] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    expect(stream!.length).toBe(Number(length));
  expect(pdf).toContain('(Demo document \\226 ');
  expect(pdf).toContain('(SAMPLE)');
}
