import type { GridApi, IRowNode } from 'ag-grid-community';
import type { GridControl } from './control.ts';
import type { Engagement } from './engagement.ts';
import { GONE_MS } from './frozen-rows.ts';
import type { FrozenRows } from './frozen-rows.ts';
import type { GridBatch, GridRow, GridRows } from './source.ts';

export interface LiveParts<R extends GridRow> {
  readonly api: GridApi<R>;
  readonly frozen: FrozenRows<R>;
  readonly control: GridControl<R>;
  readonly engagement: Engagement;
  /** The grid's initial order: rows that arrive in it are inserted with one comparison each. */
  readonly sort?: ((a: R, b: R) => number) | undefined;
  /** The scrolling element of the grid. */
  readonly viewport: () => Element | null;
}

/** Minimum interval between reorderings of an unattended list. */
const TIDY_MS = 2_000;

/**
 * Keeps a grid in sync with live rows in frozen order: nothing moves while somebody uses the list, everything
 * is in place after a settle.
 */
export class LiveRows<R extends GridRow> {
  #parts: LiveParts<R>;
  #off: () => void;
  #sweep: ReturnType<typeof setTimeout> | null = null;
  #tidy: ReturnType<typeof setTimeout> | null = null;
  #untidy = false;

  constructor(rows: GridRows<R>, parts: LiveParts<R>) {
    this.#parts = parts;
    const all = [...rows.all()];
    if (parts.sort) all.sort(parts.sort);
    parts.frozen.start(all.map((row) => row.id));
    parts.api.setGridOption('rowData', all);
    this.#off = rows.onBatch((batch) => this.#take(batch));
    this.#show();
  }

  stop(): void {
    this.#off();
    if (this.#sweep !== null) clearTimeout(this.#sweep);
    if (this.#tidy !== null) clearTimeout(this.#tidy);
  }

  #take(batch: GridBatch<R>): void {
    const { api, frozen, engagement } = this.#parts;
    if (api.isDestroyed()) return;
    if (batch.cleared) {
      frozen.start([]);
      api.setGridOption('rowData', []);
    }
    const { add, update } = frozen.take(batch, engagement.engaged, Date.now());
    if (update.length > 0) {
      const done = api.applyTransaction({ update: [...update] });
      if (done) api.refreshCells({ rowNodes: done.update, force: true, suppressFlash: true });
      this.#untidy = true;
    }
    if (add.length > 0) {
      this.#keepPlace(() => api.applyTransaction({ add: [...add] }));
      this.#untidy = false;
    }
    this.#show();
    this.#sweepLater();
    if (this.#untidy && !engagement.engaged) this.#tidyLater();
  }

  /** Adds, removes and sorts everything that waits; the current row keeps its place on screen. */
  settle(after = 0): void {
    const { api, frozen } = this.#parts;
    if (api.isDestroyed()) return;
    const { add, remove } = frozen.settle(Date.now(), after);
    this.#keepPlace(() => {
      if (add.length + remove.length > 0)
        api.applyTransaction({ add: [...add], remove: remove.map((id) => ({ id }) as R) });
      api.refreshClientSideRowModel('filter');
    }, remove);
    this.#untidy = false;
    this.#show();
  }

  /** Removes one row that left; the focus goes to the row that takes its place. Nothing is added. */
  leave(id: string): void {
    const { api, frozen } = this.#parts;
    if (api.isDestroyed() || !frozen.drop(id)) return;
    this.#keepPlace(() => api.applyTransaction({ remove: [{ id } as R] }), [id]);
    this.#show();
  }

  /** Nobody is using the list any more: waiting rows may be added. */
  idle(): void {
    if (this.#parts.frozen.waiting > 0 || this.#untidy) this.settle(GONE_MS);
    this.#sweepLater();
  }

  #sweepLater(): void {
    const { frozen, engagement } = this.#parts;
    if (this.#sweep !== null) return;
    const left = frozen.nextGone(Date.now());
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

  #keepPlace(work: () => void, leaving: readonly string[] = []): void {
    const { api, viewport } = this.#parts;
    const element = viewport();
    const focused = api.getFocusedCell();
    const current =
      focused && !focused.rowPinned
        ? api.getDisplayedRowAtIndex(focused.rowIndex)
        : (api.getSelectedNodes()[0] ?? this.#first(element));
    const anchor = leaving.length === 0 ? current : this.#staying(current, new Set(leaving));
    const offset = anchor && element && anchor.rowTop !== null ? anchor.rowTop - element.scrollTop : null;
    const inside = focused !== null && document.activeElement?.closest('.ag-cell') !== null;
    work();
    const node: IRowNode<R> | undefined = anchor?.id ? api.getRowNode(anchor.id) : undefined;
    if (!node || node.rowIndex === null || node.rowTop === null) return;
    if (element && offset !== null && node.rowTop - element.scrollTop !== offset)
      element.scrollTop = node.rowTop - offset;
    if (focused && (anchor !== current || focused.rowIndex !== node.rowIndex)) {
      if (inside) api.setFocusedCell(node.rowIndex, focused.column);
      else api.clearFocusedCell();
    }
  }

  /** The row itself, else the next one below that stays, else the next one above. */
  #staying(
    row: IRowNode<R> | null | undefined,
    leaving: ReadonlySet<string>,
  ): IRowNode<R> | null | undefined {
    const { api } = this.#parts;
    const from = row?.rowIndex ?? null;
    if (!row || from === null || !leaving.has(row.id ?? '')) return row;
    for (const by of [1, -1])
      for (let index = from + by; index >= 0 && index < api.getDisplayedRowCount(); index += by) {
        const other = api.getDisplayedRowAtIndex(index);
        if (other && !leaving.has(other.id ?? '')) return other;
      }
    return null;
  }

  /** The row at the top of a list that was scrolled. */
  #first(element: Element | null): IRowNode<R> | null {
    if (!element || element.scrollTop === 0) return null;
    return this.#parts.api.getDisplayedRowAtIndex(this.#parts.api.getFirstDisplayedRowIndex()) ?? null;
  }

  #show(): void {
    const { api, frozen, control } = this.#parts;
    control.show({
      held: frozen.waiting,
      gone: frozen.gone,
      total: frozen.size - frozen.gone,
      shown: api.getDisplayedRowCount() - frozen.gone,
    });
  }
}

/** Refreshes cells that tick every second, in visible rows only. */
export function tick<R extends GridRow>(api: GridApi<R>, columns: readonly string[]): void {
  if (columns.length === 0 || api.isDestroyed() || api.getDisplayedRowCount() === 0) return;
  api.refreshCells({ columns: [...columns], force: true, suppressFlash: true });
}
