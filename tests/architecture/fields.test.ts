import { expect, test } from 'vitest';
import {
  allApprovals,
  allDocuments,
  allForms,
  allMasters,
  allQueues,
  allReports,
  allSearches,
} from '#server/core/registers.ts';
import { documentLookups } from '#shared/families/document.ts';
import { queueLookups } from '#shared/families/queue-actions.ts';
import { inputKinds, optionsOf, shownKinds, type Field } from '#shared/families/field.ts';

interface Shown {
  readonly name: string;
  readonly kind: string;
}
interface Member {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly columns: readonly Shown[];
}

const withRows = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [field, ...withRows(field.fields ?? [])]);
const actionsOf = (actions: readonly { readonly inputs?: readonly Field[] }[]): readonly Field[] =>
  actions.flatMap(({ inputs = [] }) => inputs);

const families: Readonly<Record<string, () => readonly Member[]>> = {
  master: () =>
    allMasters().map(({ name, fields, commands = [], columns }) => ({
      name,
      fields: [...fields, ...commands.flatMap((one) => one.fields)],
      columns,
    })),
  queue: () =>
    allQueues().map(({ name, actions, columns }) => ({ name, fields: actionsOf(actions), columns })),
  approval: () =>
    allApprovals().map(({ name, evidence, columns }) => ({
      name,
      fields: [],
      columns: [...evidence, ...columns],
    })),
  form: () =>
    allForms().map(({ name, steps }) => ({
      name,
      fields: steps.flatMap((step) => step.fields),
      columns: [],
    })),
  document: () =>
    allDocuments().map(({ name, header, lines, actions, lists }) => ({
      name,
      fields: [...header, ...lines, ...actionsOf(actions)],
      columns: lists.flatMap(({ columns }) => columns),
    })),
  report: () =>
    allReports().map(({ name, columns, filters }) => ({
      name,
      fields: columns.filter(({ kind }) => kind === 'choice') as readonly Field[],
      columns: [
        ...columns,
        ...filters.filter((one) => 'name' in one && one.kind !== 'period'),
      ] as readonly Shown[],
    })),
};

const named = new Set<string>([
  ...allMasters().map(({ kind }) => kind),
  ...allSearches().map(({ kind }) => kind),
  ...documentLookups,
  ...queueLookups,
]);
const kinds: ReadonlySet<string> = new Set([...inputKinds, ...shownKinds, 'files']);

for (const [family, members] of Object.entries(families))
  test(`the fields of every ${family} are of the one vocabulary`, () => {
    const all = members();
    expect(all.length).toBeGreaterThan(0);
    const wrong = all.flatMap(({ name, fields, columns }) => [
      ...withRows(fields).flatMap((field) => {
        const of = `${name}.${field.name}`;
        return [
          ...(inputKinds.some((kind) => kind === field.kind) ? [] : [`${of}: kind ${field.kind}`]),
          ...(/^choices?$/.test(field.kind) && optionsOf(field).length === 0 ? [`${of}: no options`] : []),
          ...(/^references?$/.test(field.kind) && !named.has(field.lookup ?? '')
            ? [`${of}: lookup ${field.lookup}`]
            : []),
          ...(field.kind === 'rows' && !field.fields?.length ? [`${of}: rows without fields`] : []),
        ];
      }),
      ...columns.flatMap((column) => [
        ...(kinds.has(column.kind) ? [] : [`${name}.${column.name}: kind ${column.kind}`]),
        ...(column.name ? [] : [`${name}: a column without a name`]),
      ]),
    ]);
    expect(wrong).toEqual([]);
  });

test('no kind is both entered and only shown, and none stands twice', () => {
  const both: readonly string[] = [...inputKinds, ...shownKinds];
  expect(both).toHaveLength(new Set(both).size);
});
