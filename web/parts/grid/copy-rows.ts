import type { GridApi, IRowNode } from 'ag-grid-community';
import { serverClock } from '#web/words/server-clock.ts';
import type { SayFrame } from '#web/words/words.ts';
import { announce } from '../announce.ts';
import { copyText, safeCell } from '../copy.ts';
import { textOf } from './column.ts';
import type { GridColumn } from './column.ts';
import type { GridRow } from './source.ts';

/** Copies the selected rows when several are, else the focused cell: as text that no spreadsheet takes for a formula. */
export async function copyFrom<R extends GridRow>(
  api: GridApi<R>,
  columns: readonly GridColumn<R>[],
  node: IRowNode<R>,
  column: string | undefined,
  t: SayFrame,
): Promise<void> {
  if (String(globalThis.getSelection?.() ?? '') !== '') return;
  const says = { yes: t('grid.yes'), no: t('grid.no') };
  const shown = api.getAllDisplayedColumns().flatMap((one) => columns.find(({ key }) => key === one.getColId()) ?? []);
  const selected = api.getSelectedNodes().flatMap(({ data }) => (data ? [data] : []));
  const cell = (one: GridColumn<R>, row: R): string => safeCell(textOf(one, row, serverClock.now(), says));
  const one = shown.find(({ key }) => key === column);
  const text =
    selected.length > 1
      ? [shown.map(({ label }) => safeCell(label)), ...selected.map((row) => shown.map((each) => cell(each, row)))].map((line) => line.join('\t')).join('\n')
      : one && node.data
        ? cell(one, node.data)
        : '';
  if (text !== '' && (await copyText(text))) announce(t('copied'));
}
