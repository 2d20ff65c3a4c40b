import { useEffect, useRef } from 'react';
import type { ReportDef } from '#shared/families/report.ts';
import { reportChanges, type ReportChange } from '#shared/families/report-feed.ts';
import type { ReportSummary } from '#shared/families/report-wire.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import type { ReportRow } from './cells.ts';
import type { ReportRows } from './rows.ts';
import { Calm } from '#web/live/calm.ts';

interface Live {
  readonly def: ReportDef;
  readonly control: GridControl<ReportRow>;
  readonly source: ReportRows;
  /** Asks for the figures anew. */
  readonly figures: () => Promise<ReportSummary | undefined>;
}

/**
 * Keeps an open report fresh: when events changed its model, figures and rows are read again. The rows on the
 * screen change in place; rows that came or went elsewhere wait until the reader asks for them, unless nobody
 * is using the list.
 */
export function LiveRows(props: Live): null {
  const { rows, condition } = useFeed<ReportChange & Record<string, unknown>>(reportChanges);
  const position = useFeedRow(rows, props.def.model.name)?.position ?? 0;
  const latest = useRef(props);
  latest.current = props;
  const known = useRef<number | null>(null);
  const calm = useRef<Calm | null>(null);
  useEffect(() => {
    calm.current = new Calm({ run: (signal) => renew(latest.current, signal), busy: isTyping });
    return () => calm.current?.end();
  }, []);
  useEffect(() => {
    if (condition !== 'live') return;
    if (known.current !== null && position > known.current) calm.current?.changed();
    known.current = position;
  }, [position, condition]);
  return null;
}

async function renew({ control, source, figures }: Live, signal: AbortSignal): Promise<void> {
  const summary = await figures();
  if (signal.aborted || !summary) return;
  if (!isInUse(control)) return control.refresh();
  const loaded = new Map(control.visibleRows().map((row) => [row.id, row]));
  const { rows, gone } = await source.again(signal);
  let came = 0;
  for (const row of rows) {
    const before = loaded.get(row.id);
    if (!before) came += 1;
    else if (JSON.stringify(before) !== JSON.stringify(row)) control.replace(row);
  }
  const elsewhere = Math.abs(summary.total - (source.counted() ?? summary.total));
  control.wait(Math.max(control.now().held, came, gone, elsewhere));
}

/** Somebody writes, or has a menu or a dialog open: the screen stays as it is. */
function isTyping(): boolean {
  const at = document.activeElement;
  return (
    document.hidden ||
    (at instanceof HTMLElement &&
      at.matches('input:not([type=checkbox]), textarea, [contenteditable=true]')) ||
    [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].some((one) =>
      one.checkVisibility(),
    )
  );
}

/** A row is focused or selected, the pointer rests on the list, or it was scrolled. */
function isInUse(control: GridControl<ReportRow>): boolean {
  const { focused, selected } = control.now();
  const list = document.querySelector('.rp-table');
  const scrolled = list?.querySelector('.ag-body-viewport, .ag-grid-viewport')?.scrollTop ?? 0;
  return focused !== null || selected.length > 0 || scrolled > 0 || list?.matches(':hover') === true;
}
