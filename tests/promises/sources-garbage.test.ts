import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceOf } from '#server/sources/register.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/**
 * Whatever a service signs, the route answers 200, 202 or 413, never an error, and an invalid message is
 * shown, not lost.
 */
let it: SourcesServer;
beforeAll(async () => {
  it = await openSourcesServer();
});
afterAll(() => it.close());

const { example } = resourceOf('customer', 'signup')!;
const good = {
  service: 'customer',
  entity: 'signup',
  id: 1,
  version: 1,
  modifiedAt: '2026-11-18T05:00:00.000Z',
  ...example,
};
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '1e400',
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    null,
    true,
    '../../etc/passwd',
    '__proto__',
    '<script>',
    'x'.repeat(5_000),
  ),
);
const keys = [
  ...Object.keys(good),
  ...Object.keys(example.data).map((key) => `data.${key}`),
  'data.patients.0.dDob',
  'data.__proto__',
  'constructor',
];

function withChange(path: string, value: unknown): string {
  const body = structuredClone(good) as Record<string, any>;
  const parts = path.split('.');
  let at = body;
  for (const part of parts.slice(0, -1)) at = at[part] ??= {};
  Object.defineProperty(at, parts.at(-1)!, { value, enumerable: true, configurable: true, writable: true });
  return JSON.stringify(body);
}

const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...keys), hostile).map(([path, value]) => withChange(path, value)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(600), fc.nat(600))
      .map(([from, to]) => JSON.stringify(good).slice(Math.min(from, to), Math.max(from, to))),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `${'['.repeat(50_000)}`,
      `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
      JSON.stringify({
        ...good,
        data: Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`k${i}`, i])),
      }),
      JSON.stringify({ ...good, data: { deep: JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) } }),
      '{"service":"customer","service":"lead"}',
      '{"id":NaN}',
      '{"id":1e400}',
      '',
    ),
  },
);

test(
  `fuzz: ${count('fuzzWebhooks')} signed bodies, mutated, cut, random, deep, wide`,
  async () => {
    let dead = 0;
    await fc.assert(
      fc.asyncProperty(body, async (raw) => {
        const head = it.server.log.head();
        const answer = await it.webhook('customer', raw);
        expect([200, 202, 413]).toContain(answer.status);
        if (answer.body.effect === 'dead') {
          dead += 1;
          expect(it.server.log.head()).toBe(head);
          expect(answer.body.reason).toMatch(/^[a-zA-Z]+$/);
        }
      }),
      { numRuns: count('fuzzWebhooks'), seed: seed() },
    );
    expect(dead).toBeGreaterThan(30);
    expect((await it.server.pool.query('select count(*) from dead_letters')).rows[0].count).not.toBe('0');
  },
  limitFor('fuzzWebhooks'),
);
