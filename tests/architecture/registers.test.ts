import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { allMasters, allStreams } from '#server/core/registers.ts';
import { writtenVersion } from '#server/store/schemas.ts';
import type { RecordedEvent } from '#shared/core/event.ts';
import { lists } from './register-lists.ts';

test('the registers are sorted alike in the app and in its tests, which use another loader', () => {
  const script = `import { lists } from '${new URL('./register-lists.ts', import.meta.url).href}'; console.log(JSON.stringify(lists()));`;
  const there = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  expect(lists()).toEqual(JSON.parse(there));
});

test('the store writes each event in the schema version that its stream declares', () => {
  const events = [...allStreams().values()].flatMap((def) =>
    Object.entries(def.events).map(([type, { schemaVersion }]) => [def.name, type, schemaVersion] as const),
  );
  expect(events.map(([stream, type]) => [stream, type, writtenVersion(`${stream}-1`, type)])).toEqual(events);
});

test('a stream keeps its state when it meets an event of a later version', () => {
  const event = {
    position: 1,
    version: 1,
    type: 'WrittenByALaterVersion',
    stream: 'any-1',
    data: {},
    at: '2026-01-01T00:00:00.000Z',
    actor: { kind: 'person', empId: 1, name: 'A' },
  } as unknown as RecordedEvent;
  const lost = [...allStreams().values()].filter((def) => {
    const state: unknown = def.initial('1');
    const next = def.evolve(state, event) as unknown;
    return (
      next === undefined ||
      next === null ||
      Object.keys(state as object).some((key) => !(key in (next as object)))
    );
  });
  expect(lost.map(({ name }) => name)).toEqual([]);
});

test('exactly one of several screens of a kind of record defines it, and comes first', () => {
  const kinds = Map.groupBy(allMasters(), ({ kind }) => kind);
  const shared = [...kinds].filter(([, defs]) => defs.length > 1);
  expect(shared.map(([kind]) => kind).toSorted()).toEqual([
    'counseling',
    'customer',
    'dsa',
    'employee',
    'lead',
    'product',
    'vendorProduct',
  ]);
  for (const [kind, defs] of shared)
    expect(
      defs.map(({ main }) => main ?? false),
      kind,
    ).toEqual([true, ...defs.slice(1).map(() => false)]);
});
