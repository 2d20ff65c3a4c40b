import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readList } from '#server/sources/list.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/** P20: a list that moves while its pages are read hides no row that was in it the whole time. */
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
  readonly order: 'id' | 'newestFirst' | 'modified';
  readonly total: boolean;
  /** What happens before the answer to each question. */
  readonly moves: readonly (readonly Move[])[];
}

const move = fc.record({ what: fc.constantFrom<Move['what']>('delete', 'touch', 'insert', 'back'), where: fc.nat(1_000) });
const plan: fc.Arbitrary<Plan> = fc.record({
  rows: fc.integer({ min: 0, max: 40 }),
  pageSize: fc.integer({ min: 2, max: 9 }),
  order: fc.constantFrom<Plan['order']>('id', 'newestFirst', 'modified'),
  total: fc.boolean(),
  moves: fc.array(fc.array(move, { maxLength: 4 }), { maxLength: 14 }),
});

async function play({ rows: many, pageSize, order, total, moves }: Plan): Promise<{ missed: number[]; said: boolean; asked: number }> {
  let clock = many;
  let next = many;
  let list: Row[] = Array.from({ length: many }, (_, id) => ({ id, at: id }));
  const sorted = (): Row[] => list.toSorted((a, b) => (order === 'id' ? a.id - b.id : order === 'newestFirst' ? b.id - a.id : a.at - b.at || a.id - b.id));
  const gone: Row[] = [];
  const alive = new Set(list.map((row) => row.id));
  let asked = 0;
  stub.answer = (_request, response, url) => {
    for (const { what, where } of moves[asked] ?? []) {
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
    asked += 1;
    const pageNo = Number(url.searchParams.get('pageNo'));
    json(response, 200, sorted().slice(pageNo * pageSize, (pageNo + 1) * pageSize), total ? { 'x-total-count': String(list.length) } : {});
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
  return { missed: [...alive].filter((id) => !seen.has(id)), said: read.pageLimitReached, asked };
}

test(
  `P20: ${count('pageDrifts')} generated lists that lose, gain and move rows while they are read: none that stayed is missed`,
  async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (one) => {
        const { missed, said } = await play(one);
        expect(said ? [] : missed).toEqual([]);
      }),
      {
        numRuns: count('pageDrifts'),
        seed: seed(),
        examples: [
          // One row leaves a page already passed; no total tells of it.
          [{ rows: 9, pageSize: 3, order: 'id', total: false, moves: [[], [{ what: 'delete', where: 0 }]] }],
          // One row is changed and goes to the end; the total stays.
          [{ rows: 9, pageSize: 3, order: 'modified', total: true, moves: [[], [{ what: 'touch', where: 0 }]] }],
          // One leaves and is back by the next question: both pages read as they did, and a row slipped by between them.
          [
            {
              rows: 3,
              pageSize: 2,
              order: 'id',
              total: false,
              moves: [[], [{ what: 'delete', where: 0 }], [{ what: 'back', where: 0 }]],
            },
          ],
          // Two leave, so that a row slips over two pages.
          [
            {
              rows: 12,
              pageSize: 2,
              order: 'id',
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

test('P20: a list that stands still is read to its end, and one that never does is said to hide rows', async () => {
  const still = await play({ rows: 31, pageSize: 5, order: 'id', total: false, moves: [] });
  expect(still).toMatchObject({ missed: [], said: false });
  expect(still.asked).toBeLessThanOrEqual(4 * 8);
  const restless = await play({
    rows: 40,
    pageSize: 5,
    order: 'modified',
    total: true,
    moves: Array.from({ length: 2_000 }, () => [{ what: 'touch' as const, where: 0 }]),
  });
  expect(restless.said).toBe(true);
});
