import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { lateStartsTranslations } from '#shared/masters/reviews/late-starts-translations.ts';
import type { LateStart, LateStarts } from '#shared/masters/reviews/late-starts.ts';
import { api } from '#web/live/api.ts';
import { isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid, useGridNow } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListRows } from '#web/parts/grid/source.ts';
import { ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { PlaceFilter } from '#web/parts/list/PlaceFilter.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { addTranslations, useFrame, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { AllowDialog } from './AllowDialog.tsx';

addTranslations('late-starts', lateStartsTranslations);

const REFRESH_MS = 30_000;

/**
 * Employees who should have started the day and have not; they may be allowed to start until a time today.
 */
export function LateStartsScreen(): ReactNode {
  const { t } = useTranslations('late-starts');
  const frame = useFrame();
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const control = useGrid<LateStart>();
  const { selected } = useGridNow(control);
  const [search, setSearch] = useState('');
  const [poo, setPoo] = useState<string | null>(null);
  const [letting, setLetting] = useState<LateStart | null>(null);
  const may = hasRight(person, 'Masters/allowdayStart:view');
  const mayAllow = hasRight(person, 'Masters/allowdayStart:edit');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['late-starts'],
    enabled: may,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.get<LateStarts>('/masters-late-starts', { signal }),
  });
  const rows = useMemo(() => new ListRows<LateStart>(), []);
  useEffect(() => rows.set(data?.rows ?? []), [rows, data]);
  const columns = useMemo(() => columnsOf(t, place, narrow), [t, place, narrow]);
  const filter = useMemo(() => (row: LateStart) => poo === null || String(row.iPooId) === poo, [poo]);

  const chosen = data?.rows.find(({ id }) => id === selected[0]) ?? null;
  const off = !mayAllow ? t('off.right') : chosen ? null : t('off.select');
  const allow = (row: LateStart | null): void => {
    if (mayAllow && row) setLetting(row);
  };
  useCommands([
    {
      id: 'late-starts.allow',
      label: t('allow'),
      keys: 'a',
      scope: 'screen',
      disabled: off,
      run: () => allow(chosen),
    },
  ]);

  if (!may) return <DeniedState title={t('deniedTitle')} />;
  const failure = isFailure(error) ? error : null;
  const clear = (): void => {
    setSearch('');
    setPoo(null);
  };
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <ColumnChooser control={control} />
            <ActionButton label={t('allow')} keys="a" disabled={off} onClick={() => allow(chosen)} />
          </>
        }
      >
        <SearchBox name="late-starts" label={t('find')} value={search} onChange={setSearch} />
        <PlaceFilter label={t('place')} any={t('anyPlace')} value={poo} onChange={setPoo} />
      </ListBar>
      <Grid
        control={control}
        label={t('list')}
        columns={columns}
        rows={rows}
        filter={filter}
        search={search}
        filtered={search !== '' || poo !== null}
        status={failure && !data ? 'failed' : isPending ? 'loading' : 'ready'}
        {...(failure ? { failure } : {})}
        onRetry={() => void refetch()}
        onOpen={allow}
        onClick={(row) => control.select(row.id)}
        empty={
          <EmptyState title={t('empty')}>
            {t('emptyText')} {t('everybody')}
          </EmptyState>
        }
        noMatchActions={<ActionButton label={frame('grid.clearFilters')} onClick={clear} />}
      />
      <GridFoot control={control} />
      {letting && data && (
        <AllowDialog
          row={letting}
          today={data.today}
          t={t}
          onDone={() => void refetch()}
          onClose={() => setLetting(null)}
        />
      )}
    </ListScreen>
  );
}

function columnsOf(
  t: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): readonly GridColumn<LateStart>[] {
  return [
    { key: 'name', label: t('column.name'), kind: 'text', width: narrow ? 130 : 190, pinned: 'start' },
    { key: 'minutesLate', label: t('column.minutesLate'), kind: 'number', width: 96, tone: () => 'warn' },
    {
      key: 'allowedUntil',
      label: t('column.allowedUntil'),
      kind: 'text',
      width: 120,
      flash: true,
      tone: ({ allowedUntil }) => (allowedUntil ? 'ok' : null),
    },
    { key: 'cutOff', label: t('column.cutOff'), kind: 'text', width: 120, hidden: narrow },
    {
      key: 'task',
      label: t('column.task'),
      kind: 'text',
      width: 120,
      hidden: narrow,
      text: ({ task }) => (task ? t('taskAt', { time: task }) : ''),
    },
    { key: 'designation', label: t('column.designation'), kind: 'text', width: 170, hidden: narrow },
    {
      key: 'iPooId',
      label: t('column.place'),
      kind: 'text',
      width: 150,
      hidden: narrow,
      text: ({ iPooId }) => place(iPooId),
    },
  ];
}
