import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as streams from '#shared/streams/index.ts';
import { evolveDigest } from './evolve-digest.ts';

/**
 * Snapshots in the databases of running servers carry the state number that their stream's author gave. The
 * digest of evolve, and of all it calls, is stored beside that number; `npm run states:confirm` updates
 * both.
 */

type States = Record<string, { readonly state: number; readonly digest: string }>;
const file = new URL('./stream-states.json', import.meta.url);
const register = join(import.meta.dirname, '../../shared/streams/index.ts');

function current(): States {
  const all = Object.entries(streams).map(
    ([name, def]) => [name, { state: def.state, digest: evolveDigest(register, name) }] as const,
  );
  return Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

test('a stream whose evolve changed has another state number, or its author confirmed the old one', () => {
  const states = current();
  if (process.env['CONFIRM_STATES']) writeFileSync(file, `${JSON.stringify(states, null, 2)}\n`);
  const written: States = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const changed = Object.keys({ ...states, ...written }).filter(
    (name) => states[name]?.digest !== written[name]?.digest,
  );
  const unraised = changed.filter((name) => states[name]?.state === written[name]?.state);
  expect(
    unraised,
    'evolve, or what it calls, changed: raise `state` where old snapshots mean something else, then `npm run states:confirm`',
  ).toEqual([]);
  expect(states, 'the kept digests are old: `npm run states:confirm`').toEqual(written);
});
