import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readList } from '#server/sources/list.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/** P20: a list that changes while its pages are read hides no row that was in it the whole time. */
let stub: StubService;
beforeAll(async () => {
  stub = await openStub((_q, response) => json(response, 404, {}));
});
afterAll(() => stub.close());

interface Row {
  readonly id: number;
  at: number;
}
type Move = { readonly what: 'delete' | 'touch' | 'insert' | 'back'; readonly where: number };
interface Plan {
  readonly rows: number;
  readonly pageSize: number;
  readonly sort: 'id' | 'newestFirst' | 'modified';
  readonly total: boolean;
  /** The changes before the answer to each request. */
  readonly moves: readonly (readonly Move[])[];
}

const move = fc.record({
  what: fc.constantFrom<Move['what']>('delete', 'touch', 'insert', 'back'),
  where: fc.nat(1_000),
});
const plan: fc.Arbitrary<Plan> = fc.record({
  rows: fc.integer({ min: 0, max: 40 }),
  pageSize: fc.integer({ min: 2, max: 9 }),
  sort: fc.constantFrom<Plan['sort']>('id', 'newestFirst', 'modified'),
  total: fc.boolean(),
  moves: fc.array(fc.array(move, { maxLength: 4 }), { maxLength: 14 }),
});

async function play({
  rows: many,
  pageSize,
  sort,
  total,
  moves,
}: Plan): Promise<{ missed: number[]; output: boolean; requested: number }> {
  let clock = many;
  let next = many;
  let list: Row[] = Array.from({ length: many }, (_, id) => ({ id, at: id }));
  const sorted = (): Row[] =>
    list.toSorted((a, b) =>
      sort === 'id' ? a.id - b.id : sort === 'newestFirst' ? b.id - a.id : a.at - b.at || a.id - b.id,
    );
  const gone: Row[] = [];
  const alive = new Set(list.map((row) => row.id));
  let requested = 0;
  stub.answer = (_request, response, url) => {
    for (const { what, where } of moves[requested] ?? []) {
      const row = list.length > 0 ? sorted()[where % list.length]! : null;
      if (what === 'insert') list.push({ id: (next += 1), at: (clock += 1) });
      else if (what === 'back' && gone.length > 0) list.push(gone.splice(where % gone.length, 1)[0]!);
      else if (what === 'touch' && row) row.at = clock += 1;
      else if (what === 'delete' && row) {
        list = list.filter((one) => one !== row);
        gone.push(row);
        alive.delete(row.id);
      }
    }
    requested += 1;
    const pageNo = Number(url.searchParams.get('pageNo'));
    json(
      response,
      200,
      sorted().slice(pageNo * pageSize, (pageNo + 1) * pageSize),
      total ? { 'x-total-count': String(list.length) } : {},
    );
  };
  const seen = new Set<number>();
  const read = await readList(
    {
      base: stub.url,
      service: 'lead',
      path: 'api/v2/lead',
      pageSize,
      since: null,
      etag: null,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    },
    (item) => String((item as Row).id),
    async (items) => {
      for (const item of items) seen.add((item as Row).id);
    },
  );
  return { missed: [...alive].filter((id) => !seen.has(id)), output: read.pageLimitReached, requested };
}

test(
  `P20: ${count('pageDrifts')} generated lists that lose, gain and move rows while they are read: no row that stayed is missed`,
  async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (one) => {
        const { missed, output } = await play(one);
        expect(output ? [] : missed).toEqual([]);
      }),
      {
        numRuns: count('pageDrifts'),
        seed: seed(),
        examples: [
          // One row leaves a page already read; no total shows it.
          [{ rows: 9, pageSize: 3, sort: 'id', total: false, moves: [[], [{ what: 'delete', where: 0 }]] }],
          // One row is changed and moves to the end; the total stays.
          [
            {
              rows: 9,
              pageSize: 3,
              sort: 'modified',
              total: true,
              moves: [[], [{ what: 'touch', where: 0 }]],
            },
          ],
          // One leaves and is back by the next request: both pages look unchanged, and a row slipped through
          // between them.
          [
            {
              rows: 3,
              pageSize: 2,
              sort: 'id',
              total: false,
              moves: [[], [{ what: 'delete', where: 0 }], [{ what: 'back', where: 0 }]],
            },
          ],
          // Two leave, so that a row slips over two pages.
          [
            {
              rows: 12,
              pageSize: 2,
              sort: 'id',
              total: false,
              moves: [
                [],
                [],
                [],
                [
                  { what: 'delete', where: 0 },
                  { what: 'delete', where: 0 },
                ],
              ],
            },
          ],
        ],
      },
    );
  },
  limitFor('pageDrifts'),
);

test('P20: a stable list is read to its end, and one that never settles is reported as hiding rows', async () => {
  const still = await play({ rows: 31, pageSize: 5, sort: 'id', total: false, moves: [] });
  expect(still).toMatchObject({ missed: [], output: false });
  expect(still.requested).toBeLessThanOrEqual(4 * 8);
  const restless = await play({
    rows: 40,
    pageSize: 5,
    sort: 'modified',
    total: true,
    moves: Array.from({ length: 2_000 }, () => [{ what: 'touch' as const, where: 0 }]),
  });
  expect(restless.output).toBe(true);
});
