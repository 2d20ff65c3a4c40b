import type { PoolClient } from 'pg';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { ReportDef } from '#shared/families/report.ts';
import { reportLimits, type ReportCheck, type ReportFigures } from '#shared/families/report-wire.ts';
import { eventColumns, queryEvents } from '../../store/event-row.ts';
import { applyBatch, type SqlViewDef } from '../../views/sql-view.ts';
import { Values } from '../master/list-query.ts';
import { readFigures, sourceSql } from './read-report.ts';
import { whereSql, type ReportQuery } from './report-query.ts';

/** A replay that takes longer is given up. */
const mostMs = 30_000;
const batch = 1_000;

type Checked = Omit<ReportCheck, 'from' | 'to' | 'at'>;

/**
 * Computes the figures and rows of a filter twice, as of one instant: from the model's table, and from its
 * events replayed into a temporary table of the same name, which the same statements then find first. The
 * transaction must be taken back. Tables that the report joins in are read as they are.
 */
export async function checkReport(
  client: PoolClient,
  def: ReportDef,
  view: SqlViewDef,
  query: ReportQuery,
  viewer: Viewer,
  gone: AbortSignal,
): Promise<Checked> {
  const until = performance.now() + mostMs;
  const inUse = (
    await client.query<{ version: number; position: string }>(
      'select version, position from sql_views where name = $1',
      [view.name],
    )
  ).rows[0];
  if (inUse?.version !== view.version) throw refuse('reportNotReplayable', 409);
  const position = Number(inUse.position);
  const shown = await readFigures(client, def, query, viewer);
  await keepRows(client, def, query, viewer, 'shown');
  const events = await replay(client, view, position, () => {
    if (gone.aborted || performance.now() > until) throw refuse('reportTooLong', 422);
  });
  const anew = await readFigures(client, def, query, viewer);
  await keepRows(client, def, query, viewer, 'anew');
  const { rows } = await client.query<{ id: string; n: string }>(
    `select id, count(*) over () as n from pg_temp.checked_shown a full join pg_temp.checked_anew b using (id) where a.cells is distinct from b.cells order by id limit ${reportLimits.differing}`,
  );
  const figures = compared(shown, anew);
  const differing = Number(rows[0]?.n ?? 0);
  return {
    same: differing === 0 && figures.every((one) => one.shown === one.anew),
    figures,
    rows: shown.total,
    differing,
    ids: rows.map(({ id }) => id),
    events,
    position,
  };
}

/** Keeps each row of the filter as the hash of its cells. */
async function keepRows(
  client: PoolClient,
  def: ReportDef,
  query: ReportQuery,
  viewer: Viewer,
  side: 'shown' | 'anew',
): Promise<void> {
  const values = new Values();
  const where = whereSql(def, query, viewer, values);
  const cells = def.columns.map(({ name }) => `r."${name}"`).join(', ');
  await client.query(`create temporary table checked_${side} (id text, cells text)`);
  await client.query(
    `insert into pg_temp.checked_${side} select r.id::text, md5(row(${cells})::text) from ${sourceSql(def, query.now)} where ${where}`,
    values.list,
  );
}

/** Folds the events of a view into temporary tables with the names of its own; returns their number. */
async function replay(client: PoolClient, view: SqlViewDef, upTo: number, goOn: () => void): Promise<number> {
  const table = (name: string): string => `pg_temp.${name}`;
  for (const [name, make] of Object.entries(view.tables)) {
    await client.query(make.table(table(name)));
    await client.query(make.indexes(table(name)));
  }
  let count = 0;
  for (let at = 0; ;) {
    goOn();
    const events = await queryEvents(client, {
      text: `select ${eventColumns} from events where position > $1 and position <= $2 and name = any($3) order by position limit ${batch}`,
      values: [at, upTo, view.streams],
    });
    if (events.length === 0) return count;
    await applyBatch(view, events, { client, table });
    count += events.length;
    at = events[events.length - 1]!.position;
  }
}

function compared(shown: ReportFigures, anew: ReportFigures): Checked['figures'] {
  const all = ({ total, totals, measures }: ReportFigures): [string, number | null][] => [
    ['total', total],
    ...Object.entries(totals).map(([name, value]): [string, number | null] => [`total.${name}`, value]),
    ...Object.entries(measures).map(([name, value]): [string, number | null] => [`measure.${name}`, value]),
  ];
  const other = new Map(all(anew));
  return all(shown).map(([name, value]) => ({ name, shown: value, anew: other.get(name) ?? null }));
}
