import type { StoredEvent } from '#shared/core/event.ts';
import { streamName } from '#shared/core/event.ts';
import type { ReportColumnKind, ReportDef, ReportModel, StoredColumn } from '#shared/families/report.ts';
import type { ReportRecord } from '#shared/families/report-measure.ts';
import type { SqlTables, SqlViewDef } from '../../views/sql-view.ts';
import { jsonText } from '#server/store/json-text.ts';
import { collated } from '../master/list-query.ts';
import { isTextual } from './report-query.ts';

const types: Readonly<Record<ReportColumnKind, string>> = {
  text: 'text',
  id: 'text',
  person: 'text',
  choice: 'text',
  choices: 'text',
  date: 'text',
  month: 'text',
  datetime: 'timestamptz',
  number: 'bigint',
  money: 'bigint',
  minutes: 'bigint',
  seconds: 'bigint',
  place: 'integer',
  days: 'text',
};
const perInsert = 500;

/** One view for each model; reports over the same model share its table. */
export function reportViews(defs: readonly ReportDef[]): readonly SqlViewDef[] {
  for (const name of repeated(defs.map((def) => def.name)))
    throw new Error(`Two reports are called ${name}.`);
  const models = [...new Set(defs.map(({ model }) => model))];
  for (const name of repeated(models.map((model) => model.name)))
    throw new Error(`Two models are called ${name}.`);
  const folded = defs.filter(({ model }) => !model.kept);
  return [...Map.groupBy(folded, ({ model }) => model)].map(([model, reports]) => modelView(model, reports));
}

export const reportTable = ({ name }: Pick<ReportModel, 'name'>): string => `report_${name}`;

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, place) => names.indexOf(name) !== place);

/** The stored columns of a model: those that its reports name. A column has one kind in all of them. */
function columnsOf(reports: readonly ReportDef[]): readonly StoredColumn[] {
  const found = new Map<string, { readonly column: StoredColumn; readonly by: string }>();
  for (const { name: by, columns, from = [] } of reports)
    for (const column of [...columns.filter(({ joined }) => !joined), ...from]) {
      const other = found.get(column.name);
      if (other && other.column.kind !== column.kind)
        throw new Error(
          `${by}: ${column.name} is ${column.kind} here and ${other.column.kind} in ${other.by}.`,
        );
      found.set(column.name, { column, by: other?.by ?? by });
    }
  return [...found.values()].map(({ column }) => column);
}

function modelView(model: ReportModel, reports: readonly ReportDef[]): SqlViewDef {
  const columns = columnsOf(reports);
  const rows = reportTable(model);
  return {
    name: rows,
    version: model.version,
    streams: model.streams,
    tables: {
      [rows]: {
        table: (table) =>
          `create table ${table} (id text primary key, subject text not null, ${columns.map(typed).join(', ')})`,
        indexes: (table) =>
          [`create index on ${table} (subject);`, ...sortIndexes(table, reports)].join('\n'),
      },
      [`${rows}_subjects`]: {
        table: (table) => `create table ${table} (id text primary key, state jsonb not null)`,
        indexes: () => '',
      },
    },
    apply: (events, tables) => apply(events, tables, model, columns),
  };
}

const typed = ({ name, kind }: StoredColumn): string => `"${name}" ${types[kind]}`;

/** The sort in which each report opens, and the period that narrows it: pages are then index-only. */
function sortIndexes(table: string, reports: readonly ReportDef[]): string[] {
  const joined = new Set(
    reports.flatMap((def) => def.columns.filter((one) => one.joined).map(({ name }) => name)),
  );
  const kinds = new Map(reports.flatMap((def) => def.columns.map(({ name, kind }) => [name, kind] as const)));
  const names = reports.flatMap((def) => [
    def.sort.column,
    ...def.filters.flatMap((one) => (one.kind === 'period' ? [one.name] : [])),
  ]);
  return [...new Set(names)]
    .filter((name) => !joined.has(name))
    .map((name) => (isTextual(kinds.get(name)!) ? collated(`"${name}"`) : `"${name}"`))
    .map((value) => `create index on ${table} (${value} desc nulls last, id desc);`);
}

/** Folds a batch: the states it touches are read once, folded in memory, and their rows written anew. */
async function apply(
  events: readonly StoredEvent[],
  { client, table }: SqlTables,
  model: ReportModel,
  columns: readonly StoredColumn[],
): Promise<void> {
  const rows = table(reportTable(model));
  const subjects = table(`${reportTable(model)}_subjects`);
  const touched = events.flatMap((event) => {
    const subject = model.streams.includes(streamName(event.stream)) ? model.subject(event) : null;
    return subject === null ? [] : [{ event, subject }];
  });
  if (touched.length === 0) return;
  const keys = [...new Set(touched.map(({ subject }) => subject))];
  const have = await client.query<{ id: string; state: unknown }>(
    `select id, state from ${subjects} where id = any($1::text[])`,
    [keys],
  );
  const states = new Map<string, unknown>(have.rows.map(({ id, state }) => [id, state]));
  for (const { event, subject } of touched)
    states.set(subject, model.fold(states.get(subject), event, subject));
  await client.query(
    `insert into ${subjects} (id, state) select id, state from jsonb_to_recordset($1::jsonb) as s(id text, state jsonb) on conflict (id) do update set state = excluded.state`,
    [jsonText([...states].map(([id, state]) => ({ id, state })))],
  );
  await client.query(`delete from ${rows} where subject = any($1::text[])`, [keys]);
  const made: ReportRecord[] = [...states].flatMap(([subject, state]) =>
    model.rows(state, subject).map((row) => ({ ...row, subject })),
  );
  const names = ['id', 'subject', ...columns.map(({ name }) => `"${name}"`)].join(', ');
  for (let i = 0; i < made.length; i += perInsert)
    await client.query(
      `insert into ${rows} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as r(id text, subject text, ${columns.map(typed).join(', ')})`,
      [jsonText(made.slice(i, i + perInsert))],
    );
}
