import { createElement } from 'react';
import { authorText } from '#shared/core/authors.ts';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { ColumnDef } from '#shared/families/screen.ts';
import { formatAge, formatCountdown } from '#web/locales/formats.ts';
import { languageNow, type Translate } from '#web/locales/translations.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { AtWork } from './AtWork.tsx';
import { isDecided } from './counts.ts';
import { member } from './filters.ts';
import { HolderCell } from './HolderCell.tsx';
import { StatusCell } from './StatusCell.tsx';
import type { TranslateQueue } from './translations.ts';

export interface ColumnParts {
  readonly own: Translate;
  readonly t: TranslateQueue;
  readonly place: (id: number) => string;
  readonly language: (code: string) => string;
  /** The feed whose viewers are shown; null when viewing the past. */
  readonly feed: string | null;
  /** The instant being viewed; null for now. */
  readonly at: number | null;
  readonly narrow: boolean;
  /** Why a row cannot be called now, in words; for queues whose rows are called. */
  readonly shut?: ((row: QueueRow, now: number) => string | null) | undefined;
}

/** The name of a person, or of the service or policy that stands where a person could. */
export function personText(value: unknown): string {
  const one = value as { readonly empId?: number | null; readonly name?: string } | null | undefined;
  const name = one?.name ?? '';
  return one?.empId == null ? authorText(name, languageNow()) : name;
}

/** Why a row stands before more urgent ones: pinned by a lead, or by the queue's own rule. */
export function firstText(
  { first }: Pick<QueueDef, 'first'>,
  row: QueueRow,
  { t, own }: Pick<ColumnParts, 't' | 'own'>,
): string | null {
  if (row.pinned) return t('pinned');
  const key = first?.(row) ?? null;
  return key === null ? null : own(`first.${key}`);
}

/** Columns shown on a phone. */
const narrowKinds: readonly ColumnDef['kind'][] = ['sla', 'holder', 'callable'];

/** The column that identifies the row beside its reference: its first wide text or person. */
export function mainColumn({ columns }: Pick<QueueDef, 'columns'>): ColumnDef | undefined {
  return columns.find(({ kind, flex }) => (kind === 'text' || kind === 'person') && flex !== undefined);
}

/** Converts declared columns to grid columns: the deadline first, the holder last. */
export function gridColumns(def: QueueDef, parts: ColumnParts): readonly GridColumn<QueueRow>[] {
  const first = def.columns.filter(({ kind }) => kind === 'sla');
  const essential = ['ref', mainColumn(def)?.name, ...(def.lease ? [] : ['enteredAt'])];
  return [...first, ...def.columns.filter(({ kind }) => kind !== 'sla')].map((column) =>
    columnOf(column, parts, def, narrowKinds.includes(column.kind) || essential.includes(column.name)),
  );
}

function columnOf(
  column: ColumnDef,
  parts: ColumnParts,
  def: Pick<QueueDef, 'tones' | 'first'>,
  essential: boolean,
): GridColumn<QueueRow> {
  const { own, at, narrow } = parts;
  const { tones } = def;
  const clock = (now: number): number => at ?? now;
  const { name: key, filter: _filter, of, ...plain } = column;
  const base: GridColumn<QueueRow> = {
    ...plain,
    key,
    label: own(`column.${column.name}`),
    ...(of ? { of } : {}),
    hidden: narrow ? !essential : (column.hidden ?? false),
    // on a phone the time left is more important than the number: the name identifies the row
    ...(narrow && column.kind === 'id' ? { folds: 'first' as const } : {}),
  };
  switch (column.kind) {
    case 'sla':
      return {
        ...base,
        ...(narrow ? { width: 74 } : {}),
        warn: 'warnAt',
        text: (row, now) => (row.breachAt ? formatCountdown(Date.parse(row.breachAt) - clock(now)) : ''),
        tone: (row, now) =>
          !row.breachAt || row.state === 'parked'
            ? 'muted'
            : clock(now) >= Date.parse(row.breachAt)
              ? 'danger'
              : row.warnAt && clock(now) >= Date.parse(row.warnAt)
                ? 'warn'
                : null,
      };
    case 'age':
      return {
        ...base,
        text: (row, now) =>
          member(row, column.name)
            ? formatAge(clock(now) - Date.parse(String(member(row, column.name))))
            : '',
      };
    case 'place':
      return { ...base, text: (row) => nameOr(row.pooId, parts.place) };
    case 'language':
      return { ...base, text: (row) => nameOr(row.language, parts.language) };
    case 'person':
      return {
        ...base,
        text: (row) => personText(member(row, column.name)),
      };
    case 'status': {
      const key = (row: QueueRow): string =>
        column.name === 'state' && isDecided(row)
          ? `stage.${row.stage ?? ''}`
          : member(row, column.name)
            ? `${of}.${String(member(row, column.name))}`
            : '';
      const text = (row: QueueRow): string => (key(row) === '' ? '' : own(key(row)));
      return {
        ...base,
        text: text,
        render: (row) =>
          createElement(StatusCell, {
            tone: tones[key(row).split('.')[1] ?? ''] ?? 'muted',
            text: text(row),
          }),
      };
    }
    case 'holder':
      return {
        ...base,
        ...(narrow ? { width: 96 } : {}),
        showsWhy: true,
        text: (row, now) =>
          row.holder
            ? `${row.holder.name} · ${formatAge(clock(now) - Date.parse(row.holder.since))}`
            : (firstText(def, row, parts) ?? ''),
        render: (row) =>
          createElement(HolderCell, { row, feed: parts.feed, first: firstText(def, row, parts) }),
      };
    case 'atWork':
      return {
        ...base,
        sortable: false,
        render: (row) =>
          createElement(AtWork, {
            empId: Number((member(row, of ?? '') as { empId?: number } | null)?.empId ?? 0),
          }),
      };
    case 'callable':
      return {
        ...base,
        sortable: false,
        text: (row, now) => parts.shut?.(row, clock(now)) ?? '',
        tone: () => 'muted',
      };
    case 'progress':
      return { ...base, flash: true };
    default:
      return base;
  }
}

function nameOr<T>(value: T | null, name: (value: T) => string): string {
  return value === null ? '' : name(value);
}
