/** @module-tag gate */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/**
 * Size budgets for the browser, gzip, kB: a screen's own chunk, and the same with everything it needs beyond
 * the first load.
 */
const budget = {
  firstScripts: 280,
  firstStyles: 30,
  screen: 60,
  screenWithAll: 140,
  /**
   * Libraries that many screens share, each in a chunk of its own that is loaded when the first of them
   * opens.
   */
  rooms: { grid: 285, charts: 200, forms: 70, dates: 70, pdf: 130, camera: 130 },
} as const;

interface Entry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
}
const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Readonly<
  Record<string, Entry>
>;
const sizes = new Map<string, number>();

function weight(file: string): number {
  let size = sizes.get(file);
  if (size === undefined)
    sizes.set(file, (size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1_000));
  return size;
}
const sum = (files: Iterable<string>): number => [...files].reduce((kB, file) => kB + weight(file), 0);

/** An entry with all it imports before it runs. */
function closure(key: string, found = new Map<string, Entry>()): Map<string, Entry> {
  const entry = manifest[key];
  if (!entry || found.has(entry.file)) return found;
  found.set(entry.file, entry);
  for (const next of entry.imports ?? []) closure(next, found);
  return found;
}
const scripts = (entries: ReadonlyMap<string, Entry>): string[] =>
  [...entries.keys()].filter((file) => file.endsWith('.js'));

const firstKeys = [...Object.keys(manifest).filter((key) => manifest[key]!.isEntry), 'shell/frame.ts'];
const first = new Map(firstKeys.flatMap((key) => [...closure(key)]));
const roomOf = (file: string): keyof typeof budget.rooms | undefined =>
  (Object.keys(budget.rooms) as (keyof typeof budget.rooms)[]).find((room) =>
    file.startsWith(`assets/${room}-`),
  );
const dynamic = Object.keys(manifest).filter(
  (key) => manifest[key]!.isDynamicEntry && manifest[key]!.file.endsWith('.js'),
);
const over = (what: string, kB: number, most: number): string[] =>
  kB > most ? [`${what} weighs ${kB.toFixed(1)} kB gzip; at most ${most} kB may travel`] : [];

test('the first load stays within its budget', () => {
  expect(firstKeys.length, 'the build has an entry and the frame around all screens').toBeGreaterThan(1);
  expect(
    manifest['shell/frame.ts'],
    'the frame around all screens is a chunk that the build names',
  ).toBeDefined();
  expect([
    ...over('JavaScript before the first screen', sum(scripts(first)), budget.firstScripts),
    ...over(
      'CSS before the first screen',
      sum(new Set([...first.values()].flatMap((entry) => entry.css ?? []))),
      budget.firstStyles,
    ),
  ]).toEqual([]);
});

test('each screen, and each library that screens share, stays within its budget', () => {
  expect(dynamic.length, 'screens are chunks of their own').toBeGreaterThan(40);
  const heavy = dynamic.flatMap((key) => {
    const needs = scripts(closure(key)).filter((file) => !first.has(file) && !roomOf(file));
    const own = manifest[key]!.file;
    return [
      ...(roomOf(own) ? [] : over(`${key}, its own chunk,`, weight(own), budget.screen)),
      ...over(`${key} with all it needs after the first load`, sum(needs), budget.screenWithAll),
    ];
  });
  const files = new Set(Object.values(manifest).map((entry) => entry.file));
  const rooms = [...files].flatMap((file) => {
    const room = roomOf(file);
    return room && file.endsWith('.js')
      ? over(`the library chunk ${room}`, weight(file), budget.rooms[room])
      : [];
  });
  expect([...heavy, ...rooms]).toEqual([]);
});

test('no test is part of the build', () => {
  expect(Object.keys(manifest).filter((key) => /\.test\.tsx?$/.test(key))).toEqual([]);
});
