import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJSONSchema, z } from 'zod';
import { streamName, type StoredEvent } from '#shared/core/event.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import type { CommandDef } from '#shared/core/stream.ts';
import { allStreams } from '#server/registers.ts';
import { fitting, type Schema } from '#tests/kit/from-schema.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/** A command that names another record is refused where that record does not exist. */
let t: TestServer;
let events: readonly StoredEvent[];
beforeAll(async () => {
  t = await openTestServer();
  events = await t.server.log.readAfter(0, 100_000);
});
afterAll(() => t?.close());

/** A number that no record of the demo has. */
const nobody = 987_654_321;

type Path = readonly (string | number)[];
const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'string' ? type : type?.[0]);

/** Where a schema takes the number of a record, or several. */
function idsOf(schema: Schema, path: Path = []): Path[] {
  const name = String(path.findLast((key) => typeof key === 'string') ?? '');
  const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (either.length > 0) return either.flatMap((one) => idsOf(one, path));
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return /(?:Id|Ids|By|empId|pooId)$/.test(name) ? [path] : [];
    case 'array':
      return typeof schema.items === 'object' ? idsOf(schema.items, [...path, 0]) : [];
    case 'object':
      return Object.entries(schema.properties ?? {}).flatMap(([key, one]) => idsOf(one, [...path, key]));
    default:
      return [];
  }
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<any>((inner, key) => (inner === null || inner === undefined ? undefined : inner[key]), value);
function withAt(value: unknown, path: Path, put: unknown): unknown {
  const copy = structuredClone(value) as any;
  let inner = copy;
  for (const key of path.slice(0, -1)) inner = inner[key];
  inner[path.at(-1)!] = put;
  return copy;
}

/** Values that events of the demo hold under each name, those of the stream itself first. */
function valuesOf(stream: string): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, Map<string, unknown>>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (!/^\d+$/.test(key) && one !== null) {
        const known = found.get(key) ?? found.set(key, new Map()).get(key)!;
        if (known.size < 12) known.set(JSON.stringify(one), one);
      }
      walk(one);
    }
  };
  for (const event of events) if (streamName(event.stream) === stream) walk(event.data);
  return new Map([...found].map(([key, values]) => [key, [...values.values()]]));
}

/** Inputs that the schema takes, made of values that the demo's events hold under the same names. */
function inputsOf(
  def: CommandDef<any>,
  schema: Schema,
  own: ReadonlyMap<string, readonly unknown[]>,
  all: ReadonlyMap<string, readonly unknown[]>,
): unknown[] {
  const from = (name: string, one: Schema): fc.Arbitrary<unknown> => {
    const mine = [...(own.get(name) ?? []), ...(own.has(name) ? [] : (all.get(name) ?? []))];
    const known = mine.length > 0 ? [fc.constantFrom(...mine)] : [];
    return fc.oneof(...known.map((arbitrary) => ({ weight: 4, arbitrary })), {
      weight: known.length ? 1 : 4,
      arbitrary: made(one),
    });
  };
  const made = (one: Schema): fc.Arbitrary<unknown> => {
    if (typeOf(one) !== 'object' || !one.properties) return fitting(one);
    const must = new Set(one.required ?? []);
    return fc.record(
      Object.fromEntries(Object.entries(one.properties).map(([name, inner]) => [name, from(name, inner)])),
      { requiredKeys: Object.keys(one.properties).filter((name) => must.has(name)) },
    );
  };
  return fc
    .sample(made(schema), { numRuns: 240, seed: 7 })
    .filter((input) => z.safeParse(def.input, input).success);
}

/** The commands of people that name records, with where their inputs do. */
function naming() {
  return [...allStreams().values()].flatMap(({ name: stream, commands }) =>
    Object.entries(commands).flatMap(([command, def]) => {
      if (def.need === 'system') return [];
      const schema = toJSONSchema(def.input, { io: 'input', unrepresentable: 'any' }) as Schema;
      const paths = idsOf(schema);
      return paths.length === 0 ? [] : [{ stream, command, def, schema, paths }];
    }),
  );
}

test('no command of a person writes the number of a record that does not exist', async () => {
  const all = new Map<string, unknown[]>();
  for (const stream of new Set(events.map((event) => streamName(event.stream))))
    for (const [key, values] of valuesOf(stream))
      all.set(key, [...(all.get(key) ?? []), ...values].slice(0, 30));
  const byStream = Map.groupBy(events, ({ stream }) => streamName(stream));
  const wrong = new Set<string>();
  const refused = new Set<string>();
  for (const { stream, command, def, schema, paths } of naming()) {
    // Records whose last events differ, which are in different states.
    const lasts = new Map((byStream.get(stream) ?? []).map((event) => [event.stream, event]));
    const targets = [...Map.groupBy(lasts.values(), ({ type }) => type).values()]
      .flatMap((some) => some.slice(-2))
      .slice(0, 12);
    const on = def.creates
      ? [{ record: `${stream}-2000000001`, by: [1] }]
      : targets.map((event) => ({ record: event.stream, by: [...new Set([1, event.actor.empId ?? 1])] }));
    const inputs = inputsOf(def, schema, valuesOf(stream), all).slice(0, 15);
    for (const { record, by } of on)
      for (const empId of by) {
        const viewer = t.server.access.people.viewer(empId, null)!;
        const decide = (input: unknown) =>
          t.server.trial({ stream: record, command, input, viewer, correlationId: 'test' });
        for (const input of inputs) {
          const right = await decide(input);
          for (const path of paths) {
            if (typeof at(input, path) !== 'number') continue;
            const what = `${stream}/${command} ${path.join('.')}`;
            const done = await decide(withAt(input, path, nobody));
            if (!isRefusal(done)) {
              if (JSON.stringify(done).includes(String(nobody))) wrong.add(what);
            } else if (!isRefusal(right)) refused.add(what);
          }
        }
      }
  }
  expect([...wrong].toSorted()).toEqual([]);
  // Where the input was right but for the number, so that the refusal is about it.
  expect(refused.size).toBeGreaterThan(60);
  for (const what of [
    'order/draft lines.0.productId',
    'customer/merge otherId',
    'employee/changeDesignation designationId',
  ])
    expect([...refused]).toContain(what);
});
