import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routeSummaries } from '#server/http/route-summaries.ts';
import {
  commentsOf,
  englishTextsOf,
  identifiersOf,
  partsOf,
  schemaNames,
  testTitlesOf,
} from './vocabulary.ts';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync(
  'git',
  ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const code = files.filter((file) => /^(shared|server|web|tests)\/.*\.tsx?$/.test(file));
const path = (file: string): string => join(root, file);
/** A file is parsed only if its source holds such a word at all, be it in a name, a text or a comment. */
const holding = (files: readonly string[], holds: (source: string) => boolean): readonly string[] =>
  files.filter((file) => holds(readFileSync(path(file), 'utf8')));

/** Words of a private dialect, each with the field's own term. */
const dialect: ReadonlyMap<string, string> = new Map([
  ['house', 'app, server or node'],
  ['door', 'route'],
  ['told', 'emitted, published or reported'],
  ['tell', 'emit, publish or notify'],
  ['telling', 'broadcast'],
  ['hear', 'subscribe or receive'],
  ['heard', 'received'],
  ['ear', 'listener'],
  ['fact', 'source message or event'],
  ['bury', 'dead-letter'],
  ['buried', 'dead-lettered'],
  ['duty', 'leader lease'],
  ['duties', 'leader leases'],
  ['slip', 'ticket or token'],
  ['words', 'translations'],
  ['order', 'command'],
]);
const singular = (part: string): string =>
  part.replace(/^(house|door|tell|hear|ear|fact|slip|order)s$/, '$1');
const dialectIn = (name: string): string[] => partsOf(name).filter((part) => dialect.has(singular(part)));
const known = new Map<string, readonly string[]>();
/** The parts in that dialect of every name and word of a source. */
const partsIn = (source: string): readonly string[] =>
  [...new Set(source.match(/[\w$]+/g))].flatMap((name) => {
    const parts = known.get(name) ?? dialectIn(name);
    known.set(name, parts);
    return parts;
  });

/** Names that use such a word in its ordinary meaning, or that are stored and cannot change. */
const fair: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^Icon/, 'names of the icon library'],
  [/^ear$/, 'the ear, where a medicine is applied'],
  [/^facts$/, 'the details of a measured value, a column of the care tables'],
  [/^_?orders?$|(lab|customer)Orders?/i, 'an order of a customer or for a laboratory'],
  [/^order(Form|Id|Life|Source|Stage|OfAnother|_?Taken)|^Order(Stage|State|Step)$/i, 'such an order'],
  [/(Sort|Dom|^in|^apply)Order$/, 'the sort order of rows'],
  [
    /^SourceFact(Recorded|Ignored)$|^told$/,
    'former names of stored events and fields, known to their upcasters',
  ],
  [/^ThingTold$/, 'a sample of a renamed event'],
];
const isFair = (name: string): boolean => fair.some(([pattern]) => pattern.test(name));

/** The folders whose names hold to it so far; widen this to the whole tree as the others follow. */
const kept =
  /^(server\/(app|access|jobs|operations|outside|relay|sources|store|views|simulate|families)\/|server\/[^/]+$|shared\/(core|families)\/|tests\/|web\/live\/)/;

test('identifiers use the field’s terms', () => {
  // The codes in this file are named where they are refused.
  const scope = code.filter((file) => kept.test(file) && file !== 'shared/core/refusal-values.ts');
  const suspected = holding(scope, (source) => /Says?No/.test(source) || partsIn(source).length > 0);
  const found = suspected.flatMap((file) =>
    [...identifiersOf(path(file))]
      .filter((name) => (dialectIn(name).length > 0 || /Says?No/.test(name)) && !isFair(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(scope.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

test('file names use the field’s terms', () => {
  const allowed = [
    /^server\/store\/migrations\/1?\d\d_/, // a migration that ran keeps its name
  ];
  expect(
    files.filter(
      (file) => kept.test(file) && dialectIn(file).length > 0 && !allowed.some((one) => one.test(file)),
    ),
  ).toEqual([]);
});

test('routes use the field’s terms', () => {
  const routes = Object.keys(routeSummaries);
  expect(routes.length).toBeGreaterThan(50);
  expect(routes.filter((route) => dialectIn(route).length > 0)).toEqual([]);
});

test('tables and columns of the latest schema use the field’s terms', () => {
  const names = schemaNames(
    files
      .filter((file) => /\/migrations\/.*\.sql$/.test(file))
      .map(path)
      .sort(),
  );
  expect(names).toContain('reactions.reaction');
  expect(names.filter((name) => dialectIn(name).length > 0)).toEqual([]);
});

test('metrics use the field’s terms', () => {
  const names = code
    .filter((file) => file.startsWith('server/'))
    .flatMap((file) => readFileSync(path(file), 'utf8').match(/'ops_[a-z_]+'/g) ?? []);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => dialectIn(name).length > 0)).toEqual([]);
});

test('interface texts use the field’s terms', () => {
  /** Sentences tell, things are in order, somebody is off duty or at a door, and a medicine is for the ear. */
  const plain = /^(tells?|told|orders?|ears?|duty|doors?|words|slips?)$/;
  const faces = code.filter((file) => !file.startsWith('tests/') && !/\.test\.tsx?$/.test(file));
  const isForbidden = (part: string): boolean => !plain.test(part);
  const found = holding(faces, (source) => partsIn(source).some(isForbidden)).flatMap((file) =>
    englishTextsOf(path(file))
      .filter((text) => /\s|^[A-Z]/.test(text))
      .filter((text) => dialectIn(text).some(isForbidden))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Those words of the dialect that prose rarely needs in their ordinary meaning, unlike *order* or *words*. */
const privateInProse =
  /\b(houses?|doors?|told|tells?|telling|hears?|heard|facts?|bury|buried|dut(?:y|ies)|slips?)\b/gi;

/** Sentences that use such a word in its ordinary meaning. */
const fairInProse: readonly (readonly [use: RegExp, reason: string])[] = [
  [/\b(at the|customer's) door\b/gi, 'a door at which parcels are delivered'],
  [/\bDrug House\b/g, 'a supplier'],
  [/\bon duty\b/gi, 'at work'],
  [
    /\b(deposit|credit|bank|its|the|same) slip('s)?\b|\bslips of the deposits\b|^Slips, receipts\b/gi,
    'a deposit slip of the bank',
  ],
  [/\bslips? (through|over)\b/gi, 'a row that moves unseen'],
  [/\bhear more\b/gi, 'a lead with interest'],
];
const dialectInProse = (text: string): string[] =>
  fairInProse.reduce((rest, [use]) => rest.replace(use, ''), text).match(privateInProse) ?? [];

/** Folders whose comments and titles still have to follow, and this check, which names the words. */
const notYetPlain =
  /^(shared\/streams\/(calls\/review|care|money|sales|delivery)\/|web\/parts\/grid\/|web\/special\/(parcels|quality|care)|server\/(outside|sources)\/|tests\/architecture\/vocabulary\.test\.ts$)/;
const prose = code.filter((file) => !notYetPlain.test(file));

test('titles of tests use the field’s terms', () => {
  const titled = prose.filter((file) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file));
  expect(titled.length).toBeGreaterThan(500);
  expect(
    holding(titled, (source) => dialectInProse(source).length > 0).flatMap((file) =>
      testTitlesOf(path(file))
        .filter((title) => dialectInProse(title).length > 0)
        .map((title) => `${file}: ${title}`),
    ),
  ).toEqual([]);
});

test('comments use the field’s terms', () => {
  expect(prose.length).toBeGreaterThan(2_000);
  expect(
    holding(prose, (source) => dialectInProse(source).length > 0).flatMap((file) =>
      commentsOf(path(file))
        .filter((comment) => dialectInProse(comment).length > 0)
        .map((comment) => `${file}: ${comment}`),
    ),
  ).toEqual([]);
});

test.each([
  'The house did not start.',
  'every door for everyone',
  'The facts of the service are told twice.',
  'a second claim hears who was first',
  'a hand-over slip is used once',
])('"%s" is noticed', (sentence) => {
  expect(dialectInProse(sentence)).not.toEqual([]);
});

test.each([
  'The parcel is paid for at the door.',
  'The deposit slip is checked.',
  'A warehouse has an indoor tray; manufacturers make artifacts.',
])('"%s" is fine', (sentence) => {
  expect(dialectInProse(sentence)).toEqual([]);
});

test.each(['openTestHouse', 'storeDoors', 'toldAt', 'source-fact', 'leader_duty', 'appWords', 'giveOrder'])(
  '%s is noticed',
  (name) => {
    expect(dialectIn(name)).not.toEqual([]);
    expect(isFair(name)).toBe(false);
  },
);

test('words that only contain one are fine', () => {
  expect(['warehouse', 'household', 'border', 'orderly', 'wordCount', 'artifact'].flatMap(dialectIn)).toEqual(
    [],
  );
});
