import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamName } from '#shared/core/event.ts';
import type { DocumentList } from '#shared/families/document.ts';
import { allApprovals, allDocuments, allQueues, allStreams } from '#server/core/registers.ts';
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

interface StatusColumn {
  readonly name: string;
  readonly kind: string;
  readonly of?: string;
}
type Rows = readonly Readonly<Record<string, unknown>>[];

/** The values of status columns in these rows that have no text in one of the languages. */
function valuesWithoutText(
  columns: readonly StatusColumn[],
  rows: Rows,
  {
    en,
    es,
  }: { readonly en: Readonly<Record<string, string>>; readonly es: Readonly<Record<string, string>> },
): readonly string[] {
  const keys = columns
    .filter(({ kind }) => kind === 'status')
    .flatMap(({ name, of = name }) =>
      rows.flatMap((row) =>
        [row[name]]
          .flat()
          .flatMap((value) =>
            value === null || value === undefined || value === '' ? [] : [`${of}.${String(value)}`],
          ),
      ),
    );
  return [...new Set(keys)].filter((key) => !en[key] || !es[key]);
}
const admin = () => server.server.access.people.viewer(1, null)!;
const rowsOf = (feed: string): Rows => server.server.hub.rows(feed, admin())!.rows;

test.each(allQueues())(
  'every status in the queue $name of the demo has its text in both languages',
  (queue) => {
    expect(valuesWithoutText(queue.columns, rowsOf(`queue/${queue.name}`), queue.translations)).toEqual([]);
  },
);

test.each(allDocuments())(
  'every status in the lists of $name of the demo has its text in both languages',
  (document) => {
    const rows = rowsOf(document.feed.name);
    const found = document.lists.flatMap((list: DocumentList) =>
      valuesWithoutText(
        list.columns as readonly StatusColumn[],
        list.of === 'documents'
          ? rows
          : rows.flatMap((row) => (row['lines'] as Rows).map((line) => ({ ...row, ...line }))),
        document.translations,
      ),
    );
    expect(found).toEqual([]);
  },
);

test.each(allApprovals())(
  'every status in requests of $name in the demo has its text in both languages',
  (kind) => {
    const rows = rowsOf('approvals/inbox').filter((row) => row['kind'] === kind.name);
    const shown = rows.flatMap(({ before, after }) => [before, after] as Rows);
    expect(valuesWithoutText([...kind.columns, ...kind.evidence], shown, kind.translations)).toEqual([]);
  },
);
