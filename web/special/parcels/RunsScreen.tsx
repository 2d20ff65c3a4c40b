import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { useTranslations, type Translate } from '#web/locales/translations.ts';
import { MyRun } from './MyRun.tsx';
import { RunPanel } from './RunPanel.tsx';
import { runTones, type ParcelRow, type RunRow } from './row.ts';
import { addParcelTranslations } from './translations.ts';
import './parcels.css';

addParcelTranslations();

const tabs = ['run', 'list'] as const;

/** A rider sees their own run and works it; the shop follows all runs and settles them. */
export function RunsScreen(): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const [params, setParams] = useSearchParams();
  const shop =
    hasRight(person, 'Delivery/deliveryStatement:view') ||
    hasRight(person, 'Delivery/deleveryStatementList:approve');
  const tab = tabs.find((one) => one === params.get('tab')) ?? (shop ? 'list' : 'run');
  const parcels = useFeed<ParcelRow>('delivery/parcels');
  const runs = useFeed<RunRow>('delivery/statements');
  if (runs.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{runs.message || undefined}</DeniedState>;
  return (
    <div className="pa-tabbed">
      <div className="pa-head">
        <SegmentedControl
          aria-label={t('tabs')}
          value={tab}
          data={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(value) => setParams({ tab: value }, { replace: true })}
        />
        <Freshness {...runs.freshness} />
      </div>
      {tab === 'run' ? <MyRun parcels={parcels} runs={runs} /> : <RunList parcels={parcels} runs={runs} />}
    </div>
  );
}

interface Feeds {
  readonly parcels: ReturnType<typeof useFeed<ParcelRow>>;
  readonly runs: ReturnType<typeof useFeed<RunRow>>;
}

function RunList({ parcels, runs }: Feeds): ReactNode {
  const { t } = useTranslations('parcels');
  const place = usePlaceName();
  const narrow = useNarrow();
  const rows = useFeedRows(runs.rows);
  const all = useFeedRows(parcels.rows);
  const control = useGrid<RunRow>();
  const [search, setSearch] = useState('');
  const [params, setParams] = useSearchParams();
  const openId = params.get('id');
  const columns = useMemo(() => columnsOf(t, place, narrow), [t, place, narrow]);
  const sort = useMemo(() => (a: RunRow, b: RunRow) => (a.movedAt < b.movedAt ? 1 : -1), []);
  const open = rows.find(({ id }) => id === openId) ?? null;
  const show = (row: RunRow | null): void =>
    setParams(row ? { tab: 'list', id: row.id } : { tab: 'list' }, { replace: true });
  return (
    <ListScreen>
      <ListBar end={<ColumnChooser control={control} />}>
        <SearchBox name="runs" label={t('find')} value={search} onChange={setSearch} />
      </ListBar>
      <Beside
        panel={
          open ? (
            <RunPanel
              key={open.id}
              run={open}
              parcels={all.filter(({ id }) => open.stops.some(({ dcId }) => dcId === id))}
              onClose={() => show(null)}
            />
          ) : undefined
        }
      >
        <Grid
          control={control}
          label={t('tab.list')}
          columns={columns}
          rows={runs.rows}
          sort={sort}
          search={search}
          filtered={search !== ''}
          selectedId={openId}
          status={runs.condition === 'connecting' && rows.length === 0 ? 'loading' : 'ready'}
          onOpen={show}
          onClick={show}
          empty={<EmptyState title={t('noList')}>{t('noListText')}</EmptyState>}
        />
      </Beside>
      <GridFoot control={control} />
    </ListScreen>
  );
}

function columnsOf(
  t: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): readonly GridColumn<RunRow>[] {
  return [
    { key: 'number', label: t('column.run'), kind: 'id', width: 150, pinned: 'start' },
    {
      key: 'agent',
      label: t('column.agent'),
      kind: 'text',
      width: 150,
      flex: 1,
      value: (row) => row.agent.name,
    },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 120,
      text: (row) => t(`run.${row.stage}`),
      tone: (row) => runTones[row.stage],
    },
    { key: 'stops', label: t('column.parcels'), kind: 'number', width: 80, value: (row) => row.stops.length },
    {
      key: 'due',
      label: t('column.cod'),
      kind: 'money',
      width: 120,
      hidden: narrow,
      value: (row) => row.stops.reduce((sum, { codDuePaise }) => sum + codDuePaise, 0),
    },
    {
      key: 'gap',
      label: t('column.gap'),
      kind: 'money',
      width: 110,
      value: (row) => row.settlement?.gapPaise ?? null,
      tone: (row) => (row.settlement && row.settlement.gapPaise !== 0 ? 'danger' : null),
    },
    { key: 'vehicle', label: t('column.vehicle'), kind: 'id', width: 120, hidden: narrow },
    { key: 'date', label: t('column.date'), kind: 'date', width: 110, hidden: narrow },
    {
      key: 'pooId',
      label: t('column.place'),
      kind: 'text',
      width: 130,
      hidden: narrow,
      text: (row) => place(row.pooId),
    },
  ];
}
