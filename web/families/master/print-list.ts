import type { MasterDef } from '#shared/families/master-def.ts';
import { waitingFilter } from '#shared/families/master-waits.ts';
import type { MasterPage } from '#shared/families/master-wire.ts';
import { api } from '#web/live/api.ts';
import type { GridSort } from '#web/parts/grid/source.ts';
import { printTable } from '#web/parts/print-table.ts';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { statusText, waitsSince } from './columns.tsx';
import type { Speech } from './columns.tsx';
import { route } from './declaration.ts';
import { searchQuery, sortText } from './list-rows.ts';
import type { ListQuery } from './list-rows.ts';
import { fieldText } from './value-text.ts';

/**
 * Prints one page of the list as shown: as many rows as the master allows, with a note when there are more.
 */
export async function printList(
  def: MasterDef,
  prompt: ListQuery,
  sort: readonly GridSort[],
  visible: readonly string[],
  speech: Speech,
): Promise<void> {
  const page = await api.get<MasterPage>(route('list', def.name), {
    query: { ...searchQuery(prompt), sort: sortText(def, sort), records: def.pageSize },
  });
  const columns = def.columns.filter(({ name }) => visible.includes(name));
  const cells = page.rows.map((row) =>
    columns.map(({ name: key, field, count }) => {
      if (key === 'iStatus') return statusText(def, row, speech);
      if (key === 'iId') return String(row.id);
      if (key === 'updatedBy') return speech.author(row.updatedBy);
      if (key === waitingFilter.name) return formatInstant(waitsSince(def, row) ?? '');
      if (key === 'updatedAt') return formatInstant(row.updatedAt);
      if (count) return row.fields[key] == null ? '' : formatNumber(Number(row.fields[key]), 0);
      return field ? fieldText(field, row.fields[key], { ...speech, labels: page.labels }) : '';
    }),
  );
  const shown = formatNumber(page.rows.length, 0);
  const extent =
    page.total > page.rows.length
      ? speech.t('cut', { shown, total: formatNumber(page.total, 0), limit: formatNumber(page.limit, 0) })
      : speech.t('printed', { count: page.rows.length, shown });
  printTable({
    title: speech.own('title'),
    note: `${formatInstant(serverClock.now())} · ${extent}`,
    heads: columns.map(({ name }) => speech.own(`column.${name}`)),
    rows: cells,
  });
}
