import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '#shared/core/refusal.ts';
import { agentwork } from '#shared/streams/calls/agentwork.ts';
import { queueitem } from '#shared/streams/calls/queueitem/queueitem.ts';
import { checkedIn, openLife, people, wednesday } from '#tests/kit/life.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { violations } from '#tests/kit/checker.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/**
 * Sequences of commands to rows of a queue, compared after every step with a model that knows nothing of
 * events: who holds which row, its state, and refusals. First the aggregate alone, with the commands of the
 * system; then through the routes.
 */
const who = ['verifier', 'verifier2', 'lead'] as const;
type Who = (typeof who)[number];
const own = ['claim', 'startWork', 'release', 'takeOver'] as const;
const alone = [...own, 'park', 'return', 'expireLease', 'complete', 'enter'] as const;
type What = (typeof alone)[number];
interface Step {
  readonly what: What;
  readonly by: Who;
  readonly row: 0 | 1 | 2;
}
interface ModelRow {
  stage: 'waiting' | 'claimed' | 'working' | 'parked' | 'done';
  holder: Who | null;
}

/** The expected result of a step; `either` where it may be accepted without a change. */
function expected(rows: readonly ModelRow[], { what, by, row }: Step): 'yes' | 'no' | 'either' {
  const it = rows[row]!;
  const held = it.stage === 'claimed' || it.stage === 'working';
  const free = !rows.some((other, n) => n !== row && other.holder === by);
  switch (what) {
    case 'claim':
      return it.holder === by ? 'either' : it.stage === 'waiting' && free ? 'yes' : 'no';
    case 'startWork':
      return it.holder !== by ? 'no' : it.stage === 'working' ? 'either' : 'yes';
    case 'release':
    case 'park':
      return it.holder === by ? 'yes' : 'no';
    case 'takeOver':
      return !held ? 'no' : it.holder === by ? 'either' : free ? 'yes' : 'no';
    case 'return':
      return it.stage === 'parked' ? 'yes' : 'no';
    case 'expireLease':
      return held ? 'yes' : 'no';
    case 'complete':
      return it.stage === 'done' ? 'no' : 'yes';
    case 'enter':
      return it.stage === 'done' ? 'yes' : 'no';
  }
}

function after(it: ModelRow, { what, by }: Step): ModelRow {
  switch (what) {
    case 'claim':
    case 'takeOver':
      return { stage: 'claimed', holder: by };
    case 'startWork':
      return { stage: 'working', holder: by };
    case 'park':
      return { stage: 'parked', holder: null };
    case 'complete':
      return { stage: 'done', holder: null };
    case 'release':
    case 'return':
    case 'expireLease':
    case 'enter':
      return { stage: 'waiting', holder: null };
  }
}

const step = (whats: readonly What[]) =>
  fc.record({
    what: fc.constantFrom(...whats),
    by: fc.constantFrom(...who),
    row: fc.constantFrom(0, 1, 2) as fc.Arbitrary<0 | 1 | 2>,
  });
/** Sequences that failed once, always run first. */
const kept: [Step[]][] = [
  [
    [
      { what: 'claim', by: 'verifier', row: 0 },
      { what: 'takeOver', by: 'verifier', row: 0 },
    ],
  ],
  [
    [
      { what: 'claim', by: 'verifier', row: 0 },
      { what: 'takeOver', by: 'lead', row: 0 },
      { what: 'startWork', by: 'verifier', row: 0 },
      { what: 'claim', by: 'verifier', row: 1 },
    ],
  ],
];

const item = (row: number) => `queueitem-signup-queue-${row + 1}`;
const parkedUntil = new Date(wednesday + 3_600_000).toISOString();
const face = (row: number) => ({
  queue: 'signup-queue',
  subject: `signup-${row + 1}`,
  ref: `SG-00000${row + 1}`,
  group: 'Out Bound',
  entity: 'signup-queue',
  lease: { group: 'calls', limit: 1 },
  pooId: 1,
  language: 'en',
  priority: 0,
  enteredAt: '2026-11-18T05:00:00.000Z',
  warnAt: null,
  breachAt: null,
  escalateAt: null,
});
const inputs = (what: What, row: number, leaseId: string | undefined): unknown =>
  ({
    takeOver: { reason: 'urgent' },
    park: { until: parkedUntil, reason: 'away' },
    return: { until: parkedUntil },
    expireLease: { leaseId: leaseId ?? 'none' },
    enter: face(row),
  })[what as string] ?? {};

test(`${count('fuzzSequences')} sequences of commands to the rows of a queue match the model, step by step`, () => {
  fc.assert(
    fc.property(fc.array(step(alone), { maxLength: 50 }), (steps) => {
      const life = openLife([queueitem, agentwork], checkedIn);
      const rows: ModelRow[] = [0, 1, 2].map((row) => {
        life.must(item(row), 'enter', face(row));
        return { stage: 'waiting', holder: null };
      });
      for (const one of steps) {
        const { what, by, row } = one;
        const should = expected(rows, one);
        const byServer = ['return', 'expireLease', 'complete', 'enter'].includes(what);
        const answer = life.command(
          item(row),
          what,
          inputs(what, row, life.state(item(row)).lease?.leaseId),
          byServer ? {} : { as: by },
        );
        // When the system enters an existing row or ends a closed one, it may get "nothing to do" or no
        // events.
        if (should === 'yes')
          expect(isRefusal(answer), `${what} by ${by} on ${row}: ${JSON.stringify(answer)}`).toBe(false);
        if (should === 'no' && !byServer) expect(isRefusal(answer), `${what} by ${by} on ${row}`).toBe(true);
        if (should === 'yes') rows[row] = after(rows[row]!, one);
        for (const [n, model] of rows.entries()) {
          const state = life.state(item(n));
          expect(
            { stage: state.stage, holder: state.lease?.empId ?? null },
            `row ${n} after ${what} by ${by} on ${row}`,
          ).toEqual({
            stage: model.stage,
            holder: model.holder === null ? null : people[model.holder]!.empId,
          });
        }
        for (const person of who) {
          const held = Object.keys(life.state(`agentwork-${people[person]!.empId}`)?.items ?? {});
          expect(held, `${person} after ${what} by ${by} on ${row}`).toEqual(
            rows.flatMap((model, n) => (model.holder === person ? [item(n)] : [])),
          );
        }
      }
    }),
    { numRuns: count('fuzzSequences'), seed: seed(), examples: kept },
  );
});

let t: TestServer;
const persons = new Map<Who, Person>();
beforeAll(async () => {
  t = await openTestServer();
  for (const login of who) persons.set(login, await t.signIn(login));
});
afterAll(() => t?.close());

const sequences = Math.ceil(count('fuzzSequences') / 40);
test(
  `${sequences} sequences through the routes match the same model, without an error`,
  async () => {
    const feed = (await persons.get('verifier')!.get('/feeds/queue/signup-queue')).body.rows as {
      id: string;
      state: string;
      submitter: { empId: number } | null;
    }[];
    const mine = new Set([...persons.values()].map(({ empId }) => empId));
    const ids = feed
      .filter((row) => row.state === 'waiting' && !mine.has(row.submitter?.empId ?? 0))
      .slice(0, 3)
      .map((row) => `queueitem-signup-queue-${row.id}`);
    expect(ids).toHaveLength(3);
    await fc.assert(
      fc.asyncProperty(fc.array(step(own), { minLength: 20, maxLength: 40 }), async (steps) => {
        const rows: ModelRow[] = [0, 1, 2].map(() => ({ stage: 'waiting', holder: null }));
        try {
          for (const one of steps) {
            const should = expected(rows, one);
            const { status, body } = await persons
              .get(one.by)!
              .command(ids[one.row]!, one.what, inputs(one.what, one.row, undefined));
            const emitted = `${one.what} by ${one.by} on ${one.row}: ${status} ${JSON.stringify(body)}`;
            if (should === 'yes') expect(status, emitted).toBe(200);
            if (should === 'no') expect(status, emitted).toBeGreaterThanOrEqual(400);
            expect(status, emitted).toBeLessThan(500);
            if (should === 'yes') rows[one.row] = after(rows[one.row]!, one);
            for (const [n, model] of rows.entries()) {
              const { state } = await t.server.states.load(ids[n]!);
              expect({ stage: state.stage, holder: state.lease?.empId ?? null }, emitted).toEqual({
                stage: model.stage,
                holder: model.holder === null ? null : persons.get(model.holder)!.empId,
              });
            }
          }
        } finally {
          for (const [n, { holder }] of rows.entries())
            if (holder) await persons.get(holder)!.command(ids[n]!, 'release');
        }
      }),
      { numRuns: sequences, seed: seed(), examples: kept, endOnFailure: true },
    );
    expect(t.faults).toEqual([]);
    expect(await violations(t.databaseUrl)).toEqual([]);
  },
  limitFor('fuzzSequences'),
);
