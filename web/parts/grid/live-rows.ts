import type { GridApi, IRowNode } from 'ag-grid-community';
import type { GridControl } from './control.ts';
import type { Engagement } from './engagement.ts';
import { GONE_MS } from './hold.ts';
import type { HoldBuffer } from './hold.ts';
import type { GridBatch, GridRow, GridRows } from './source.ts';

export interface LiveParts<R extends GridRow> {
  readonly api: GridApi<R>;
  readonly hold: HoldBuffer<R>;
  readonly control: GridControl<R>;
  readonly engagement: Engagement;
  /** The order the grid begins with: rows that come in it are put in place by one comparison each. */
  readonly order?: ((a: R, b: R) => number) | undefined;
  /** The element the grid scrolls. */
  readonly viewport: () => Element | null;
}

/** A wall or an idle list is put in order at most this often. */
const TIDY_MS = 2_000;

/** Keeps a grid in step with live rows in frozen order: nothing moves under a hand, everything is in place after a settle. */
export class LiveRows<R extends GridRow> {
  #parts: LiveParts<R>;
  #off: () => void;
  #sweep: ReturnType<typeof setTimeout> | null = null;
  #tidy: ReturnType<typeof setTimeout> | null = null;
  #untidy = false;

  constructor(rows: GridRows<R>, parts: LiveParts<R>) {
    this.#parts = parts;
    const all = [...rows.all()];
    if (parts.order) all.sort(parts.order);
    parts.hold.start(all.map((row) => row.id));
    parts.api.setGridOption('rowData', all);
    this.#off = rows.onBatch((batch) => this.#take(batch));
    this.#tell();
  }

  stop(): void {
    this.#off();
    if (this.#sweep !== null) clearTimeout(this.#sweep);
    if (this.#tidy !== null) clearTimeout(this.#tidy);
  }

  #take(batch: GridBatch<R>): void {
    const { api, hold, engagement } = this.#parts;
    if (api.isDestroyed()) return;
    if (batch.cleared) {
      hold.start([]);
      api.setGridOption('rowData', []);
    }
    const { add, update } = hold.take(batch, engagement.engaged, Date.now());
    if (update.length > 0) {
      const done = api.applyTransaction({ update: [...update] });
      if (done) api.refreshCells({ rowNodes: done.update, force: true, suppressFlash: true });
      this.#untidy = true;
    }
    if (add.length > 0) {
      this.#keepPlace(() => api.applyTransaction({ add: [...add] }));
      this.#untidy = false;
    }
    this.#tell();
    this.#sweepLater();
    if (this.#untidy && !engagement.engaged) this.#tidyLater();
  }

  /** Everything in, everything out, in order; the row in hand stays where it is on the screen. */
  settle(after = 0): void {
    const { api, hold } = this.#parts;
    if (api.isDestroyed()) return;
    const { add, remove } = hold.settle(Date.now(), after);
    this.#keepPlace(() => {
      if (add.length + remove.length > 0) api.applyTransaction({ add: [...add], remove: remove.map((id) => ({ id }) as R) });
      api.refreshClientSideRowModel('filter');
    });
    this.#untidy = false;
    this.#tell();
  }

  /** The hand is off: what waits may come in. */
  idle(): void {
    if (this.#parts.hold.waiting > 0 || this.#untidy) this.settle(GONE_MS);
    this.#sweepLater();
  }

  #sweepLater(): void {
    const { hold, engagement } = this.#parts;
    if (this.#sweep !== null) return;
    const left = hold.nextGone(Date.now());
    if (left === null || engagement.engaged) return;
    this.#sweep = setTimeout(() => {
      this.#sweep = null;
      if (!engagement.engaged) this.settle(GONE_MS);
      this.#sweepLater();
    }, left + 10);
  }

  #tidyLater(): void {
    if (this.#tidy !== null) return;
    this.#tidy = setTimeout(() => {
      this.#tidy = null;
      if (!this.#parts.engagement.engaged && this.#untidy) this.settle(GONE_MS);
    }, TIDY_MS);
  }

  #keepPlace(work: () => void): void {
    const { api, viewport } = this.#parts;
    const element = viewport();
    const focused = api.getFocusedCell();
    const anchor = focused && !focused.rowPinned ? api.getDisplayedRowAtIndex(focused.rowIndex) : (api.getSelectedNodes()[0] ?? null);
    const offset = anchor && element && anchor.rowTop !== null ? anchor.rowTop - element.scrollTop : null;
    const inside = focused !== null && document.activeElement?.closest('.ag-cell') !== null;
    work();
    const node: IRowNode<R> | undefined = anchor?.id ? api.getRowNode(anchor.id) : undefined;
    if (!node || node.rowIndex === null || node.rowTop === null) return;
    if (element && offset !== null && node.rowTop - element.scrollTop !== offset) element.scrollTop = node.rowTop - offset;
    if (focused && focused.rowIndex !== node.rowIndex) {
      if (inside) api.setFocusedCell(node.rowIndex, focused.column);
      else api.clearFocusedCell();
    }
  }

  #tell(): void {
    const { api, hold, control } = this.#parts;
    control.tell({ held: hold.waiting, gone: hold.gone, total: hold.size - hold.gone, shown: api.getDisplayedRowCount() - hold.gone });
  }
}

/** Refreshes what ticks once a second, visible rows only. */
export function tick<R extends GridRow>(api: GridApi<R>, columns: readonly string[]): void {
  if (columns.length === 0 || api.isDestroyed() || api.getDisplayedRowCount() === 0) return;
  api.refreshCells({ columns: [...columns], force: true, suppressFlash: true });
}
