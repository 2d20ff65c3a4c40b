import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { businessDay, yearOf } from '#shared/core/day.ts';
import { attendanceMonthTranslations } from '#shared/masters/reviews/attendance-month-translations.ts';
import { monthsTo, type AttendanceMonth, type MonthRow } from '#shared/masters/reviews/attendance-month.ts';
import { api } from '#web/live/api.ts';
import { isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListRows } from '#web/parts/grid/source.ts';
import { ChoiceFilter, ListBar, ListNote, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { PlaceFilter } from '#web/parts/list/PlaceFilter.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { Beside } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { addTranslations, useFrame, useTranslations } from '#web/locales/translations.ts';
import './attendance-month.css';
import { EnterDay } from './EnterDay.tsx';
import { monthColumns } from './columns.tsx';
import { MonthPanel } from './MonthPanel.tsx';
import { compareTexts } from '#shared/core/collation.ts';

addTranslations('attendance-month', attendanceMonthTranslations);

/** Attendance of a month, one row per employee; days are corrected on the HR board. */
export function AttendanceMonthScreen(): ReactNode {
  const { t } = useTranslations('attendance-month');
  const frame = useFrame();
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const control = useGrid<MonthRow>();
  const [today] = useState(() => businessDay(serverClock.now()));
  const [months] = useState(() => monthsTo(today, 13));
  const [month, setMonth] = useState(months[0]!);
  const [search, setSearch] = useState('');
  const [poo, setPoo] = useState<string | null>(null);
  const [job, setJob] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const may = hasRight(person, 'Masters/attendanceDetails:view');
  const mayEnter = hasRight(person, 'Masters/attendanceDetails:edit');
  const [entering, setEntering] = useState(false);
  const board = hasRight(person, 'HR/attendanceDetails:view');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['attendance-month', month, poo],
    enabled: may,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      api.get<AttendanceMonth>('/masters-attendance-month', { query: { month, iPooId: poo }, signal }),
  });
  const rows = useMemo(() => new ListRows<MonthRow>(), []);
  useEffect(() => rows.set(data?.rows ?? []), [rows, data]);
  const columns = useMemo(() => monthColumns(month, t, narrow), [month, t, narrow]);
  const filter = useMemo(() => (row: MonthRow) => job === null || String(row.iDesignationId) === job, [job]);
  const jobs = useMemo(
    () =>
      [
        ...new Map(
          (data?.rows ?? [])
            .filter((row) => row.iDesignationId !== null)
            .map((row) => [String(row.iDesignationId), row.designation]),
        ),
      ]
        .map(([value, label]) => ({ value, label }))
        .sort((a, b) => compareTexts(a.label, b.label)),
    [data],
  );

  useCommands([
    {
      id: 'attendance-month.enter',
      label: t('enter'),
      keys: 'n',
      scope: 'screen',
      permitted: mayEnter,
      run: () => setEntering(true),
    },
  ]);

  if (!may) return <DeniedState title={t('deniedTitle')}>{t('denied')}</DeniedState>;
  const failure = isFailure(error) ? error : null;
  const open = data?.rows.find((row) => row.id === openId);
  const clear = (): void => {
    setSearch('');
    setPoo(null);
    setJob(null);
  };
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <ColumnChooser control={control} />
            <ActionButton
              label={t('enter')}
              keys="n"
              disabled={mayEnter ? null : t('off.right')}
              onClick={() => setEntering(true)}
            />
            {board && (
              <Link className="am-link" to="/HR/attendanceDetails">
                {t('board')}
              </Link>
            )}
          </>
        }
      >
        <ChoiceFilter
          label={t('month')}
          always
          choices={months.map((one) => ({ value: one, label: `${one.slice(5)}-${yearOf(one)}` }))}
          value={month}
          onChange={(value) => value && setMonth(value)}
        />
        <SearchBox name="attendance-month" label={t('find')} value={search} onChange={setSearch} />
        <PlaceFilter label={t('place')} any={t('anyPlace')} value={poo} onChange={setPoo} />
        {(jobs.length > 1 || job !== null) && (
          <ChoiceFilter
            label={t('designation')}
            any={t('anyDesignation')}
            choices={jobs}
            value={job}
            onChange={setJob}
          />
        )}
      </ListBar>
      {data?.cut && <ListNote>{t('cut', { limit: data.limit, total: data.total })}</ListNote>}
      <Beside
        panel={
          open && (
            <MonthPanel
              key={open.id}
              row={open}
              t={t}
              place={place(open.iPooId)}
              board={board}
              onClose={() => setOpenId(null)}
            />
          )
        }
      >
        <Grid
          key={month}
          control={control}
          label={t('list')}
          columns={columns}
          rows={rows}
          filter={filter}
          search={search}
          filtered={search !== '' || job !== null || poo !== null}
          selectedId={openId}
          status={failure && !data ? 'failed' : isPending ? 'loading' : 'ready'}
          {...(failure ? { failure } : {})}
          onRetry={() => void refetch()}
          {...(today.startsWith(month) ? { startColumn: today } : {})}
          onOpen={(row) => setOpenId(row.id)}
          onClick={(row) => setOpenId(row.id)}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
          noMatchActions={<ActionButton label={frame('grid.clearFilters')} onClick={clear} />}
        />
        <GridFoot control={control} />
      </Beside>
      {entering && <EnterDay onDone={() => void refetch()} onClose={() => setEntering(false)} />}
    </ListScreen>
  );
}
