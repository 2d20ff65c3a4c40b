import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { pincodeReviewTranslations } from '#shared/masters/reviews/pincode-review-translations.ts';
import { byGap, type PincodeReview, type PincodeReviewRow } from '#shared/masters/reviews/pincode-review.ts';
import { fetchFile } from '#web/live/fetch-file.ts';
import { api } from '#web/live/api.ts';
import { isFailure } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListRows } from '#web/parts/grid/source.ts';
import { ListBar, ListNote, ListScreen, SearchBox, Slices } from '#web/parts/list/ListHead.tsx';
import { PlaceFilter } from '#web/parts/list/PlaceFilter.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import type { Failed } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { addTranslations, useFrame, useTranslations } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';

addTranslations('pincode-review', pincodeReviewTranslations);

/** The employees of each pincode, their workload, and unserved pincodes. */
export function PincodeReviewScreen(): ReactNode {
  const { t } = useTranslations('pincode-review');
  const frame = useFrame();
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const control = useGrid<PincodeReviewRow>();
  const [search, setSearch] = useState('');
  const [poo, setPoo] = useState<string | null>(null);
  const [gapOnly, setGapOnly] = useState(false);
  const [busy, setBusy] = useState(false);
  const [lost, setLost] = useState<Failed | null>(null);
  const may = hasRight(person, 'Masters/pincode-Employee-reviewreport:view');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['pincode-review', poo],
    enabled: may,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      api.get<PincodeReview>('/masters-pincode-review', { query: { iPooId: poo }, signal }),
  });
  const rows = useMemo(() => new ListRows<PincodeReviewRow>(), []);
  useEffect(() => rows.set(data?.rows ?? []), [rows, data]);
  const columns = useMemo(() => columnsOf(t, place, narrow), [t, place, narrow]);
  const filter = useMemo(() => (row: PincodeReviewRow) => !gapOnly || row.gap, [gapOnly]);
  const save = async (): Promise<void> => {
    setBusy(true);
    setLost(null);
    try {
      await fetchFile(
        '/masters-pincode-review/export',
        { iPooId: poo, gap: gapOnly ? 1 : 0 },
        'pincode-review.csv',
      );
      toast({ text: t('exported'), tone: 'ok' });
    } catch (reason) {
      if (!isFailure(reason)) throw reason;
      setLost(reason);
    } finally {
      setBusy(false);
    }
  };

  if (!may) return <DeniedState title={t('deniedTitle')} />;
  const failure = isFailure(error) ? error : null;
  const clear = (): void => {
    setSearch('');
    setPoo(null);
    setGapOnly(false);
  };
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <ColumnChooser control={control} />
            <ActionButton label={t('export')} pending={busy} onClick={() => void save()} />
          </>
        }
      >
        <Slices
          label={t('which')}
          slices={[
            { id: null, label: t('all'), count: data?.total ?? null },
            { id: 'gap', label: t('gaps'), count: data?.gaps ?? null, warn: (data?.gaps ?? 0) > 0 },
          ]}
          value={gapOnly ? 'gap' : null}
          onChange={(id) => setGapOnly(id === 'gap')}
        />
        <SearchBox name="pincode-review" label={t('find')} value={search} onChange={setSearch} />
        <PlaceFilter label={t('place')} any={t('anyPlace')} value={poo} onChange={setPoo} />
      </ListBar>
      {lost && <InlineError failure={lost} onRetry={() => void save()} onDismiss={() => setLost(null)} />}
      {data?.cut && <ListNote>{t('cut', { limit: data.limit, total: data.total })}</ListNote>}
      <Grid
        control={control}
        label={t('list')}
        columns={columns}
        rows={rows}
        sort={byGap}
        filter={filter}
        search={search}
        filtered={search !== '' || gapOnly || poo !== null}
        status={failure && !data ? 'failed' : isPending ? 'loading' : 'ready'}
        {...(failure ? { failure } : {})}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        noMatchActions={<ActionButton label={frame('grid.clearFilters')} onClick={clear} />}
      />
      <GridFoot control={control} />
    </ListScreen>
  );
}

function columnsOf(
  t: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): readonly GridColumn<PincodeReviewRow>[] {
  const gap: GridColumn<PincodeReviewRow> = {
    key: 'gap',
    label: t('column.gap'),
    kind: 'status',
    width: narrow ? 80 : 110,
    value: (row) => t(row.gap ? 'gap.yes' : 'gap.no'),
    render: (row) => (
      <StatusWord tone={row.gap ? 'warn' : 'ok'} dot>
        {t(row.gap ? 'gap.yes' : 'gap.no')}
      </StatusWord>
    ),
  };
  return [
    { key: 'vPincode', label: t('column.vPincode'), kind: 'id', width: narrow ? 84 : 110 },
    {
      key: 'taskType',
      label: t('column.taskType'),
      kind: 'text',
      width: narrow ? 92 : 130,
      value: (row) => t(`type.${row.taskType}`),
    },
    // on a phone the gaps matter most, so they come before the names
    ...(narrow ? [gap] : []),
    {
      key: 'iPooId',
      label: t('column.iPooId'),
      kind: 'place',
      width: 170,
      value: (row) => (row.iPooId === null ? t('untagged') : place(row.iPooId)),
      hidden: narrow,
    },
    {
      key: 'employees',
      label: t('column.employees'),
      kind: 'text',
      flex: 1,
      width: narrow ? 90 : 240,
      value: (row) => row.employees.map((one) => one.vEmpName).join(', '),
      tooltip: (row) =>
        row.employees.map((one) => t('loadOf', { name: one.vEmpName, n: one.open })).join('\n') || null,
    },
    { key: 'openLoad', label: t('column.openLoad'), kind: 'number', width: 110, hidden: narrow },
    ...(narrow ? [] : [gap]),
  ];
}
