import { createElement } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { ColumnDef } from '#shared/families/screen.ts';
import { formatAge, formatCountdown } from '#web/words/formats.ts';
import type { Say } from '#web/words/words.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { AtWork } from './AtWork.tsx';
import { isDecided } from './counts.ts';
import { member } from './filters.ts';
import { HolderCell } from './HolderCell.tsx';
import { StatusCell } from './StatusCell.tsx';
import type { SayQueue } from './words.ts';

export interface ColumnParts {
  readonly own: Say;
  readonly t: SayQueue;
  readonly place: (id: number) => string;
  readonly language: (code: string) => string;
  /** The feed whose onlookers are shown; null in the past. */
  readonly feed: string | null;
  /** The moment that is looked at; null for now. */
  readonly at: number | null;
  readonly narrow: boolean;
}

/** What stays on a screen of a hand's width. */
const narrowKinds: readonly ColumnDef['kind'][] = ['sla', 'holder'];

/** The column that names the row beside its reference: its first wide text or person. */
export function mainColumn({ columns }: Pick<QueueDef, 'columns'>): ColumnDef | undefined {
  return columns.find(({ kind, flex }) => (kind === 'text' || kind === 'person') && flex !== undefined);
}

/** The declared columns as the grid takes them: what runs out first, who holds it last. */
export function gridColumns(def: QueueDef, parts: ColumnParts): readonly GridColumn<QueueRow>[] {
  const first = def.columns.filter(({ kind }) => kind === 'sla');
  const essential = ['ref', mainColumn(def)?.key, ...(def.lease ? [] : ['enteredAt'])];
  return [...first, ...def.columns.filter(({ kind }) => kind !== 'sla')].map((column) =>
    columnOf(column, parts, def.tones, narrowKinds.includes(column.kind) || essential.includes(column.key)),
  );
}

function columnOf(column: ColumnDef, parts: ColumnParts, tones: QueueDef['tones'], essential: boolean): GridColumn<QueueRow> {
  const { own, at, narrow } = parts;
  const clock = (now: number): number => at ?? now;
  const { filter: _filter, of, ...plain } = column;
  const base: GridColumn<QueueRow> = {
    ...plain,
    label: own(`column.${column.key}`),
    ...(of ? { of } : {}),
    hidden: narrow ? !essential : (column.hidden ?? false),
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
      return { ...base, text: (row, now) => (member(row, column.key) ? formatAge(clock(now) - Date.parse(String(member(row, column.key)))) : '') };
    case 'poo':
      return { ...base, text: (row) => nameOr(row.pooId, parts.place) };
    case 'language':
      return { ...base, text: (row) => nameOr(row.language, parts.language) };
    case 'person':
      return { ...base, text: (row) => String((member(row, column.key) as { name?: string } | null)?.name ?? '') };
    case 'status': {
      const key = (row: QueueRow): string =>
        column.key === 'state' && isDecided(row) ? `stage.${row.stage ?? ''}` : member(row, column.key) ? `${of}.${String(member(row, column.key))}` : '';
      const said = (row: QueueRow): string => (key(row) === '' ? '' : own(key(row)));
      return { ...base, text: said, render: (row) => createElement(StatusCell, { tone: tones[key(row).split('.')[1] ?? ''] ?? 'muted', text: said(row) }) };
    }
    case 'holder':
      return {
        ...base,
        ...(narrow ? { width: 96 } : {}),
        showsWhy: true,
        text: (row, now) => (row.holder ? `${row.holder.name} · ${formatAge(clock(now) - Date.parse(row.holder.since))}` : ''),
        render: (row) => createElement(HolderCell, { row, feed: parts.feed }),
      };
    case 'atWork':
      return {
        ...base,
        sortable: false,
        render: (row) => createElement(AtWork, { empId: Number((member(row, of ?? '') as { empId?: number } | null)?.empId ?? 0) }),
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
