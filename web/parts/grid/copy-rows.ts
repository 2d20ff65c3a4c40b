import type { GridApi, IRowNode } from 'ag-grid-community';
import { serverClock } from '#web/locales/server-clock.ts';
import type { TranslateFrame } from '#web/locales/translations.ts';
import { announce } from '../announce.ts';
import { copyText, safeCell } from '../copy.ts';
import { textOf } from './column.ts';
import type { GridColumn } from './column.ts';
import type { GridRow } from './source.ts';

/** Copies several selected rows, else the focused cell, with formulas escaped. */
export async function copyFrom<R extends GridRow>(
  api: GridApi<R>,
  columns: readonly GridColumn<R>[],
  node: IRowNode<R>,
  column: string | undefined,
  t: TranslateFrame,
): Promise<void> {
  if (String(globalThis.getSelection?.() ?? '') !== '') return;
  const labels = { yes: t('grid.yes'), no: t('grid.no') };
  const shown = api
    .getAllDisplayedColumns()
    .flatMap((one) => columns.find(({ key }) => key === one.getColId()) ?? []);
  const selected = api.getSelectedNodes().flatMap(({ data }) => (data ? [data] : []));
  const cell = (one: GridColumn<R>, row: R): string => safeCell(textOf(one, row, serverClock.now(), labels));
  const one = shown.find(({ key }) => key === column);
  const text =
    selected.length > 1
      ? [
          shown.map(({ label }) => safeCell(label)),
          ...selected.map((row) => shown.map((each) => cell(each, row))),
        ]
          .map((line) => line.join('\t'))
          .join('\n')
      : one && node.data
        ? cell(one, node.data)
        : '';
  if (text !== '' && (await copyText(text))) announce(t('copied'));
}
