import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot, LeasePill } from '#web/parts/grid/around.tsx';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { DescribedRows } from '#web/parts/grid/said-rows.ts';
import { ChoiceFilter, ListBar, ListScreen, SearchBox, Slices } from '#web/parts/list/ListHead.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { Beside } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import './attendance.css';
import { boardColumns } from './columns.tsx';
import { useDesignationName } from './designations.ts';
import { OverseeDialog } from './OverseeDialog.tsx';
import type { CommandRequest } from './OverseeDialog.tsx';
import { OwnDay } from './OwnDay.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import type { Doing } from './PersonPanel.tsx';
import { byState, inSlice, slices } from './standing.ts';
import type { Slice } from './standing.ts';
import { addBoardTranslations, useBoardTranslations } from './translations.ts';
import { compareTexts } from '#shared/core/collation.ts';

addBoardTranslations();

type LiveRow = AttendanceRow & Row;
const commandOf = (doing: Doing): string => (doing === 'hold' ? 'setAllowCheckInCheckOut' : doing);

/** People working, on a break with its duration, or gone; with corrections by team leads and HR. */
export function AttendanceScreen(): ReactNode {
  const t = useBoardTranslations();
  const frame = useFrame();
  const days = useTranslations('attendance').t;
  const person = usePerson();
  const place = usePlaceName();
  const designation = useDesignationName();
  const narrow = useNarrow();
  const up = useOnline();
  const now = useServerSecond();
  const feed = useFeed<LiveRow>('attendance/board');
  const rows = useFeedRows(feed.rows) as readonly AttendanceRow[];
  const control = useGrid<AttendanceRow>();
  const [search, setSearch] = useState('');
  const [slice, setSlice] = useState<Slice | null>(null);
  const [poo, setPoo] = useState<string | null>(null);
  const [job, setJob] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [doing, setDoing] = useState<{ readonly what: Doing; readonly row: AttendanceRow | null } | null>(
    null,
  );
  const open = useFeedRow(feed.rows, openId) as AttendanceRow | undefined;

  const minute = Math.floor(now / 60_000);
  const filter = useMemo(
    () => (row: AttendanceRow) =>
      (slice === null || inSlice(row, slice, minute * 60_000)) &&
      (poo === null || String(row.iPooId) === poo) &&
      (job === null || String(row.iDesignationId) === job),
    [slice, poo, job, minute],
  );
  const columns = useMemo(
    () => boardColumns({ t, place, designation, narrow }),
    [t, place, designation, narrow],
  );
  const text = useMemo(
    () => new DescribedRows<AttendanceRow>(feed.rows as never, (left) => days(left.why)),
    [feed.rows, days],
  );
  const who = { empId: person.empId, mayEdit: hasRight(person, 'HR/attendanceDetails:edit') };
  const off = feed.condition !== 'live' || !up ? t('off.line') : null;
  const places = optionsOf(rows, (row) => row.iPooId, place);
  const jobs = designation ? optionsOf(rows, (row) => row.iDesignationId, designation) : [];

  useCommands([
    {
      id: 'attendance.regularize',
      label: t('action.regularizeCheckIn'),
      keys: 'n',
      scope: 'screen',
      permitted: who.mayEdit,
      disabled: off,
      run: () => off === null && setDoing({ what: 'regularizeCheckIn', row: null }),
    },
  ]);
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  const filtered = search !== '' || slice !== null || poo !== null || job !== null;
  const clear = (): void => {
    setSearch('');
    setSlice(null);
    setPoo(null);
    setJob(null);
  };
  return (
    <ListScreen>
      <OwnDay />
      <ListBar>
        <Slices
          label={t('slice.label')}
          slices={[
            { id: null, label: t('slice.all'), count: rows.length },
            ...slices.map((one) => {
              const count = rows.filter((row) => inSlice(row, one, now)).length;
              return {
                id: one,
                label: t(`slice.${one}`),
                count,
                warn: count > 0 && (one === 'long' || one === 'confirm'),
              };
            }),
          ]}
          value={slice}
          onChange={(id) => setSlice(slices.find((one) => one === id) ?? null)}
        />
      </ListBar>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            <ColumnChooser control={control} />
            {who.mayEdit && (
              <ActionButton
                label={t('action.regularizeCheckIn')}
                keys="n"
                primary
                disabled={off}
                onClick={() => setDoing({ what: 'regularizeCheckIn', row: null })}
              />
            )}
          </>
        }
      >
        <SearchBox name="attendance" label={t('find')} value={search} onChange={setSearch} />
        {places.length > 1 && (
          <ChoiceFilter
            label={t('place')}
            any={t('anyPlace')}
            choices={places}
            value={poo}
            onChange={setPoo}
          />
        )}
        {jobs.length > 1 && (
          <ChoiceFilter
            label={t('designation')}
            any={t('anyDesignation')}
            choices={jobs}
            value={job}
            onChange={setJob}
          />
        )}
        <LeasePill control={control} />
      </ListBar>
      <Beside
        panel={
          open && (
            <PersonPanel
              key={open.id}
              row={open}
              who={who}
              off={off}
              place={place(open.iPooId)}
              designation={designation?.(open.iDesignationId) ?? ''}
              failure={null}
              onDo={(what) => setDoing({ what, row: open })}
              onClose={() => setOpenId(null)}
            />
          )
        }
      >
        <Grid
          control={control}
          label={t('list')}
          columns={columns}
          rows={text}
          sort={byState}
          filter={filter}
          search={search}
          filtered={filtered}
          selectedId={openId}
          status={feed.condition === 'connecting' ? 'loading' : 'ready'}
          onOpen={(row) => setOpenId(row.id)}
          onClick={(row) => setOpenId(row.id)}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
          noMatchActions={<ActionButton label={frame('grid.clearFilters')} onClick={clear} />}
        />
        <GridFoot control={control} />
      </Beside>
      {doing && (
        <Overseeing
          key={`${doing.what} ${doing.row?.id ?? ''}`}
          doing={doing.what}
          row={doing.row}
          onClose={() => setDoing(null)}
        />
      )}
    </ListScreen>
  );
}

function Overseeing({
  doing,
  row,
  onClose,
}: {
  doing: Doing;
  row: AttendanceRow | null;
  onClose: () => void;
}): ReactNode {
  const t = useBoardTranslations();
  const { run, pending, failure } = useCommand('attendance', commandOf(doing));
  const send = async ({ empId, name, day, input }: CommandRequest): Promise<boolean> => {
    const answer = await run(
      `${empId}-${day}`,
      input,
      doing === 'cancelAttendance' && row ? { version: row.version } : {},
    );
    if (!answer) return false;
    toast({ text: t(`done.${doing}`, { name }), tone: 'ok' });
    onClose();
    return true;
  };
  return (
    <OverseeDialog
      doing={doing}
      whose={row && { empId: row.iEmpId, name: row.name, day: row.date }}
      pending={pending}
      failure={failure}
      onSend={send}
      onClose={onClose}
    />
  );
}

function optionsOf(
  rows: readonly AttendanceRow[],
  id: (row: AttendanceRow) => number | null,
  name: (id: number | null) => string,
): { value: string; label: string }[] {
  const ids = [...new Set(rows.flatMap((row) => id(row) ?? []))];
  return ids
    .map((one) => ({ value: String(one), label: name(one) }))
    .sort((a, b) => compareTexts(a.label, b.label));
}
