import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';
import * as registers from '#server/core/registers.ts';
import { everyNode, parseFile, type Node } from './syntax.ts';

const root = join(import.meta.dirname, '..', '..');

/** Streams and feeds that are part of a family, and words that mean something else in an engine as well. */
const fair = new Set([
  ...['approval', 'approvals/inbox', 'file', 'master', 'queueitem', 'reports/changes', 'changes/documents'],
  ...['call', 'count', 'language', 'reason', 'region', 'role', 'stock'],
]);

/** Where an engine may name a member, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // What a viewer's scope consists of: the same three as in `core/permission`.
  'server/families/master/list-query.ts': ['employee', 'territory'],
  'shared/families/master-feed.ts': ['employee'],
  'server/families/report/export.worker.ts': ['placeOfOperation'],
  // Whose place distinguishes records of one name.
  'server/families/search/find.ts': ['placeOfOperation'],
  // A person is a kind of field.
  'shared/families/field.ts': ['employee'],
  'shared/families/master-field.ts': ['employee', 'placeOfOperation'],
  'shared/families/queue-actions.ts': ['employee'],
  'web/families/form/FormFields.tsx': ['employee'],
  // A role of the people in stories, not the kind of record.
  'shared/families/master-story.ts': ['lead'],
  // A document's fields choose customers, suppliers and products by routes of their own; this list only shrinks.
  'server/families/document/history.ts': ['product'],
  'shared/families/document.ts': [
    ...['customer', 'patient', 'placeOfOperation', 'prescription'],
    ...['product', 'supplier', 'transporter', 'tray'],
  ],
  'web/families/document/DocumentLines.tsx': ['product'],
  'web/families/document/FieldInput.tsx': [
    ...['employee', 'placeOfOperation', 'supplier', 'transporter', 'tray'],
  ],
  'web/families/document/header-text.ts': ['customer', 'patient', 'placeOfOperation', 'supplier', 'tray'],
  'web/families/document/SaleField.tsx': ['customer', 'patient', 'prescription'],
  'web/families/document/line-columns.ts': ['product'],
  'web/families/document/list-columns.ts': ['customer', 'product', 'supplier'],
  // Who is present, for the column that says who is at work.
  'web/families/queue/AtWork.tsx': ['chat/people'],
};

const names: ReadonlySet<string> = new Set(
  [
    ...registers.allMasters().flatMap(({ name, kind }) => [name, kind]),
    ...registers.allStreams().keys(),
    ...[registers.allQueues(), registers.allApprovals(), registers.allForms()].flatMap((defs) =>
      defs.map(({ name }) => name),
    ),
    ...[registers.allDocuments(), registers.allReports()].flatMap((defs) => defs.map(({ name }) => name)),
    ...registers.allFeeds().keys(),
    ...registers.allSearches().map(({ kind }) => kind),
  ].filter((name) => name !== '' && !fair.has(name)),
);

const textOf = (node: Node): string =>
  node.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node.type === 'TemplateElement'
      ? node.value.raw
      : '';

/** Members that a file names: as a text of its own, or quoted in a longer one, as SQL does. */
function namedIn(program: Node): string[] {
  const found = everyNode(program).flatMap((node) => {
    const text = textOf(node);
    return [text, ...[...text.matchAll(/'(\w+)'/g)].map((match) => match[1]!)];
  });
  return [...new Set(found)].filter((text) => names.has(text)).toSorted();
}

test.each([
  ["if (kind === 'employee') work()", ['employee']],
  ["const sql = `select 1 from rows where kind = 'supplier' and id = ${id}`", ['supplier']],
  ['const titles = { customer: 1, employees: 2 }', []],
])('the law finds members in: %s', (text, members) => {
  expect(namedIn(parseSync('one.ts', text).program)).toEqual(members);
});

test('the engine of a family names no member', () => {
  const files = globSync(['{shared,server,web}/families/**/*.{ts,tsx}', 'web/shell/wall/*.{ts,tsx}'], {
    cwd: root,
  }).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(150);
  const found = Object.fromEntries(
    files.flatMap((file) => {
      const members = namedIn(parseFile(join(root, file)));
      return members.length > 0 ? [[file, members]] : [];
    }),
  );
  expect(found, 'What one member needs is a property or a hook of its declaration.').toEqual(exceptions);
});
