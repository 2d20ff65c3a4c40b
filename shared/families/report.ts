import { initialOf } from '../core/cut.ts';
import { needOf, screenAt } from '../access/guard.ts';
import type { StoredEvent } from '../core/event.ts';
import type { Group, Need, Permission } from '../core/permission.ts';
import type { Translations } from '../core/translations.ts';
import type { Measure, MeasureWhere, ReportRecord } from './report-measure.ts';
import type { FieldKind } from './field.ts';
import type { ScreenFace } from './screen.ts';

/**
 * Money in paise, whole minutes and seconds, dates `YYYY-MM-DD`, months `YYYY-MM`, instants ISO; a choice is
 * labelled `<column>.<value>` in the translations. `choices` are several, separated
 * by commas. `days` is a month day by day (`report-days.ts`): a state is
 * labelled like a choice, its letter is `<column>.<state>.sign`, a mark of a day `<column>.mark.<mark>`.
 */
export type ReportColumnKind = Extract<
  FieldKind,
  | 'text'
  | 'id'
  | 'number'
  | 'money'
  | 'minutes'
  | 'seconds'
  | 'date'
  | 'month'
  | 'datetime'
  | 'choice'
  | 'choices'
  | 'place'
  | 'person'
  | 'days'
>;

/** How a value of a choice is coloured: states that a person must see, and those that confirm. */
export type ReportTone = 'danger' | 'warn' | 'ok' | 'info' | 'muted';

export interface ReportColumn {
  readonly name: string;
  readonly kind: ReportColumnKind;
  /** Width in pixels; spreadsheets derive theirs from it. */
  readonly width: number;
  /** All values of a choice, or all states of a day, in display order. */
  readonly options?: readonly string[];
  /** Colours of those that differ from the ordinary. */
  readonly tones?: Readonly<Partial<Record<string, ReportTone>>>;
  readonly total?: 'sum' | 'average';
  /** `minutes`: working time, counted in hours and never in days. */
  readonly hours?: true;
  /** A person's name, shown as initials without this right. */
  readonly unmask?: Need;
  /** `text`: who did it; a job, a policy or an outside service is shown by its display name. */
  readonly author?: true;
  /** `text`: a vital or an assay, shown by its name in the language of the reader. */
  readonly clinical?: true;
  /** Hidden by default. */
  readonly hidden?: boolean;
  /** Joined in by the report's `.sql`; not stored by the model. */
  readonly joined?: boolean;
}

/** A column that a model stores, for the `.sql` of a report that shows other rows. */
export type StoredColumn = Pick<ReportColumn, 'name' | 'kind'>;

type KeysOf<R> = R extends unknown ? keyof R & string : never;
type RowKeys<M extends ReportModel> = M extends { readonly kept: true }
  ? string
  : KeysOf<ReturnType<M['rows']>[number]>;

/** A column that the rows of a model have, or that the report's `.sql` joins in. */
export type ReportColumnOf<M extends ReportModel> = Omit<ReportColumn, 'name' | 'joined'> &
  (
    | { readonly name: RowKeys<M>; readonly joined?: boolean }
    | { readonly name: string; readonly joined: true }
  );

/** Rows folded from the log into a table of their own. One subject may have several rows. */
/** `E` are the events of its streams: `EventOf<typeof order>`. */
export interface ReportModel<S = any, E extends StoredEvent = StoredEvent> {
  /** Lower case with underscores: the table is `report_<name>`. */
  readonly name: string;
  /** Increment when the same events give other rows; the table is then rebuilt beside the old one. */
  readonly version: number;
  /** Its rows are written by the server beside the log; the model's `.sql` reads them. */
  readonly kept?: true;
  readonly streams: readonly string[];
  subject(event: E): string | null;
  /** The streams of one subject, where these are not `<stream>-<subject>`; null where the subject does not name them. */
  readonly streamsOf?: ((subject: string) => readonly string[]) | null;
  fold(before: S | undefined, event: E, subject: string): S;
  readonly rows: (state: S, subject: string) => readonly (ReportRecord & { readonly id: string })[];
}

export type ReportFilter =
  | {
      readonly kind: 'period';
      readonly name: string;
      readonly preset: PeriodPreset;
      readonly mostDays: number;
    }
  | { readonly kind: 'place'; readonly name: string }
  | { readonly kind: 'choice'; readonly name: string }
  /** Records that occur in the report's rows: `name` is the column of their ids, `shown` that of their names. */
  | { readonly kind: 'reference'; readonly name: string; readonly shown: string }
  | { readonly kind: 'find'; readonly columns: readonly string[] };

export const periodPresets = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth'] as const;
export type PeriodPreset = (typeof periodPresets)[number];

export interface ReportChart {
  readonly kind: 'bar' | 'stack' | 'line';
  /** A date or instant column is grouped by business day, any other by value. */
  readonly by: string;
  readonly split?: string;
  /** A column with a total of kind `sum`, shown in place of the number of rows. */
  readonly of?: string;
}

/**
 * Screens that show the record behind a row; the first one the viewer may open is used. `day` is the day of a
 * `days` column that the row was opened at, if any.
 */
export interface ReportDrill {
  readonly need: Need;
  readonly href: (row: ReportRecord & { readonly id: string }, day?: string) => string | null;
}

export interface ReportSpec<S> {
  readonly name: string;
  readonly route: string;
  readonly model: ReportModel<S>;
  readonly columns: readonly ReportColumn[];
  /**
   * The rows are made by the report's own `.sql` from these columns of the model; every column of the report
   * is then `joined`.
   */
  readonly from?: readonly StoredColumn[];
  /**
   * The column with the place of operation that limits access, and the employee who may see the row in any
   * place; `team` is the employee whose managers, direct or not, see the row in any place. `place` is null
   * where rows belong to no place: everybody who may open the report sees them all.
   */
  readonly scope: { readonly place: string | null; readonly own?: string; readonly team?: string };
  /** The rows of the model that this report is about. */
  readonly only?: MeasureWhere;
  /** Lists of whole numbers that its `.sql` names, such as `:designations`. */
  readonly values?: Readonly<Record<string, readonly number[]>>;
  /** A `period` over a column of kind `month` is a choice of months: its days are always whole months. */
  readonly filters: readonly ReportFilter[];
  /** Columns that rows may be grouped by; each group has its totals and measures. */
  readonly groups: readonly string[];
  /** The group that the report opens with. */
  readonly groupedBy?: string;
  readonly measures: readonly Measure[];
  readonly chart: ReportChart;
  readonly drill: readonly ReportDrill[];
  readonly sort: { readonly column: string; readonly way: 'asc' | 'desc' };
  readonly translations: Translations<any>;
}

export interface ReportDef<S = any> extends ReportSpec<S>, ScreenFace {
  readonly entity: string;
  readonly group: Group;
  /** Right to open the report. */
  readonly need: Need;
  /** Right to export it; of a list that an entity guards, only full access to the entity has it. */
  readonly exportNeed: Permission;
}

/**
 * Whether the events behind a row can be found: it is folded from the streams of one subject. Others are made by SQL, written beside the
 * log, or folded from streams that their subject does not name.
 */
export const hasEvents = ({ from, model }: Pick<ReportDef, 'from' | 'model'>): boolean =>
  from === undefined && model.kept !== true && model.streamsOf !== null;

/** The streams whose events a subject's rows are folded from. */
export const streamsOf = ({ streams, streamsOf: own }: ReportModel, subject: string): readonly string[] =>
  own ? own(subject) : streams.map((name) => `${name}-${subject}`);

/** Defines a report; its route's entry in the screen register determines the right that opens it. */
export function defineReport<M extends ReportModel>(
  spec: Omit<ReportSpec<any>, 'model' | 'columns'> & {
    readonly model: M;
    readonly columns: readonly ReportColumnOf<M>[];
  },
): ReportDef {
  const screen = screenAt(spec.route);
  if (!screen?.entity || !screen.group)
    throw new Error(`${spec.name}: ${spec.route} is no screen with a right of its own.`);
  const { entity, group, guard } = screen;
  checkNames(spec);
  return {
    ...spec,
    entity,
    group,
    guard,
    need: needOf(screen),
    exportNeed: `${group}/${entity}:export`,
  };
}

function checkNames(spec: ReportSpec<any>): void {
  const known = new Set(spec.columns.map(({ name }) => name));
  const named = [
    spec.scope.place ?? undefined,
    spec.scope.own,
    spec.scope.team,
    spec.only?.column,
    spec.chart.of,
    spec.sort.column,
    spec.chart.by,
    spec.chart.split,
    ...spec.groups,
    ...spec.filters.flatMap((filter) =>
      filter.kind === 'find'
        ? filter.columns
        : filter.kind === 'reference'
          ? [filter.name, filter.shown]
          : [filter.name],
    ),
    ...spec.measures.flatMap(({ of, per, where, among }) => [of, per, where?.column, among?.column]),
  ];
  for (const name of named)
    if (name !== undefined && !known.has(name)) throw new Error(`${spec.name}: there is no column ${name}.`);
  if (spec.groupedBy !== undefined && !spec.groups.includes(spec.groupedBy))
    throw new Error(`${spec.name}: rows are not grouped by ${spec.groupedBy}.`);
}

/** Initials of a name: `AR` for `Asha Rao`. */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => initialOf(part).toUpperCase())
    .join('');
}
