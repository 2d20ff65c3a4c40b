import { createElement } from 'react';
import { authorText } from '#shared/core/authors.ts';
import type { DocumentDef, DocumentList } from '#shared/families/document.ts';
import type { ColumnDef } from '#shared/families/screen.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import type { GridRow } from '#web/parts/grid/source.ts';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { formatAge } from '#web/locales/formats.ts';
import { languageNow, type Translate } from '#web/locales/translations.ts';
import { StatusCell } from './StatusCell.tsx';

export type ListRow = GridRow & Readonly<Record<string, unknown>>;
const member = (row: ListRow, key: string): unknown => row[key];
const MINUTE = 60_000;
const warnPart = 0.8;

/** The columns on a phone. */
const narrowKeys = new Set([
  'to',
  'number',
  'product',
  'supplier',
  'customer',
  'stage',
  'open',
  'value',
  'label',
  'batch',
]);

export function listColumns(
  def: DocumentDef,
  list: DocumentList,
  own: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): readonly GridColumn<ListRow>[] {
  return list.columns.map((column) => gridColumn(column, def, list, own, place, narrow));
}

function gridColumn(
  column: ColumnDef,
  def: DocumentDef,
  list: DocumentList,
  own: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): GridColumn<ListRow> {
  const { name: key, filter: _filter, of, ...plain } = column;
  const base: GridColumn<ListRow> = {
    ...plain,
    key,
    label: own(`column.${column.name}`),
    ...(of ? { of } : {}),
    hidden: narrow ? !narrowKeys.has(column.name) : (column.hidden ?? false),
  };
  switch (column.kind) {
    case 'place':
      return {
        ...base,
        kind: 'text',
        text: (row) =>
          place(typeof member(row, column.name) === 'number' ? Number(member(row, column.name)) : null),
      };
    case 'person':
      return {
        ...base,
        kind: 'text',
        text: (row) =>
          authorText((member(row, column.name) as { name?: string } | null)?.name ?? '', languageNow()),
      };
    case 'status': {
      const value = (row: ListRow): string => String(member(row, column.name) ?? '');
      const said = (row: ListRow): string =>
        value(row) === '' ? '' : own(`${of ?? column.name}.${value(row)}`);
      const tone = (row: ListRow): Tone => def.tones?.[value(row)] ?? 'muted';
      return {
        ...base,
        text: said,
        render: (row) =>
          said(row) === '' ? null : createElement(StatusCell, { tone: tone(row), text: said(row) }),
      };
    }
    case 'age': {
      const due = list.sla ? list.sla.minutes * MINUTE : null;
      const age = (row: ListRow, now: number): number => now - Date.parse(String(member(row, column.name)));
      return {
        ...base,
        text: (row, now) => (member(row, column.name) ? formatAge(age(row, now)) : ''),
        tone: (row, now) =>
          due === null
            ? null
            : age(row, now) >= due
              ? 'danger'
              : age(row, now) >= due * warnPart
                ? 'warn'
                : null,
      };
    }
    default:
      return base;
  }
}
