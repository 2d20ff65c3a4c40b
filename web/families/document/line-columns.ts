import type { DocumentLine, DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef, DocumentEdit, DocumentField } from '#shared/families/document.ts';
import type { LineColumn, LineKind } from '#web/parts/lines/line-column.ts';
import type { Translate } from '#web/locales/translations.ts';

const kinds: Readonly<Partial<Record<DocumentField['kind'], LineKind>>> = {
  code: 'code',
  number: 'number',
  decimal: 'decimal',
  money: 'money',
  percent: 'percent',
  date: 'date',
  month: 'month',
  choice: 'choice',
  yesNo: 'yesNo',
};

/** The text of a choice: `<of>.<value>`, or `<name>.<value>`. */
export function choicesOf(field: DocumentField, own: Translate): { value: string; label: string }[] {
  return (field.options ?? []).map((value) => ({ value, label: own(`${field.of ?? field.name}.${value}`) }));
}

/**
 * The declared fields of a line as columns; those that this stage and person may edit are editable. On a narrow screen those declared
 * wide stand below the first text.
 */
export function lineColumns(
  def: DocumentDef,
  state: Pick<DocumentState, 'header' | 'place'>,
  edit: DocumentEdit | null,
  own: Translate,
  narrow: boolean,
): readonly LineColumn<DocumentLine>[] {
  const typed = new Set(edit?.lines ?? []);
  const folds = ({ wide, name }: DocumentField): boolean => narrow && wide === true && !typed.has(name);
  const column = (field: DocumentField): LineColumn<DocumentLine> => ({
    key: field.name,
    label: own(`line.${field.name}`),
    kind: kinds[field.kind] ?? 'text',
    ...(field.width && !narrow ? { width: field.width } : {}),
    ...(field.min === undefined ? {} : { min: field.min }),
    ...(field.max === undefined ? {} : { max: field.max }),
    ...(field.options ? { choices: choicesOf(field, own) } : {}),
    editable: typed.has(field.name) && field.lookup !== 'product',
  });
  const { lineValue } = def;
  const amount: readonly LineColumn<DocumentLine>[] = lineValue
    ? [
        {
          key: 'lineValue',
          label: own('line.value'),
          kind: 'money',
          ...(narrow ? {} : { width: 110 }),
          editable: false,
          value: (line) => {
            const value = lineValue(line, state);
            return Number.isFinite(value) ? value : null;
          },
        },
      ]
    : [];
  if (!narrow) return [...def.lines.map(column), ...amount];
  const kept = def.lines.filter((field) => !folds(field));
  const head = kept.find((field) => (kinds[field.kind] ?? 'text') === 'text');
  if (!head) return [...kept.map(column), ...amount];
  const under = [...def.lines.filter(folds).map(column), ...amount];
  return kept.map((field) => (field === head ? { ...column(field), under } : column(field)));
}

/** The initial values of a new line: the found product, and zero in every figure. */
export function newLine(
  def: DocumentDef,
  found: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const zeros = Object.fromEntries(
    def.lines
      .filter(({ kind }) => ['number', 'decimal', 'money', 'percent'].includes(kind))
      .map(({ name, min = 0 }) => [name, min]),
  );
  return { ...zeros, ...found };
}
