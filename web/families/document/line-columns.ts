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

/** The declared fields of a line as columns; those that this stage and person may edit are editable. */
export function lineColumns(
  def: DocumentDef,
  state: Pick<DocumentState, 'header' | 'place'>,
  edit: DocumentEdit | null,
  own: Translate,
  narrow: boolean,
): readonly LineColumn<DocumentLine>[] {
  const typed = new Set(edit?.lines ?? []);
  const fields = def.lines.filter(({ wide, name }) => !(narrow && wide) || typed.has(name));
  const columns: LineColumn<DocumentLine>[] = fields.map((field) => ({
    key: field.name,
    label: own(`line.${field.name}`),
    kind: kinds[field.kind] ?? 'text',
    ...(field.width ? { width: field.width } : {}),
    ...(field.min === undefined ? {} : { min: field.min }),
    ...(field.max === undefined ? {} : { max: field.max }),
    ...(field.options ? { choices: choicesOf(field, own) } : {}),
    editable: typed.has(field.name) && field.lookup !== 'product',
  }));
  const { lineValue } = def;
  if (!lineValue) return columns;
  const amount = (line: DocumentLine): number | null => {
    const value = lineValue(line, state);
    return Number.isFinite(value) ? value : null;
  };
  return [
    ...columns,
    { key: 'lineValue', label: own('line.value'), kind: 'money', width: 110, editable: false, value: amount },
  ];
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
