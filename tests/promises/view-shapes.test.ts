import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyView } from '#server/app/every-view.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

/**
 * A view whose rows change their shape needs a new version, or rows in existing databases keep the old shape.
 * The shapes of every view with the demo organisation are stored beside its version; `WRITE_SHAPES=1` updates
 * them.
 */

type Shapes = Record<string, { version: number; shape: Record<string, string> }>;
const file = new URL('./view-shapes.json', import.meta.url);
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server?.close());

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

function shapeOf(rows: Iterable<unknown>): Record<string, string> {
  const kinds = new Map<string, Set<string>>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row as object))
      kinds.set(name, (kinds.get(name) ?? new Set()).add(kindOf(value)));
  return output(kinds);
}
const output = (kinds: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string> =>
  Object.fromEntries(
    [...kinds]
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([name, set]) => [name, [...set].sort().join('|')]),
  );

async function now(): Promise<Shapes> {
  const shapes: Shapes = {};
  for (const def of everyView()) {
    const view = server.server.views.byName(def.name)!;
    shapes[def.name] = { version: def.version, shape: shapeOf(view.rows.values()) };
  }
  const { rows } = await server.server.pool.query<{ name: string; kind: string }>(
    "select distinct m.kind || '.' || f.key as name, jsonb_typeof(f.value) as kind from master_rows m cross join lateral jsonb_each(m.fields) f",
  );
  const kinds = new Map<string, Set<string>>();
  for (const { name, kind } of rows) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
  const version = (
    await server.server.pool.query<{ version: number }>(
      "select version from sql_views where name = 'masterRows'",
    )
  ).rows[0]!.version;
  shapes.masterRows = { version, shape: output(kinds) };
  return Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => a.localeCompare(b, 'en')));
}

test('a view whose rows changed their shape has a new version', async () => {
  const shapes = await now();
  if (process.env['WRITE_SHAPES']) writeFileSync(file, `${JSON.stringify(shapes, null, 2)}\n`);
  const written = JSON.parse(readFileSync(file, 'utf8')) as Shapes;
  const lost = Object.keys(written).filter((name) => !shapes[name]);
  expect(lost, 'views that are gone: write the shapes anew with WRITE_SHAPES=1').toEqual([]);
  for (const [name, { version, shape }] of Object.entries(shapes)) {
    const before = written[name];
    // A new view, or one with a new version, is stored at the next update; only the same version with other
    // rows is harmful.
    if (!before || before.version !== version) continue;
    expect(
      shape,
      `${name}: its rows changed. Raise its version, then write the shapes anew with WRITE_SHAPES=1`,
    ).toEqual(before.shape);
  }
  expect(Object.keys(shapes).length).toBeGreaterThan(10);
});
