import type { MasterColumn, MasterDef } from '#shared/families/master-def.ts';
import { waitingFilter, waitingLateMs, waitingWarnMs } from '#shared/families/master-waits.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { widthOf } from '#web/parts/grid/column-defs.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { CountLink } from './Counts.tsx';
import type { Masters } from './declaration.ts';
import { Swatch } from './Swatch.tsx';
import type { ListRow } from './list-rows.ts';
import { fieldText, isUrgent } from './value-text.ts';
import type { Announcing } from './value-text.ts';
import type { TranslateMaster } from './translations.ts';

/** `author`: display name of an event's author, including jobs and policies. */
export type Speech = Omit<Announcing, 'labels'> & {
  readonly t: TranslateMaster;
  readonly author: (name: string) => string;
};

/** Display name of a record. */
export function nameOf(def: MasterDef, row: MasterRow, speech: Speech): string {
  const named = row.fields.vName ?? row.fields.vCode;
  return named === undefined ? `${speech.own('title')} ${row.id}` : String(named);
}

/** Status of a record as text. */
export function statusText(def: MasterDef, row: MasterRow, { own, t }: Pick<Speech, 'own' | 't'>): string {
  if (row.mergedInto !== null) return t('state.merged');
  if (row.iCancelFlag === 1) return t('state.cancelled');
  return row.stage !== null && def.stages ? own(`stage.${row.stage}`) : own(`state.${row.iStatus}`);
}

/** Since when a record has been waiting for somebody; null when it is not. */
export function waitsSince(def: MasterDef, row: MasterRow): string | null {
  return row.stage !== null && def.waits?.includes(row.stage) ? row.stageAt : null;
}

export function statusTone(def: MasterDef, row: MasterRow): Tone {
  if (row.iCancelFlag === 1) return 'danger';
  if (row.iStatus === 1) return 'normal';
  return def.stages && row.stage === def.stages.initial ? 'info' : 'muted';
}

/** Kinds of columns whose text comes from the declaration rather than the grid's formatter. */
const sorted = (column: MasterColumn): boolean =>
  !['references', 'choices', 'rows'].includes(column.field?.kind ?? '');

/** Converts declared columns to grid columns; on a narrow screen only name and status. */
export function listColumns(
  def: MasterDef,
  masters: Masters,
  speech: Speech,
  narrow: boolean,
): readonly GridColumn<ListRow>[] {
  const first = def.columns
    .filter(({ name }) => name !== 'iStatus' && name !== 'updatedBy' && name !== 'updatedAt')
    .slice(0, 2)
    .map(({ name }) => name);
  const columns = def.columns.map((column): GridColumn<ListRow> => {
    const { name: key, field, count } = column;
    const base: GridColumn<ListRow> = {
      key,
      label: speech.own(`column.${key}`),
      kind:
        column.kind === 'status' ||
        column.kind === 'person' ||
        column.kind === 'yesNo' ||
        column.kind === 'time'
          ? 'text'
          : column.kind,
      ...(column.width && !(narrow && column.flex) ? { width: column.width } : {}),
      ...(column.flex ? { flex: column.flex } : {}),
      ...(first.includes(key) ? { tells: true } : {}),
      ...(key === 'iStatus' ? { status: true } : {}),
      hidden: narrow ? !first.includes(key) && key !== 'iStatus' : (column.hidden ?? false),
    };
    if (key === 'iId') return { ...base, value: ({ row }) => row.id };
    if (key === 'iStatus') {
      const text = ({ row }: ListRow): string => statusText(def, row, speech);
      return {
        ...base,
        flash: true,
        value: text,
        text: text,
        showsWhy: true,
        render: (one) => {
          const tone = statusTone(def, one.row);
          return (
            <StatusWord tone={tone} dot={tone !== 'normal'}>
              {text(one)}
            </StatusWord>
          );
        },
      };
    }
    if (key === 'updatedBy') return { ...base, value: ({ row }) => speech.author(row.updatedBy) };
    if (key === 'updatedAt') return { ...base, value: ({ row }) => row.updatedAt };
    if (key === waitingFilter.name)
      return {
        ...base,
        value: ({ row }) => waitsSince(def, row),
        tone: ({ row }, now) => {
          const since = waitsSince(def, row);
          const waited = since === null ? 0 : now - Date.parse(since);
          return waited >= waitingLateMs ? 'danger' : waited >= waitingWarnMs ? 'warn' : null;
        },
      };
    if (count)
      return {
        ...base,
        value: ({ row }) => row.fields[key],
        render: ({ row }) => <CountLink count={count} row={row} masters={masters} speech={speech} />,
      };
    const text = ({ row, labels }: ListRow): string =>
      field
        ? fieldText(field, row.fields[key], { ...speech, labels }) || (field.none ?? '')
        : String(row.fields[key] ?? '');
    return {
      ...base,
      ...(field?.swatch ? { render: (one: ListRow) => <Swatch colour={text(one)} /> } : {}),
      flash: key === 'vName',
      sortable: sorted(column),
      value: text,
      text: text,
      tone: ({ row, labels }, now) => {
        if (
          row.iStatus === 0 ||
          (column.lookup && labels[`${column.lookup}:${String(row.fields[key])}`]?.iStatus === 0)
        )
          return 'muted';
        return isUrgent(field, row.fields[key], now) ? 'danger' : null;
      },
    };
  });
  return narrow ? columns : fitted(columns);
}

/** Width left for a list on a 1440 px screen beside the menu, px, without the check boxes. */
const ROOM = 1_150;

/** Hides author and time of the last change by default when they would not fit; the panel shows them. */
export function fitted(columns: readonly GridColumn<ListRow>[]): readonly GridColumn<ListRow>[] {
  let wide = columns.reduce((sum, column) => sum + (column.hidden ? 0 : widthOf(column)), 0);
  const out = new Set<string>();
  for (const key of ['updatedBy', 'updatedAt']) {
    const column = columns.find((one) => one.key === key);
    if (wide <= ROOM || !column || column.hidden) continue;
    out.add(key);
    wide -= widthOf(column);
  }
  return columns.map((column) => (out.has(column.key) ? { ...column, hidden: true } : column));
}
