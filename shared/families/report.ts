import { needOf, screenAt } from '../access/guard.ts';
import type { StoredEvent } from '../core/event.ts';
import type { Group, Need, Permission } from '../core/permission.ts';
import type { Words } from '../core/words.ts';
import type { Measure, ReportRecord } from './report-measure.ts';
import type { ScreenFace } from './screen.ts';

/** Money in paise, minutes whole, dates `YYYY-MM-DD`, instants ISO; a choice reads `<column>.<value>` in the translations. */
export type ReportColumnKind = 'text' | 'id' | 'number' | 'money' | 'minutes' | 'date' | 'instant' | 'choice' | 'place' | 'person';

export interface ReportColumn {
  readonly name: string;
  readonly kind: ReportColumnKind;
  /** Pixels on the screen; a sheet takes its width from it too. */
  readonly width: number;
  /** Every value of a choice, in the order of reading. */
  readonly choices?: readonly string[];
  readonly total?: 'sum' | 'average';
  /** A person's name: initials to all who lack this right. */
  readonly unmask?: Need;
  /** Not shown until somebody asks for it. */
  readonly hidden?: boolean;
  /** Made by the report's `.sql` from other tables; the model does not keep it. */
  readonly joined?: boolean;
}

/** Rows folded from the log, kept in a table of their own. One subject may stand for several rows. */
export interface ReportModel<S = any> {
  /** Lower case with underscores: the table is `report_<name>`. */
  readonly name: string;
  /** Raise it when the same events give other rows; the table is then built anew beside the old one. */
  readonly version: number;
  readonly streams: readonly string[];
  readonly subject: (event: StoredEvent) => string | null;
  readonly fold: (before: S | undefined, event: StoredEvent, subject: string) => S;
  readonly rows: (state: S, subject: string) => readonly (ReportRecord & { readonly id: string })[];
}

export type ReportFilter =
  | { readonly kind: 'period'; readonly column: string; readonly preset: PeriodPreset; readonly mostDays: number }
  | { readonly kind: 'place'; readonly column: string }
  | { readonly kind: 'choice'; readonly column: string }
  | { readonly kind: 'find'; readonly columns: readonly string[] };

export const periodPresets = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type PeriodPreset = (typeof periodPresets)[number];

export interface ReportChart {
  readonly kind: 'bar' | 'stack' | 'line';
  /** A date or instant column counts by business day, any other by its values. */
  readonly by: string;
  readonly split?: string;
}

/** The screen that shows the record behind a row: the first one whose right the reader holds. */
export interface ReportDrill {
  readonly need: Need;
  readonly href: (row: ReportRecord & { readonly id: string }) => string | null;
}

export interface ReportSpec<S> {
  readonly name: string;
  readonly route: string;
  readonly model: ReportModel<S>;
  readonly columns: readonly ReportColumn[];
  /** The place of operation that decides who sees a row, and the employee who sees it in any place. */
  readonly scope: { readonly place: string; readonly own?: string };
  readonly filters: readonly ReportFilter[];
  /** Columns that rows may be gathered by. */
  readonly groups: readonly string[];
  readonly measures: readonly Measure[];
  readonly chart: ReportChart;
  readonly drill: readonly ReportDrill[];
  readonly sort: { readonly column: string; readonly way: 'asc' | 'desc' };
  readonly words: Words<any>;
}

export interface ReportDef<S = any> extends ReportSpec<S>, ScreenFace {
  readonly entity: string;
  readonly group: Group;
  /** Opens the report. */
  readonly need: Need;
  /** Takes it away as a file. */
  readonly exportNeed: Permission;
}

/** One report: its route is one of the register of screens, which says the right that opens it. */
export function defineReport<S>(spec: ReportSpec<S>): ReportDef<S> {
  const screen = screenAt(spec.route);
  if (!screen?.entity || !screen.group) throw new Error(`${spec.name}: ${spec.route} is no screen with a right of its own.`);
  const { entity, group, guard } = screen;
  checkNames(spec);
  return { ...spec, entity, group, guard, need: needOf(screen), exportNeed: `${group}/${entity}:${guard === 'report' ? 'export' : 'view'}` };
}

function checkNames(spec: ReportSpec<any>): void {
  const known = new Set(spec.columns.map(({ name }) => name));
  const named = [
    spec.scope.place,
    spec.scope.own,
    spec.sort.column,
    spec.chart.by,
    spec.chart.split,
    ...spec.groups,
    ...spec.filters.flatMap((filter) => (filter.kind === 'find' ? filter.columns : [filter.column])),
    ...spec.measures.flatMap(({ of, where }) => [of, where?.column]),
  ];
  for (const name of named) if (name !== undefined && !known.has(name)) throw new Error(`${spec.name}: there is no column ${name}.`);
}

/** `AR` of `Asha Rao`: what is left of a person's name for those who may not read it whole. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('');
}
