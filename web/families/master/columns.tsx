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
import type { Saying } from './value-text.ts';
import type { SayMaster } from './words.ts';

/** `author`: whoever wrote an event, a job of the house in words. */
export type Speech = Omit<Saying, 'labels'> & { readonly t: SayMaster; readonly author: (name: string) => string };

/** What a record goes by. */
export function nameOf(def: MasterDef, row: MasterRow, speech: Speech): string {
  const named = row.fields.vName ?? row.fields.vCode;
  return named === undefined ? `${speech.own('title')} ${row.id}` : String(named);
}

/** Where a record stands, in a word. */
export function standingText(def: MasterDef, row: MasterRow, { own, t }: Pick<Speech, 'own' | 't'>): string {
  if (row.mergedInto !== null) return t('state.merged');
  if (row.iCancelFlag === 1) return t('state.cancelled');
  return row.stage !== null && def.stages ? own(`stage.${row.stage}`) : own(`state.${row.iStatus}`);
}

/** Since when a record waits for somebody; null when it does not. */
export function waitsSince(def: MasterDef, row: MasterRow): string | null {
  return row.stage !== null && def.waits?.includes(row.stage) ? row.stageAt : null;
}

export function standingTone(def: MasterDef, row: MasterRow): Tone {
  if (row.iCancelFlag === 1) return 'danger';
  if (row.iStatus === 1) return 'ok';
  return def.stages && row.stage === def.stages.initial ? 'info' : 'muted';
}

/** Kinds of columns whose value says more than its own kind: the text comes from the declaration. */
const sorted = (column: MasterColumn): boolean => !['references', 'choices', 'rows'].includes(column.field?.kind ?? '');

/** The declared columns as the grid takes them; on a hand's width only what names a record and where it stands. */
export function listColumns(def: MasterDef, masters: Masters, speech: Speech, narrow: boolean): readonly GridColumn<ListRow>[] {
  const first = def.columns
    .filter(({ key }) => key !== 'iStatus' && key !== 'updatedBy' && key !== 'updatedAt')
    .slice(0, 2)
    .map(({ key }) => key);
  const columns = def.columns.map((column): GridColumn<ListRow> => {
    const { key, field, count } = column;
    const base: GridColumn<ListRow> = {
      key,
      label: speech.own(`column.${key}`),
      kind: column.kind === 'status' || column.kind === 'person' || column.kind === 'flag' || column.kind === 'time' ? 'text' : column.kind,
      ...(column.width && !(narrow && column.flex) ? { width: column.width } : {}),
      ...(column.flex ? { flex: column.flex } : {}),
      hidden: narrow ? !first.includes(key) && key !== 'iStatus' : (column.hidden ?? false),
    };
    if (key === 'iId') return { ...base, value: ({ row }) => row.id };
    if (key === 'iStatus') {
      const said = ({ row }: ListRow): string => standingText(def, row, speech);
      return {
        ...base,
        flash: true,
        value: said,
        text: said,
        showsWhy: true,
        render: (one) => (
          <StatusWord tone={standingTone(def, one.row)} dot>
            {said(one)}
          </StatusWord>
        ),
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
      return { ...base, value: ({ row }) => row.fields[key], render: ({ row }) => <CountLink count={count} row={row} masters={masters} speech={speech} /> };
    const said = ({ row, labels }: ListRow): string =>
      field ? fieldText(field, row.fields[key], { ...speech, labels }) || (field.none ?? '') : String(row.fields[key] ?? '');
    return {
      ...base,
      ...(field?.swatch ? { render: (one: ListRow) => <Swatch colour={said(one)} /> } : {}),
      flash: key === 'vName',
      sortable: sorted(column),
      value: said,
      text: said,
      tone: ({ row, labels }, now) => {
        if (row.iStatus === 0 || (column.lookup && labels[`${column.lookup}:${String(row.fields[key])}`]?.iStatus === 0)) return 'muted';
        return isUrgent(field, row.fields[key], now) ? 'danger' : null;
      },
    };
  });
  return narrow ? columns : fitted(columns);
}

/** What is left for a list on a screen of 1440 px beside the menu, px: its own room less the boxes to choose rows by. */
const ROOM = 1_150;

/** A wide list begins without who changed a record last and when, which its panel says, if it would otherwise be pushed out of sight. */
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
