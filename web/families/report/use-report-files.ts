import { useState } from 'react';
import { cellsOf, headingsOf } from '#shared/families/report-cell.ts';
import { lettersOf } from '#shared/families/report-days.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import { reportLimits, type ReportPage, type ReportSummary } from '#shared/families/report-wire.ts';
import { api } from '#web/live/api.ts';
import type { Query } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { useLanguage } from '#web/locales/translations.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import { copyText } from '#web/parts/copy.ts';
import { printTable } from '#web/parts/print-table.ts';
import { toast } from '#web/parts/toast.tsx';
import { sheetText, valueText, type Naming, type ReportRow } from './cells.ts';
import { route } from './declaration.ts';
import { rowQuery, sortText } from './rows.ts';
import type { TranslateReport } from './translations.ts';
import type { Exports } from './use-exports.ts';

/** Print and the clipboard hold these many pages; an export holds all rows. */
const mostPages = 10;

export interface ReportFiles {
  /** A file is being written. */
  readonly busy: boolean;
  exportTo(format: 'csv' | 'xlsx'): void;
  print(): void;
  /** Copies the rows with their headings, for pasting into a spreadsheet. */
  copy(): void;
}

/** Exports or prints the report: its filters and sorting, and the columns the person chose, fitting or not. */
export function useReportFiles(
  def: ReportDef,
  query: Query,
  control: GridControl<ReportRow>,
  {
    naming,
    t,
    summary,
    exports,
  }: { naming: Naming; t: TranslateReport; summary: ReportSummary | undefined; exports: Exports },
): ReportFiles {
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const show = (error: unknown): void => {
    const failure = failureOf(error);
    toast({ text: failure.message, tone: 'danger', correlationId: failure.correlationId });
  };
  const write = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setBusy(true);
    await exports.begin({
      ...rowQuery(query),
      sort: sortText(control.sort()),
      format,
      lang: language,
      columns: control.chosenColumns().join(','),
    });
    setBusy(false);
  };
  const readRows = async (): Promise<readonly ReportRow[]> => {
    const rows: ReportRow[] = [];
    let after: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const read = await api.get<ReportPage>(route('rows', def.name), {
        query: { ...rowQuery(query), sort: sortText(control.sort()), records: reportLimits.page, after },
      });
      rows.push(...read.rows);
      if (read.next === null) break;
      after = read.next;
    }
    return rows;
  };
  const columnsNow = (): readonly ReportColumn[] =>
    control.chosenColumns().flatMap((name) => def.columns.find((column) => column.name === name) ?? []);
  const copy = async (): Promise<void> => {
    setBusy(true);
    try {
      const rows = await readRows();
      const names = { language, ...naming };
      const cells = sheetText(columnsNow(), rows, names);
      const shown = formatNumber(rows.length, 0);
      const total = formatNumber(summary?.total ?? rows.length, 0);
      if (!(await copyText(cells))) toast({ text: t('copyRefused'), tone: 'warn' });
      else if ((summary?.total ?? 0) > rows.length) toast({ text: t('cut', { shown, total }), tone: 'warn' });
      else toast({ text: t('copied', { shown }), tone: 'ok' });
    } finally {
      setBusy(false);
    }
  };
  const print = async (): Promise<void> => {
    const rows = await readRows();
    const columns = columnsNow();
    const total = summary?.total ?? rows.length;
    const shown = formatNumber(rows.length, 0);
    const extent =
      total > rows.length
        ? t('cut', { shown, total: formatNumber(total, 0) })
        : t('printed', { total: formatNumber(total, 0) });
    printTable({
      title: naming.label('title'),
      note: [
        ...(summary ? [formatInstant(summary.at)] : []),
        extent,
        ...columns.flatMap((column) => lettersOf(column, naming.label)),
      ].join(' · '),
      heads: columns.flatMap((column) =>
        column.kind === 'days' ? headingsOf(column, naming.label) : naming.label(`column.${column.name}`),
      ),
      rows: rows.map((row) =>
        columns.flatMap((column) => {
          const value = row[column.name] ?? null;
          return column.kind === 'days'
            ? cellsOf(column, value, { language, ...naming })
            : valueText(column, value, naming);
        }),
      ),
    });
  };
  return {
    busy,
    exportTo: (format) => void write(format),
    print: () => void print().catch(show),
    copy: () => void copy().catch(show),
  };
}
