import { Button } from '@mantine/core';
import { lazy, Suspense, use, useCallback, useId, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasEvents, type ReportDef } from '#shared/families/report.ts';
import { reportLimits, type ReportSummary } from '#shared/families/report-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { meetsNeed, usePerson } from '#web/live/person.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { formatDate, formatNumber, formatSeconds } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { ColumnChooser, GridFoot, LeasePill } from '#web/parts/grid/around.tsx';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { IconRefresh } from '#web/parts/icons.ts';
import { KeyHint } from '#web/parts/KeyHint.tsx';
import { arrangementOf, keep, keptOf } from '#web/parts/kept.ts';
import { ChoiceFilter, ListBar, ListNote, ListScreen } from '#web/parts/list/ListHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { SavedViews } from '#web/parts/views/SavedViews.tsx';
import { CheckButton } from './Check.tsx';
import { gridColumns, type Naming, type ReportRow } from './cells.ts';
import { lowered } from './chart-data.ts';
import { loadDays } from './days/load.ts';
import { loadReport, route } from './declaration.ts';
import { ExportMenu, ExportProgress } from './ExportMenu.tsx';
import { Figures } from './Figures.tsx';
import { reportHead } from './head.ts';
import { Filters } from './Filters.tsx';
import { reportRows, rowQuery } from './rows.ts';
import { Groups, ReportChart } from './Side.tsx';
import { useReportTranslations } from './translations.ts';
import { useExports } from './use-exports.ts';
import { LiveRows } from './live-rows.ts';
import { useReportFiles } from './use-report-files.ts';
import { sortOf, useSortInAddress, withSort } from './use-sort.ts';
import { queryOf, readFilters, space, useReportState } from './use-report-state.ts';
import './report.css';

/** Loads what a report's screen needs for its first render. */
export async function prepare(name: string): Promise<void> {
  await loadDays(await loadReport(name));
}

/** The screen of every report, driven by its declaration. */
export function ReportScreen({ name }: { name: string }): ReactNode {
  const def = use(loadReport(name));
  return <Room def={def} />;
}

const noneMasked: readonly string[] = [];
const RowEvents = lazy(() => import('./RowEvents.tsx').then((part) => ({ default: part.RowEvents })));

/** How people call a row: by its reference, if it has one. */
function rowName(def: ReportDef, row: ReportRow): string {
  const reference = def.columns.find(({ kind, hidden }) => kind === 'id' && !hidden);
  return String((reference && row[reference.name]) ?? row.id);
}

function useNaming(def: ReportDef): Naming {
  const own = useTranslations(def.name).t;
  const place = usePlaceName();
  return useMemo(() => ({ label: (key) => (key === '' ? '' : own(key)), place }), [own, place]);
}

function Room({ def }: { def: ReportDef }): ReactNode {
  const t = useReportTranslations();
  const naming = useNaming(def);
  const person = usePerson();
  const narrow = useNarrow();
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = useReportState(def, person);
  const control = useGrid<ReportRow>();
  const sorted = useSortInAddress(def, control, state);
  const [round, setRound] = useState(0);
  const sideId = useId();
  const query = useMemo(() => queryOf(state.filters), [state.filters]);
  const asked = useMemo(
    () => ({
      queryKey: ['report-summary', def.name, query, round],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<ReportSummary>(route('summary', def.name), { query, signal }),
    }),
    [def.name, query, round],
  );
  const figures = useQuery({ ...asked, placeholderData: (before: ReportSummary | undefined) => before });
  const summary = figures.data;
  const total = useCallback(
    // oxlint-disable-next-line typescript/no-deprecated -- it answers with the figures that are there
    async () => (await client.fetchQuery<ReportSummary>(asked)).total,
    [client, asked],
  );
  const filtered = JSON.stringify(rowQuery(query));
  const source = useMemo(
    () => reportRows(def, query, total),
    // oxlint-disable-next-line react/exhaustive-deps -- the text holds every filter of the rows
    [def, filtered, round],
  );
  const masked = summary?.masked ?? noneMasked;
  const part = use(loadDays(def));
  const days = useMemo(() => part && new part.DaysRoom(def, naming, narrow), [part, def, naming, narrow]);
  const columns = useMemo(() => gridColumns(def.columns, masked, naming, days), [def, masked, naming, days]);
  const exports = useExports(def, t);
  const files = useReportFiles(def, query, control, { naming, t, summary, exports });
  const refresh = (): void => setRound((before) => before + 1);

  const [eventsOf, setEventsOf] = useState<ReportRow | null>(null);
  const { focused } = useGridNow(control);
  const mayEvents =
    hasEvents(def) && (def.drill.length === 0 || def.drill.some(({ need }) => meetsNeed(person, need)));
  const showEvents = (): void => {
    const row = control.current();
    if (row) setEventsOf(row);
    else toast({ text: t('eventsPick') });
  };
  const open = (row: ReportRow): void => {
    const drill = def.drill.filter(({ need }) => meetsNeed(person, need));
    const day = days?.opened(row);
    const href = drill.map((one) => one.href(row, day)).find((one) => one !== null);
    if (href) void navigate(href);
    else if (def.drill.some((one) => one.href(row) !== null)) toast({ text: t('noOpen'), tone: 'warn' });
    else if (mayEvents) setEventsOf(row);
  };

  const hasPeriod = def.filters.some(({ kind }) => kind === 'period');
  const compare = (): void => state.put({ compare: state.filters.compare ? null : 'before' });

  const offExport = summary && !summary.mayExport ? t('exportOff') : null;
  useCommands([
    {
      id: 'report.events',
      label: t('events'),
      keys: 'e',
      scope: 'screen',
      permitted: mayEvents,
      run: showEvents,
    },
    { id: 'report.refresh', label: t('refresh'), keys: 'u', scope: 'screen', run: refresh },
    {
      id: 'report.export',
      label: t('exportCsv'),
      keys: 'x',
      scope: 'screen',
      disabled: offExport,
      run: () => files.exportTo('csv'),
    },
    {
      id: 'report.exportXlsx',
      label: t('exportXlsx'),
      keys: 'Shift+X',
      scope: 'screen',
      disabled: offExport,
      run: () => files.exportTo('xlsx'),
    },
    ...(hasPeriod
      ? [{ id: 'report.compare', label: t('compareLong'), keys: 'c', scope: 'screen' as const, run: compare }]
      : []),
    {
      id: 'report.copy',
      label: t('copySheet'),
      keys: 'Shift+C',
      scope: 'screen',
      disabled: offExport,
      run: files.copy,
    },
    { id: 'report.print', label: t('print'), keys: 'p', scope: 'screen', run: files.print },
  ]);

  const failure = figures.error ? failureOf(figures.error) : null;
  const isFiltered = state.filters.q !== '' || Object.keys(state.filters.where).length > 0;
  const clear = (): void => state.put({ q: '', where: {} });
  const side = { def, state, naming, t };
  const Head = reportHead(def.name);
  const first = def.measures.find(({ kind, where }) => kind === 'count' && where === undefined);
  const counted = first ? lowered(naming.label(`measure.${first.name}`)) : t('rows').toLocaleLowerCase();
  return (
    <ListScreen>
      {!def.model.kept && (
        <LiveRows {...{ def, control, source }} figures={async () => (await figures.refetch()).data} />
      )}
      <ListBar
        end={
          <>
            {Head && (
              <Suspense>
                <Head onChanged={refresh} />
              </Suspense>
            )}
            <LeasePill control={control} />
            {summary && (
              <span className="ops-muted ops-figures">{t('asOf', { time: formatSeconds(summary.at) })}</span>
            )}
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} />}
              rightSection={<KeyHint keys="u" />}
              loading={figures.isFetching}
              onClick={refresh}
            >
              {t('refresh')}
            </Button>
          </>
        }
      >
        <Filters def={def} state={state} t={t} own={naming.label} />
        {hasPeriod && (
          <Button
            variant={state.filters.compare ? 'light' : 'default'}
            title={t('compareLong')}
            aria-pressed={state.filters.compare !== null}
            rightSection={<KeyHint keys="c" />}
            onClick={compare}
          >
            {t('compare')}
          </Button>
        )}
      </ListBar>
      <ListBar
        end={
          <>
            <SavedViews
              name="report"
              path={route('views', def.name)}
              viewId={state.viewId}
              settings={() => ({ ...state.filters, columns: control.arrangement() })}
              onChoose={(view) => {
                const arranged = arrangementOf(view?.settings['columns']);
                const settings = view ? { sort: sortOf(arranged), ...view.settings } : {};
                const filters = readFilters(def, (one) => settings[one as keyof typeof settings], masked);
                sorted.show(filters.sort);
                state.show(view?.id ?? null, filters);
                if (!view) control.resetColumns();
                else if (arranged.length > 0) control.arrange(withSort(def, arranged, filters.sort));
              }}
              onNamed={state.named}
            />
            <CheckButton def={def} query={query} naming={naming} t={t} />
            <ExportMenu files={files} exports={exports} off={offExport} t={t} />
            {!narrow && <ColumnChooser control={control} />}
          </>
        }
      >
        <Figures def={def} summary={summary} state={state} own={naming.label} t={t} />
      </ListBar>
      {failure && <InlineError failure={failure} />}
      <ExportProgress exports={exports} t={t} />
      {summary?.before && (
        <ListNote>
          {t('comparedWith', { from: formatDate(summary.before.from), to: formatDate(summary.before.to) })}
        </ListNote>
      )}
      {summary && summary.total > reportLimits.screen && (
        <ListNote>
          {t('tooMany', {
            shown: formatNumber(reportLimits.screen, 0),
            total: formatNumber(summary.total, 0),
          })}
        </ListNote>
      )}
      {masked.length > 0 && <ListNote>{t('masked')}</ListNote>}
      <div className="rp-body">
        <div className="rp-table">
          <Grid
            key={String(narrow)}
            control={control}
            label={naming.label('title')}
            columns={columns}
            source={source}
            filtered={isFiltered}
            arranged={sorted.arranged(narrow ? [] : (keptOf(space, person.empId, def.name).columns ?? []))}
            onArranged={(list) => {
              sorted.note();
              if (!narrow) keep(space, person.empId, def.name, { columns: list });
            }}
            empty={
              <EmptyState title={t(hasPeriod ? 'noRows' : 'noneYet', { what: counted })}>
                {t(hasPeriod ? 'noRowsText' : 'noneYetText')}
              </EmptyState>
            }
            noMatchActions={
              <Button variant="light" onClick={clear}>
                {t('clear')}
              </Button>
            }
            {...(summary && Object.keys(summary.totals).length > 0
              ? { totals: { ...summary.totals, id: 'total' } }
              : {})}
            onOpen={open}
            twoLines={days !== null && narrow}
          />
          {part && days && <part.DayLine room={days} control={control} />}
          <GridFoot control={control}>
            {mayEvents && focused !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                rightSection={<KeyHint keys="e" />}
                onClick={showEvents}
              >
                {t('events')}
              </Button>
            )}
          </GridFoot>
        </div>
        <aside className="rp-side" aria-labelledby={sideId} aria-busy={figures.isFetching || undefined}>
          <h2 id={sideId} className="ops-hidden">
            {t('side')}
          </h2>
          {summary && <ReportChart {...side} summary={summary} />}
          {def.groups.length > 0 && (
            <ChoiceFilter
              label={t('groupBy')}
              any={t('groupBy')}
              choices={def.groups
                .filter((name) => !masked.includes(name))
                .map((name) => ({ value: name, label: naming.label(`column.${name}`) }))}
              value={state.filters.group}
              onChange={(group) => state.put({ group })}
            />
          )}
          {summary && <Groups {...side} summary={summary} />}
        </aside>
      </div>
      {eventsOf && (
        <Suspense fallback={null}>
          <RowEvents
            report={def.name}
            id={eventsOf.id}
            name={rowName(def, eventsOf)}
            t={t}
            onClose={() => setEventsOf(null)}
          />
        </Suspense>
      )}
    </ListScreen>
  );
}
