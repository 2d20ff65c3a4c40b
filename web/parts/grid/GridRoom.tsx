import { useDirection } from '@mantine/core';
import { AgGridReact } from 'ag-grid-react';
import type { CellKeyDownEvent, GridApi, GridOptions, IDatasource, SortModelItem } from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { onSecond } from '#web/words/server-clock.ts';
import { useFrame, useLanguage } from '#web/words/words.ts';
import { announce } from '../announce.ts';
import { useCommands } from '../commands/use-commands.ts';
import { Skeleton } from '../Skeleton.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import type { Failed } from '../states.tsx';
import { ticks } from './column.ts';
import { columnDefs, ORDER, whyColumn } from './column-defs.ts';
import { copyFrom } from './copy-rows.ts';
import { useGridNow } from './control.ts';
import { doorOf, watchColumns } from './door.ts';
import { Engagement } from './engagement.ts';
import { orderAtStart, passes } from './first-rows.ts';
import type { GridProps } from './grid-props.ts';
import './grid.css';
import { HoldBuffer } from './hold.ts';
import { LiveRows, tick } from './live-rows.ts';
import { gridTheme } from './modules.ts';
import { useRowHeight } from './row-height.ts';
import { PageAsks } from './page-asks.ts';
import { GRID_BLOCK } from './source.ts';
import type { GridRow } from './source.ts';

/** Which page is read when is ours to say; one that waits must not keep others waiting. */
const ALL_PAGES = 1_000_000;
const noRows: never[] = [];
const noWords: Record<string, string> = {};
const gridWords = new Map<string, Record<string, string>>();
/** The grid library's own texts, fetched for the languages that it knows; others read its English. */
const wordsToLoad: Partial<Record<string, () => Promise<{ words: Record<string, string> }>>> = { es: () => import('./locale-es.ts') };

/** `onDrawn` is called once the grid's own rows are on the screen. */
type RoomProps<R extends GridRow> = GridProps<R> & { readonly onDrawn?: () => void };

/** The one room that knows the grid library. Used through `Grid`. */
export function GridRoom<R extends GridRow>(props: RoomProps<R>): ReactNode {
  const { dir } = useDirection();
  const language = useLanguage();
  const [, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    const load = wordsToLoad[language];
    if (load && !gridWords.has(language))
      void load().then((m) => {
        gridWords.set(language, m.words);
        if (here) setLoaded(language);
      });
    return () => void (here = false);
  }, [language]);
  const locale = wordsToLoad[language] ? gridWords.get(language) : noWords;
  if (!locale) return <Skeleton />;
  return <Room key={`${dir} ${language} ${props.source ? 'paged' : 'live'}`} {...props} rtl={dir === 'rtl'} locale={locale} />;
}

function Room<R extends GridRow>(props: RoomProps<R> & { rtl: boolean; locale: Record<string, string> }): ReactNode {
  const { control, columns, rows, source, order, filter, search, status = 'ready', failure, rtl, locale } = props;
  const t = useFrame();
  const now = useGridNow(control);
  const rowHeight = useRowHeight();
  const latest = useRef(props);
  latest.current = props;
  const [api, setApi] = useState<GridApi<R> | null>(null);
  const [pageFailure, setPageFailure] = useState<Failed | null>(null);
  const [answered, setAnswered] = useState(false);
  const wrapper = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const live = useRef<LiveRows<R> | null>(null);
  const asAsked = useRef<{ api: GridApi<R>; filter: unknown; search: unknown } | null>(null);
  const [hold] = useState(() => new HoldBuffer<R>());
  const [engagement] = useState(() => new Engagement(() => (latest.current.source ? control.now().held > 0 && control.refresh() : live.current?.idle())));

  const defs = useMemo(() => {
    const says = { yes: t('grid.yes'), no: t('grid.no'), left: (why: string | null) => (why ? t('grid.leftWhy', { why }) : t('grid.left')) };
    const why = whyColumn(columns);
    return columnDefs(columns, hold, says, order, source !== undefined, rtl).map((def) =>
      def.colId === why ? { ...def, cellClass: [...(def.cellClass as string[]), 'ops-cell-why'] } : def,
    );
  }, [columns, hold, order, source, rtl, t]);
  const ticking = useMemo(() => columns.filter((column) => ticks(column.kind)).map((column) => column.key), [columns]);

  const paged = source !== undefined;
  /** Puts the focus on an edge of the grid, from where the browser's own Tab goes on. */
  const toEdge = (backwards: boolean): false => {
    (backwards ? before : after).current?.focus({ preventScroll: true });
    return false;
  };
  const options = useMemo<GridOptions<R>>(
    () => ({
      theme: gridTheme,
      getRowId: ({ data }) => data.id,
      rowModelType: paged ? 'infinite' : 'clientSide',
      ...(paged ? { cacheBlockSize: GRID_BLOCK, maxBlocksInCache: 20, maxConcurrentDatasourceRequests: ALL_PAGES, infiniteInitialRowCount: 1 } : {}),
      suppressModelUpdateAfterUpdateTransaction: true,
      animateRows: false,
      suppressOverlays: ['loading', 'noRows', 'noMatchingRows'],
      suppressColumnMoveAnimation: true,
      suppressDragLeaveHidesColumns: true,
      suppressScrollOnNewData: true,
      suppressMultiSort: false,
      ensureDomOrder: true,
      enableRtl: rtl,
      localeText: locale,
      tooltipShowDelay: 600,
      tooltipShowMode: 'whenTruncated',
      cellFlashDuration: 600,
      cellFadeDuration: 400,
      rowSelection: props.multi
        ? { mode: 'multiRow', checkboxes: true, headerCheckbox: !paged, enableClickSelection: false, selectAll: 'filtered' }
        : { mode: 'singleRow', checkboxes: false, enableClickSelection: true },
      rowClassRules: {
        'ops-row-gone': ({ data }) => data !== undefined && hold.goneOf(data.id) !== undefined,
        'ops-row-total': ({ node }) => node.rowPinned === 'bottom',
      },
      ...(props.multi ? { selectionColumnDef: { headerName: t('grid.choose'), headerClass: 'ops-grid-choose' } } : {}),
      // One stop for the heads and one for the rows: arrows walk inside, Tab walks on. The grid's own answers to Tab are only
      // "stay in the heads" and "leave it to the browser", which stops at every row; so Tab leaves from the grid's edge.
      tabToNextHeader: ({ api: grid, backwards }) => {
        const column = grid.getAllDisplayedColumns()[0];
        if (backwards || !column || grid.getDisplayedRowCount() === 0) return toEdge(backwards);
        const cell = grid.getFocusedCell();
        queueMicrotask(() => grid.setFocusedCell(cell?.rowIndex ?? grid.getFirstDisplayedRowIndex(), cell?.column ?? column));
        return true;
      },
      tabToNextCell: ({ backwards }) => toEdge(backwards),
      isExternalFilterPresent: () => latest.current.filter !== undefined || Boolean(latest.current.search),
      doesExternalFilterPass: ({ data }) => data === undefined || hold.goneOf(data.id) !== undefined || passes(latest.current, data),
    }),
    [hold, locale, props.multi, rtl, paged, t],
  );

  useEffect(() => {
    if (!api) return undefined;
    control.lend(
      doorOf(api, columns, {
        settle: () => (latest.current.source ? control.refresh() : live.current?.settle()),
        reload: () => api.purgeInfiniteCache(),
        refresh: () => api.refreshInfiniteCache(),
      }),
    );
    control.tell({ columns: watchColumns(api, columns) });
    return undefined;
  }, [api, columns, control]);

  useEffect(() => {
    if (!api || !rows) return undefined;
    const viewport = (): Element | null => wrapper.current?.querySelector('.ag-grid-viewport') ?? null;
    const keeper = new LiveRows(rows, { api, hold, control, engagement, viewport, order: orderAtStart(latest.current) });
    live.current = keeper;
    if (api.getDisplayedRowCount() === 0) latest.current.onDrawn?.();
    return () => {
      keeper.stop();
      live.current = null;
    };
  }, [api, rows, hold, control, engagement]);

  useEffect(() => {
    if (!api || !source) return undefined;
    setPageFailure(null);
    setAnswered(false);
    const view = (): [number, number] => [Math.max(0, api.getFirstDisplayedRowIndex()), Math.max(0, api.getLastDisplayedRowIndex())];
    const asks = new PageAsks(source, view, (error) => setPageFailure(error instanceof Error ? (error as Error & Failed) : { message: String(error) }));
    const look = (): void => asks.look();
    api.addEventListener('viewportChanged', look);
    api.setGridOption(
      'datasource',
      datasourceOf(asks, (shown) => {
        control.tell({ shown, total: shown });
        setAnswered(true);
      }),
    );
    return () => {
      if (!api.isDestroyed()) api.removeEventListener('viewportChanged', look);
      asks.end();
    };
  }, [api, source, control]);

  useEffect(() => {
    if (!api || source) return;
    const asked = { api, filter, search };
    const before = asAsked.current;
    asAsked.current = asked;
    // What the grid was begun with it has filtered and sorted already.
    if (before?.api !== api || (before.filter === filter && before.search === search)) return;
    api.onFilterChanged();
    live.current?.settle();
    control.tell({ shown: api.getDisplayedRowCount() - hold.gone });
  }, [api, filter, search, source, control, hold]);

  useEffect(() => (api ? onSecond(() => tick(api, ticking)) : undefined), [api, ticking]);
  useEffect(() => void api?.setGridAriaProperty('label', props.label), [api, props.label]);
  useEffect(() => void (props.selectedId !== undefined && api && control.select(props.selectedId)), [api, control, props.selectedId]);
  useEffect(() => () => engagement.end(), [engagement]);
  const waiting = now.held + now.gone;
  useEffect(() => void (now.held > 0 && announce(t('grid.heldSay', { count: waiting }))), [now.held, waiting, t]);

  const open = (row: R | null | undefined): void => {
    if (row && !hold.goneOf(row.id)) props.onOpen?.(row);
  };
  useCommands(
    props.keys === false
      ? []
      : [
          { id: 'grid.next', label: t('grid.next'), keys: 'j', scope: 'grid', quiet: true, run: () => control.move(1) },
          { id: 'grid.previous', label: t('grid.previous'), keys: 'k', scope: 'grid', quiet: true, run: () => control.move(-1) },
          ...(props.onOpen
            ? [
                {
                  id: 'grid.open',
                  label: t('grid.open'),
                  keys: 'Enter',
                  scope: 'grid' as const,
                  quiet: true,
                  listedOnly: true,
                  run: () => open(control.current()),
                },
              ]
            : []),
          ...(rows || source ? [{ id: 'grid.settle', label: t('grid.settle'), keys: 'r', scope: 'grid' as const, run: () => control.settle() }] : []),
          { id: 'grid.copy', label: t('grid.copyRows'), keys: '$mod+c', scope: 'grid', quiet: true, listedOnly: true, run: () => {} },
        ],
  );

  const onKey = ({ event, node, column }: CellKeyDownEvent<R>): void => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      node.setSelected(true, !props.multi);
      open(node.data);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && api) void copyFrom(api, columns, node, column?.getColId(), t);
  };

  const arranged = (): void => {
    if (!api || api.isDestroyed()) return;
    control.tell({ columns: watchColumns(api, columns) });
    props.onArranged?.(control.arrangement());
  };

  const none = status === 'ready' && now.ready && (!source || answered) && now.shown === 0 && !pageFailure;
  const trouble = status === 'failed' && now.total === 0 ? (failure ?? { message: t('error.loadTitle') }) : pageFailure;
  return (
    <div
      ref={wrapper}
      className="ops-grid"
      data-status={status}
      onPointerEnter={() => engagement.set({ pointer: true })}
      onPointerLeave={() => engagement.set({ pointer: false })}
      onFocus={() => engagement.set({ focus: true })}
      onBlur={(event) => engagement.set({ focus: event.currentTarget.contains(event.relatedTarget) })}
    >
      <div className="ops-grid-body">
        <span ref={before} tabIndex={-1} />
        <AgGridReact<R>
          {...options}
          columnDefs={defs}
          rowHeight={rowHeight}
          headerHeight={rowHeight}
          containerStyle={{ height: '100%' }}
          {...(props.totals ? { pinnedBottomRowData: [props.totals] } : { pinnedBottomRowData: noRows })}
          onGridReady={(event) => {
            if (props.arranged) doorOf(event.api, columns, { settle() {}, reload() {}, refresh() {} }).arrange(props.arranged);
            setApi(event.api);
          }}
          onFirstDataRendered={() => props.onDrawn?.()}
          onCellKeyDown={(event) => onKey(event as CellKeyDownEvent<R>)}
          onRowDoubleClicked={({ data }) => open(data)}
          onRowClicked={({ data, event }) => {
            if (data && !(event?.target as Element | null)?.closest('button, a, input')) props.onClick?.(data);
          }}
          onSelectionChanged={({ api: grid }) => {
            const ids = grid.getSelectedNodes().flatMap((node) => (node.id ? [node.id] : []));
            engagement.set({ selected: ids.length > 0 });
            control.tell({ selected: ids });
            props.onSelect?.(ids);
          }}
          onSortChanged={({ api: grid, source: by }) => {
            if (!source && by !== 'api') {
              if (order && !grid.getColumnState().some((column) => column.sort)) grid.applyColumnState({ state: [{ colId: ORDER, sort: 'asc' }] });
              live.current?.settle();
            }
            arranged();
          }}
          onColumnVisible={arranged}
          onColumnPinned={arranged}
          onColumnMoved={({ finished }) => finished && arranged()}
          onColumnResized={({ finished, source: by }) => finished && by === 'uiColumnResized' && arranged()}
        />
        <span ref={after} tabIndex={-1} />
        {((status === 'loading' && now.total === 0) || (source && !(answered && now.ready) && !pageFailure && now.total === 0)) && (
          <div className="ops-grid-over">
            <Skeleton rows={12} />
          </div>
        )}
        {trouble && (
          <div className="ops-grid-over">
            <ErrorState
              failure={trouble}
              {...(props.onRetry || pageFailure
                ? {
                    onRetry: () => {
                      setPageFailure(null);
                      props.onRetry?.();
                      control.reload();
                    },
                  }
                : {})}
            />
          </div>
        )}
        {none && !trouble && (
          <div className="ops-grid-over">
            {now.total > 0 || props.filtered ? (
              <EmptyState title={t('grid.noMatch')} actions={props.noMatchActions}>
                {t('grid.noMatchHint')}
              </EmptyState>
            ) : (
              (props.empty ?? <EmptyState title={t('empty.title')} />)
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function datasourceOf<R extends GridRow>(asks: PageAsks<R>, onTotal: (total: number) => void): IDatasource {
  return {
    getRows: ({ startRow, endRow, sortModel, successCallback, failCallback }) =>
      asks.ask({
        start: startRow,
        end: endRow,
        sort: (sortModel as SortModelItem[]).map(({ colId, sort: way }) => ({ key: colId, way: way as 'asc' | 'desc' })),
        answer: (rows, total) => {
          successCallback([...rows], total);
          onTotal(total);
        },
        fail: failCallback,
      }),
    destroy: () => asks.end(),
  };
}
