import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isDay } from '#shared/core/day.ts';
import { taskMovementTranslations } from '#shared/masters/reviews/task-movement-translations.ts';
import type { TaskMovement, TaskToMove } from '#shared/masters/reviews/task-movement.ts';
import { appointmentTypes } from '#shared/streams/leads/appointment/state.ts';
import { api } from '#web/live/api.ts';
import { isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListRows } from '#web/parts/grid/source.ts';
import { ListBar, ListNote, ListScreen } from '#web/parts/list/ListHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { addTranslations, useFrame, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { MoveDialog } from './MoveDialog.tsx';
import './task-movement.css';

addTranslations('task-movement', taskMovementTranslations);

const bySlot = (a: TaskToMove, b: TaskToMove): number =>
  `${a.appDate} ${a.slotFrom}`.localeCompare(`${b.appDate} ${b.slotFrom}`);

/** Moves the open tasks of one employee to another; conflicts are shown beforehand and those tasks stay. */
export function TaskMovementScreen(): ReactNode {
  const { t } = useTranslations('task-movement');
  const tasks = useTranslations('appointment').t;
  const moves = useTranslations('taskmovement').t;
  const frame = useFrame();
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const up = useOnline();
  const control = useGrid<TaskToMove>();
  const { selected } = useGridNow(control);
  const [params, setParams] = useSearchParams();
  const [moving, setMoving] = useState(false);
  const may = hasRight(person, 'Masters/employeeTaskBulkMovement:view');
  const mayMove = hasRight(person, 'Masters/employeeTaskBulkMovement:edit');
  const prompted = requestedIn(params);
  const query = (name: string, value: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const { data, error, isPending, refetch } = useQuery<TaskMovement>({
    queryKey: ['task-movement', prompted],
    enabled: may,
    refetchInterval: 15_000,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<TaskMovement>('/masters-task-movement', { query: prompted, signal }),
  });
  const rows = useMemo(() => new ListRows<TaskToMove>(), []);
  const mine = useRef(false);
  useEffect(() => {
    rows.set(prompted.from === null ? [] : (data?.rows ?? []));
    // Rows that left by one's own action need no greying.
    if (mine.current) control.settle();
    mine.current = false;
  }, [rows, data, prompted.from, control]);
  const why = useMemo(() => {
    const t = (code: string, values: Readonly<Record<string, unknown>>): string => {
      const text = tasks(code, values);
      return text === code ? moves(code, values) : text;
    };
    return (clash: { readonly code: string; readonly details?: unknown }): string =>
      t(clash.code, (clash.details ?? {}) as Record<string, unknown>);
  }, [tasks, moves]);
  const known = prompted.to !== null;
  const columns = useMemo(
    () => columnsOf(t, tasks, place, why, known, narrow),
    [t, tasks, place, why, known, narrow],
  );
  const byId = new Map((data?.rows ?? []).map((row) => [row.id, row]));
  const chosen = selected.flatMap((id) => byId.get(id) ?? []);
  const from = data?.employees.find((one) => String(one.iEmpId) === prompted.from);
  const to = data?.targets.find((one) => String(one.iEmpId) === prompted.to);
  const off = !mayMove
    ? t('off.right')
    : !up
      ? t('off.line')
      : !to
        ? t('off.to')
        : chosen.length === 0
          ? t('off.none')
          : null;
  const chooseFree = (): void =>
    control.selectAll((data?.rows ?? []).filter(({ clash }) => clash === null).map(({ id }) => id));
  useCommands([
    {
      id: 'task-movement.move',
      label: t('move', { count: chosen.length }),
      keys: 'm',
      scope: 'screen',
      permitted: mayMove,
      disabled: off,
      run: () => off === null && setMoving(true),
    },
    {
      id: 'task-movement.choose',
      label: t('choose'),
      keys: 'a',
      scope: 'screen',
      permitted: mayMove,
      run: chooseFree,
    },
  ]);
  if (!may) return <DeniedState title={t('deniedTitle')} />;
  const failure = isFailure(error) ? error : null;
  return (
    <ListScreen>
      <div className="tm-head">
        <SelectField
          label={t('from')}
          value={prompted.from}
          choices={(data?.employees ?? []).map((one) => ({
            value: String(one.iEmpId),
            label: t('openOf', { name: one.vEmpName, n: one.open }),
          }))}
          onChange={(id) => query('from', id)}
        />
        <SelectField
          label={t('to')}
          value={prompted.to}
          choices={(data?.targets ?? []).flatMap((one) =>
            String(one.iEmpId) === prompted.from
              ? []
              : [{ value: String(one.iEmpId), label: `${one.vEmpName} · ${place(one.iPooId)}` }],
          )}
          onChange={(id) => query('to', id)}
        />
        <SelectField
          label={t('type')}
          value={prompted.vAppType}
          placeholder={t('anyType')}
          choices={appointmentTypes.map((one) => ({ value: one, label: tasks(`type.${one}`) }))}
          onChange={(type) => query('vAppType', type)}
        />
        <DateField
          label={t('dFrom')}
          value={prompted.dFrom}
          onChange={(day) => query('dFrom', day)}
          {...(prompted.dTo ? { max: prompted.dTo } : {})}
        />
        <DateField
          label={t('dTo')}
          value={prompted.dTo}
          onChange={(day) => query('dTo', day)}
          {...(prompted.dFrom ? { min: prompted.dFrom } : {})}
        />
      </div>
      <ListBar
        end={
          <>
            <ColumnChooser control={control} />
            <ActionButton
              label={t('move', { count: chosen.length })}
              keys="m"
              primary
              disabled={off}
              onClick={() => setMoving(true)}
            />
          </>
        }
      >
        <ActionButton
          label={t('choose')}
          keys="a"
          disabled={mayMove ? null : t('off.right')}
          onClick={chooseFree}
        />
      </ListBar>
      {data?.cut && <ListNote>{t('cut', { limit: data.limit, total: data.total })}</ListNote>}
      <Grid
        control={control}
        label={t('list')}
        columns={columns}
        rows={rows}
        sort={bySlot}
        multi
        filtered={prompted.dFrom !== null || prompted.dTo !== null || prompted.vAppType !== null}
        status={failure && !data ? 'failed' : isPending ? 'loading' : 'ready'}
        {...(failure ? { failure } : {})}
        onRetry={() => void refetch()}
        empty={
          prompted.from === null ? (
            <EmptyState title={t('chooseFrom')}>{t('chooseFromText')}</EmptyState>
          ) : (
            <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
          )
        }
        noMatchActions={
          <ActionButton
            label={frame('grid.clearFilters')}
            onClick={() =>
              setParams(
                Object.entries({ from: prompted.from, to: prompted.to }).flatMap(([name, value]) =>
                  value ? [[name, value] as [string, string]] : [],
                ),
                { replace: true },
              )
            }
          />
        }
      />
      <GridFoot control={control} />
      {moving && from && to && (
        <MoveDialog
          from={from}
          to={to}
          tasks={chosen}
          t={t}
          why={why}
          onChanged={() => {
            mine.current = true;
            void refetch();
          }}
          onClose={() => {
            setMoving(false);
            control.selectAll([]);
          }}
        />
      )}
    </ListScreen>
  );
}

function requestedIn(params: URLSearchParams) {
  const id = (name: string): string | null =>
    /^[1-9]\d{0,8}$/.test(params.get(name) ?? '') ? params.get(name) : null;
  const day = (name: string): string | null => (isDay(params.get(name) ?? '') ? params.get(name) : null);
  const type = params.get('vAppType');
  return {
    from: id('from'),
    to: id('to'),
    dFrom: day('dFrom'),
    dTo: day('dTo'),
    vAppType: appointmentTypes.find((one) => one === type) ?? null,
  };
}

function columnsOf(
  t: Translate,
  tasks: Translate,
  place: (id: number | null) => string,
  why: (clash: NonNullable<TaskToMove['clash']>) => string,
  known: boolean,
  narrow: boolean,
): readonly GridColumn<TaskToMove>[] {
  return [
    { key: 'ref', label: t('column.ref'), kind: 'id', width: 104 },
    {
      key: 'vAppType',
      label: t('column.vAppType'),
      kind: 'text',
      width: 130,
      value: (row) => tasks(`type.${row.vAppType}`),
      hidden: narrow,
    },
    { key: 'appDate', label: t('column.day'), kind: 'date', width: narrow ? 96 : 110 },
    {
      key: 'slotFrom',
      label: t('column.slotFrom'),
      kind: 'text',
      width: narrow ? 66 : 120,
      text: (row) => (narrow ? row.slotFrom : `${row.slotFrom} · ${t('minutes', { n: row.iMinutes })}`),
    },
    { key: 'who', label: t('column.who'), kind: 'id', width: 110, hidden: narrow },
    {
      key: 'how',
      label: t('column.how'),
      kind: 'text',
      width: 110,
      value: (row) => tasks(`slotType.${row.iSlotType}`),
      hidden: narrow,
    },
    {
      key: 'iPooId',
      label: t('column.iPooId'),
      kind: 'place',
      width: 150,
      value: (row) => place(row.iPooId),
      hidden: narrow,
    },
    {
      key: 'clash',
      label: t('column.clash'),
      kind: 'status',
      flex: 1,
      width: 200,
      value: (row) => (row.clash ? why(row.clash) : known ? t('free') : ''),
      tooltip: (row) => (row.clash ? why(row.clash) : null),
      render: (row) =>
        row.clash ? (
          <StatusWord tone="warn" dot>
            {why(row.clash)}
          </StatusWord>
        ) : known ? (
          <StatusWord tone="ok" dot>
            {t('free')}
          </StatusWord>
        ) : null,
    },
  ];
}
