import { useDirection } from '@mantine/core';
import { AgGridReact } from 'ag-grid-react';
import type { CellKeyDownEvent, GridApi, GridOptions } from 'ag-grid-community';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { onSecond } from '#web/locales/server-clock.ts';
import { useFrame, useLanguage } from '#web/locales/translations.ts';
import { announce } from '../announce.ts';
import { Skeleton } from '../Skeleton.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import type { Failed } from '../states.tsx';
import { ticks } from './column.ts';
import { columnDefs, edgeOf, SORT, whyColumn } from './column-defs.ts';
import { copyFrom } from './copy-rows.ts';
import { useGridNow } from './control.ts';
import { datasourceOf } from './datasource.ts';
import { hasBoxes, routeOf, watchColumns } from './handle.ts';
import { Engagement } from './engagement.ts';
import { measuredRows, passes, shownRows, sortAtStart } from './first-rows.ts';
import { statusOf, tellingOf } from './fit.ts';
import type { Fitting } from './fitting.ts';
import type { GridProps } from './grid-props.ts';
import './grid.css';
import { FrozenRows } from './frozen-rows.ts';
import { LiveRows, tick } from './live-rows.ts';
import { gridTheme } from './modules.ts';
import { headHeight, SECOND_ROW_LINE, useRowHeight } from './row-height.ts';
import { PageQueries } from './page-queries.ts';
import { GRID_BLOCK } from './source.ts';
import type { GridRow } from './source.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useHome } from './use-home.ts';
import { useFitting, useRefit } from './use-fitting.ts';

/** Our own code decides which pages are queried; one that waits must not block others. */
const ALL_PAGES = 1_000_000;
const movements: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);
const noRows: never[] = [];
const noTranslations: Record<string, string> = {};
const gridTranslations = new Map<string, Record<string, string>>();
/** The grid library's own texts, loaded for the languages it supports; others use English. */
const translationsToLoad: Partial<Record<string, () => Promise<{ translations: Record<string, string> }>>> = {
  es: () => import('./locale-es.ts'),
};

/** `onDrawn` is called once the grid's own rows are on screen. */
type RoomProps<R extends GridRow> = GridProps<R> & {
  readonly fitting: Fitting<R>;
  readonly onDrawn?: () => void;
};

/** The only module that imports the grid library; use it through `Grid`. */
export function GridRoom<R extends GridRow>(props: RoomProps<R>): ReactNode {
  const { dir } = useDirection();
  const language = useLanguage();
  const [, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    const load = translationsToLoad[language];
    if (load && !gridTranslations.has(language))
      void load().then((m) => {
        gridTranslations.set(language, m.translations);
        if (here) setLoaded(language);
      });
    return () => void (here = false);
  }, [language]);
  const locale = translationsToLoad[language] ? gridTranslations.get(language) : noTranslations;
  if (!locale) return <Skeleton />;
  return (
    <Room
      key={`${dir} ${language} ${props.source ? 'paged' : 'live'}`}
      {...props}
      rtl={dir === 'rtl'}
      locale={locale}
    />
  );
}

function Room<R extends GridRow>(
  props: RoomProps<R> & { rtl: boolean; locale: Record<string, string> },
): ReactNode {
  const {
    control,
    columns,
    rows,
    source,
    sort,
    filter,
    search,
    status = 'ready',
    failure,
    fitting,
    rtl,
    locale,
  } = props;
  const t = useFrame();
  const now = useGridNow(control);
  const titleHeight = useRowHeight();
  const rowHeight = titleHeight + (props.twoLines ? SECOND_ROW_LINE : 0);
  const latest = useRef(props);
  latest.current = props;
  const [api, setApi] = useState<GridApi<R> | null>(null);
  const apiNow = useRef(api);
  apiNow.current = api;
  const [pageFailure, setPageFailure] = useState<Failed | null>(null);
  const [answered, setAnswered] = useState(false);
  const wrapper = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const live = useRef<LiveRows<R> | null>(null);
  const asRequested = useRef<{ api: GridApi<R>; filter: unknown; search: unknown } | null>(null);
  const [frozen] = useState(() => new FrozenRows<R>());
  const [engagement] = useState(
    () =>
      new Engagement(() =>
        latest.current.source ? control.now().held > 0 && control.refresh() : live.current?.idle(),
      ),
  );

  const defs = useMemo(() => {
    const labels = {
      yes: t('grid.yes'),
      no: t('grid.no'),
      left: (why: string | null) => (why ? t('grid.leftWhy', { why }) : t('grid.left')),
      edit: {
        label: t('grid.edit'),
        begin: (id: string, key: string) => {
          const row = apiNow.current?.getRowNode(id)?.data;
          if (row) latest.current.onEdit?.(row, key);
        },
      },
    };
    const why = whyColumn(columns);
    return columnDefs(columns, frozen, labels, sort, source !== undefined, rtl).map((def) =>
      def.colId === why ? { ...def, cellClass: [...(def.cellClass as string[]), 'ops-cell-why'] } : def,
    );
  }, [columns, frozen, sort, source, rtl, t]);
  const ticking = useMemo(
    () => columns.filter((column) => ticks(column.kind)).map((column) => column.key),
    [columns],
  );

  const labels = useMemo(() => ({ yes: t('grid.yes'), no: t('grid.no') }), [t]);
  const onFolded = (grid: GridApi<R>): void => control.show(watchColumns(grid, columns, fitting));
  const fits = useFitting({ fitting, columns, labels, wrapper, rtl, onFolded });
  useRefit(api, fits, defs);
  const paged = source !== undefined;
  /** Moves the focus to an edge of the grid, from where the browser's own Tab continues. */
  const toEdge = (backwards: boolean): false => {
    (backwards ? before : after).current?.focus({ preventScroll: true });
    return false;
  };
  const options = useMemo<GridOptions<R>>(
    () => ({
      theme: gridTheme,
      getRowId: ({ data }) => data.id,
      rowModelType: paged ? 'infinite' : 'clientSide',
      ...(paged
        ? {
            cacheBlockSize: GRID_BLOCK,
            maxBlocksInCache: 20,
            maxConcurrentDatasourceRequests: ALL_PAGES,
            infiniteInitialRowCount: 1,
          }
        : {}),
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
        ? {
            mode: 'multiRow',
            checkboxes: true,
            headerCheckbox: !paged,
            enableClickSelection: false,
            selectAll: 'filtered',
          }
        : { mode: 'singleRow', checkboxes: false, enableClickSelection: true },
      rowClassRules: {
        'ops-row-gone': ({ data }) => data !== undefined && frozen.goneOf(data.id) !== undefined,
        'ops-row-total': ({ node }) => node.rowPinned === 'bottom',
        'ops-row-open': ({ data }) =>
          latest.current.multi === true && data !== undefined && data.id === latest.current.selectedId,
      },
      ...(props.multi
        ? { selectionColumnDef: { headerName: t('grid.choose'), headerClass: 'ops-grid-choose' } }
        : {}),
      // One tab stop for the header and one for the rows: arrows move inside, Tab leaves. The library only
      // offers "stay in the header" and "leave it to the browser", which stops at every row; so Tab leaves
      // from the grid's edge.
      tabToNextHeader: ({ api: grid, backwards }) => {
        const column = grid.getAllDisplayedColumns()[0];
        if (backwards || !column || grid.getDisplayedRowCount() === 0) return toEdge(backwards);
        const cell = grid.getFocusedCell();
        queueMicrotask(() =>
          grid.setFocusedCell(cell?.rowIndex ?? grid.getFirstDisplayedRowIndex(), cell?.column ?? column),
        );
        return true;
      },
      tabToNextCell: ({ backwards }) => toEdge(backwards),
      isExternalFilterPresent: () => latest.current.filter !== undefined || Boolean(latest.current.search),
      doesExternalFilterPass: ({ data }) =>
        data === undefined || frozen.goneOf(data.id) !== undefined || passes(latest.current, data),
    }),
    [frozen, locale, props.multi, rtl, paged, t],
  );

  const arranged = useCallback((): void => {
    if (!api || api.isDestroyed()) return;
    control.show(watchColumns(api, columns, fitting));
    latest.current.onArranged?.(control.arrangement());
  }, [api, columns, control, fitting]);
  useEffect(() => {
    if (!api) return undefined;
    control.lend(
      routeOf(api, columns, {
        settle: () => (latest.current.source ? control.refresh() : live.current?.settle()),
        leave: (id) => live.current?.leave(id),
        reload: () => api.purgeInfiniteCache(),
        refresh: () => api.refreshInfiniteCache(),
        fitting,
        fit: () => fits.fit(api),
        changed: arranged,
        moved: (row) => latest.current.onMove?.(row),
        opened: () => latest.current.selectedId,
      }),
    );
    control.show(watchColumns(api, columns, fitting));
    return undefined;
  }, [api, arranged, columns, control, fitting, fits]);

  useEffect(() => {
    if (!api || !rows) return undefined;
    const viewport = (): Element | null => wrapper.current?.querySelector('.ag-grid-viewport') ?? null;
    const keeper = new LiveRows(rows, {
      api,
      frozen,
      control,
      engagement,
      viewport,
      sort: sortAtStart(latest.current),
    });
    live.current = keeper;
    const measure = (put: readonly R[]): void => {
      if (fitting.lacks(latest.current.columns))
        fits.saw(api, measuredRows(latest.current), shownRows(latest.current));
      else
        fits.changed(
          api,
          put.filter((row) => passes(latest.current, row)),
        );
    };
    measure([]);
    // A list that was empty is measured by the first rows that come.
    const off = rows.onBatch(({ add, update }) => measure([...add, ...update]));
    if (api.getDisplayedRowCount() === 0) latest.current.onDrawn?.();
    return () => {
      off();
      keeper.stop();
      live.current = null;
    };
  }, [api, rows, frozen, control, engagement, fitting, fits]);

  useEffect(() => {
    if (!api || !source) return undefined;
    setPageFailure(null);
    setAnswered(false);
    const view = (): [number, number] => [
      Math.max(0, api.getFirstDisplayedRowIndex()),
      Math.max(0, api.getLastDisplayedRowIndex()),
    ];
    const inputs = new PageQueries(source, view, (error) =>
      setPageFailure(error instanceof Error ? (error as Error & Failed) : { message: String(error) }),
    );
    const look = (): void => inputs.look();
    api.addEventListener('viewportChanged', look);
    api.setGridOption(
      'datasource',
      datasourceOf(inputs, (shown, page) => {
        fits.saw(api, page);
        control.show({ shown, total: shown });
        setAnswered(true);
      }),
    );
    return () => {
      if (!api.isDestroyed()) api.removeEventListener('viewportChanged', look);
      inputs.end();
    };
  }, [api, source, control, fits]);

  useEffect(() => {
    if (!api || source) return;
    const prompted = { api, filter, search };
    const before = asRequested.current;
    asRequested.current = prompted;
    // The grid has already applied its initial filter and sort.
    if (before?.api !== api || (before.filter === filter && before.search === search)) return;
    api.onFilterChanged();
    live.current?.settle();
    control.show({ shown: api.getDisplayedRowCount() - frozen.gone });
  }, [api, filter, search, source, control, frozen]);

  useHome(api, control, wrapper, latest);
  useEffect(() => (api ? onSecond(() => tick(api, ticking)) : undefined), [api, ticking]);
  useEffect(() => void api?.setGridAriaProperty('label', props.label), [api, props.label]);
  const marked = useRef<string | null>(null);
  useEffect(() => {
    if (props.selectedId === undefined || !api) return;
    if (!props.multi) control.select(props.selectedId);
    else if (marked.current !== props.selectedId) {
      // A row's classes are decided again when its data is set.
      for (const id of [marked.current, props.selectedId]) {
        const node = id === null ? undefined : api.getRowNode(id);
        if (node?.data) node.updateData(node.data);
      }
      marked.current = props.selectedId;
    }
  }, [api, control, props.multi, props.selectedId]);
  const { totals } = props;
  useEffect(() => {
    if (api && totals && answered) fits.totalled(api, totals);
  }, [api, totals, answered, fits]);
  useEffect(() => () => engagement.end(), [engagement]);
  const waiting = now.held + now.gone;
  useEffect(
    () => void (now.held > 0 && announce(t('grid.heldSay', { count: waiting }))),
    [now.held, waiting, t],
  );

  const open = (row: R | null | undefined): void => {
    if (row && !frozen.goneOf(row.id)) props.onOpen?.(row);
  };
  useGridKeys({
    off: props.keys === false,
    control,
    settles: rows !== undefined || source !== undefined,
    edits: columns.some(({ edits }) => edits),
    ...(props.onOpen ? { open } : {}),
  });

  const onKey = ({ event, node, column }: CellKeyDownEvent<R>): void => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!props.multi) node.setSelected(true);
      open(node.data);
    } else if (event.key === 'F2') {
      const edited = columns.find(({ key }) => key === column?.getColId());
      if (!node.data || frozen.goneOf(node.data.id) || !edited?.edits?.(node.data)) return;
      event.preventDefault();
      props.onEdit?.(node.data, edited.key);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && api)
      void copyFrom(api, columns, node, column?.getColId(), t);
  };

  /** Whether the row now focused was reached by an arrow key rather than a click or Tab. */
  const moving = useRef(false);
  const watchFocus = (grid: GridApi<R>): void => {
    const cell = grid.getFocusedCell();
    const node = cell && !cell.rowPinned ? grid.getDisplayedRowAtIndex(cell.rowIndex) : undefined;
    const id = node?.data ? node.data.id : null;
    if (id === control.now().focused) return;
    control.show({ focused: id });
    if (!moving.current || !node?.data) return;
    if (hasBoxes(grid)) latest.current.onMove?.(node.data);
    else node.setSelected(true, true);
  };

  const none = status === 'ready' && now.ready && (!source || answered) && now.shown === 0 && !pageFailure;
  const declared = columns.filter(({ hidden }) => !hidden);
  const trouble =
    status === 'failed' && now.total === 0 ? (failure ?? { message: t('error.loadTitle') }) : pageFailure;
  return (
    <div
      ref={wrapper}
      className="ops-grid"
      data-status={status}
      data-identity={tellingOf(declared).join(' ')}
      data-state={statusOf(declared)?.key}
      onPointerEnter={() => engagement.set({ pointer: true })}
      onPointerLeave={() => engagement.set({ pointer: false })}
      onKeyDownCapture={({ key }) => void (moving.current = movements.has(key))}
      onPointerDownCapture={() => void (moving.current = false)}
      onFocus={() => engagement.set({ focus: true })}
      onBlur={(event) => {
        const inside = event.currentTarget.contains(event.relatedTarget);
        if (!inside) moving.current = false;
        engagement.set({ focus: inside });
      }}
    >
      <div className="ops-grid-body">
        <span ref={before} tabIndex={-1} />
        <AgGridReact<R>
          {...options}
          columnDefs={defs}
          rowHeight={rowHeight}
          headerHeight={headHeight(titleHeight, fitting.lines)}
          containerStyle={{ height: '100%' }}
          {...(props.totals ? { pinnedBottomRowData: [props.totals] } : { pinnedBottomRowData: noRows })}
          onGridReady={(event) => {
            const fit = (): void => fits.fit(event.api);
            if (rows && fitting.lacks(columns))
              fitting.measure(columns, measuredRows(props), labels, shownRows(props));
            if (props.arranged)
              routeOf(event.api, columns, {
                ...{ settle() {}, leave() {}, reload() {}, refresh() {}, changed() {} },
                fitting,
                fit,
              }).arrange(props.arranged);
            else fit();
            setApi(event.api);
          }}
          onFirstDataRendered={({ api: grid }) => {
            // Rows that were there before the grid are selected only now.
            if (props.selectedId !== undefined && grid.getSelectedNodes().length === 0)
              control.select(props.selectedId);
            props.onDrawn?.();
          }}
          onCellFocused={({ api: grid }) => watchFocus(grid)}
          onModelUpdated={({ api: grid }) => {
            moving.current = false;
            watchFocus(grid);
          }}
          onCellKeyDown={(event) => onKey(event as CellKeyDownEvent<R>)}
          onRowDoubleClicked={({ data }) => open(data)}
          onRowClicked={({ data, event }) => {
            if (data && !(event?.target as Element | null)?.closest('button, a, input'))
              props.onClick?.(data);
          }}
          onSelectionChanged={({ api: grid }) => {
            const ids = grid.getSelectedNodes().flatMap((node) => (node.id ? [node.id] : []));
            engagement.set({ selected: ids.length > 0 });
            control.show({ selected: ids });
            props.onSelect?.(ids);
          }}
          onSortChanged={({ api: grid, source: by }) => {
            if (!source && by !== 'api') {
              if (sort && !grid.getColumnState().some((column) => column.sort))
                grid.applyColumnState({ state: [{ colId: SORT, sort: 'asc' }] });
              live.current?.settle();
            }
            arranged();
          }}
          onGridSizeChanged={({ api: grid }) => fits.fit(grid)}
          onColumnPinned={({ source: by, columns: pinned, pinned: side }) => {
            if (by === 'api') return;
            for (const column of pinned ?? []) fitting.setPin(column.getColId(), edgeOf(side, rtl));
            arranged();
          }}
          onColumnMoved={({ finished, api: grid }) => {
            if (!finished) return;
            fits.fit(grid);
            arranged();
          }}
          onColumnResized={({ finished, source: by, columns: resized }) => {
            if (!finished || by !== 'uiColumnResized') return;
            for (const column of resized ?? []) fitting.setWidth(column.getColId(), column.getActualWidth());
            arranged();
          }}
        />
        <span ref={after} tabIndex={-1} />
        {((status === 'loading' && now.total === 0) ||
          (source && !(answered && now.ready) && !pageFailure && now.total === 0)) && (
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
                {props.arriving ?? t('grid.noMatchHint')}
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
