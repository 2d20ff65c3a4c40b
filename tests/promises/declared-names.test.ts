import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamName } from '#shared/core/event.ts';
import { allQueues, allStreams } from '#server/registers.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server?.close());

test('every event of the demo is one that its stream declares', async () => {
  const declared = new Map(
    [...allStreams()].map(([name, { events }]) => [name, new Set(Object.keys(events))] as const),
  );
  const unknown = new Set<string>();
  for (let after = 0; ;) {
    const events = await server.server.log.readAfter(after, 10_000);
    for (const { stream, type } of events)
      if (!declared.get(streamName(stream))?.has(type)) unknown.add(`${streamName(stream)} ${type}`);
    const last = events.at(-1);
    if (!last) break;
    after = last.position;
  }
  expect([...unknown].toSorted()).toEqual([]);
});

/** Columns whose value the screen computes. */
const computed = new Set(['callable', 'atWork']);

test.each(allQueues())(
  'every row of $name in the demo has a value for each column, and says why it is there',
  (queue) => {
    const viewer = server.server.access.people.viewer(1, null)!;
    const rows = server.server.hub.rows(`queue/${queue.name}`, viewer)!.rows;
    expect(rows.length).toBeGreaterThan(0);
    const keys = queue.columns.filter(({ kind }) => !computed.has(kind)).map(({ name }) => name);
    const { en, es } = queue.translations;
    const gaps = rows.flatMap((row) => [
      ...keys.filter((key) => row[key] === undefined),
      ...(en[String(row['why'])] && es[String(row['why'])] ? [] : [row['why']]),
    ]);
    expect([...new Set(gaps)]).toEqual([]);
  },
);
