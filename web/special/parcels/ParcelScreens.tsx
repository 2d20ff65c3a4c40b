import { useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListRows } from '#web/parts/grid/source.ts';
import { ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { useTranslations, type Translate } from '#web/locales/translations.ts';
import { MarkForm, PickupForm } from './ParcelForms.tsx';
import { ParcelFacts, ParcelHistory } from './ParcelFacts.tsx';
import { RtoForm } from './RtoForm.tsx';
import { parcelTones, type ParcelRow } from './row.ts';
import { addParcelTranslations } from './translations.ts';
import './parcels.css';

addParcelTranslations();

interface ListProps {
  readonly name: 'mark' | 'pickup' | 'rto';
  readonly shows: (row: ParcelRow) => boolean;
  readonly form: (row: ParcelRow) => ReactNode;
}

/** Parcels on the road that somebody in the shop knows to be delivered. */
export function MarkScreen(): ReactNode {
  return (
    <ParcelList
      name="mark"
      shows={({ stage }) => stage === 'handedOver' || stage === 'out' || stage === 'undelivered'}
      form={(row) => <MarkForm parcel={row} />}
    />
  );
}
/** Parcels that a courier or the customer fetches: the code comes before the parcel. */
export function PickupScreen(): ReactNode {
  return (
    <ParcelList
      name="pickup"
      shows={({ stage, mode }) => stage === 'accepted' && mode !== 'OWN'}
      form={(row) => <PickupForm parcel={row} />}
    />
  );
}
/** Parcels that come back: received, credited, inspected. */
export function RtoScreen(): ReactNode {
  return (
    <ParcelList
      name="rto"
      shows={({ stage }) => stage === 'rto' || stage === 'rtoReceived'}
      form={(row) => <RtoForm parcel={row} />}
    />
  );
}

function ParcelList({ name, shows, form }: ListProps): ReactNode {
  const { t } = useTranslations('parcels');
  const place = usePlaceName();
  const narrow = useNarrow();
  const feed = useFeed<ParcelRow>('delivery/parcels');
  const rows = useFeedRows(feed.rows);
  const control = useGrid<ParcelRow>();
  const [search, setSearch] = useState('');
  const [params, setParams] = useSearchParams();
  const openId = params.get('id');
  const columns = useMemo(() => columnsOf(t, place, narrow), [t, place, narrow]);
  const listed = useMemo(() => new ListRows<ParcelRow>(), []);
  useLayoutEffect(
    () => listed.set(rows.filter((row) => shows(row) || row.id === openId)),
    [listed, rows, shows, openId],
  );
  const sort = useMemo(() => (a: ParcelRow, b: ParcelRow) => (a.movedAt < b.movedAt ? -1 : 1), []);
  const open = rows.find(({ id }) => id === openId) ?? null;
  const show = (row: ParcelRow | null): void => setParams(row ? { id: row.id } : {}, { replace: true });
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            <ColumnChooser control={control} />
          </>
        }
      >
        <SearchBox name={`parcels-${name}`} label={t('find')} value={search} onChange={setSearch} />
      </ListBar>
      <Beside
        panel={
          open ? (
            <Panel
              key={open.id}
              title={open.number}
              aside={<StatusWord tone={parcelTones[open.stage]}>{t(`stage.${open.stage}`)}</StatusWord>}
              talk={{ stream: `delivery-${open.id}`, title: open.number }}
              onClose={() => show(null)}
            >
              <div className="pa-panel">
                {form(open)}
                <ParcelFacts parcel={open} />
                <ParcelHistory parcel={open} />
              </div>
            </Panel>
          ) : undefined
        }
      >
        <Grid
          control={control}
          label={t(`list.${name}`)}
          columns={columns}
          rows={listed}
          sort={sort}
          search={search}
          filtered={search !== ''}
          selectedId={openId}
          status={feed.condition === 'connecting' && rows.length === 0 ? 'loading' : 'ready'}
          onOpen={show}
          onClick={show}
          empty={<EmptyState title={t(`empty.${name}`)}>{t(`emptyText.${name}`)}</EmptyState>}
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
): readonly GridColumn<ParcelRow>[] {
  return [
    { key: 'number', label: t('column.number'), kind: 'id', width: 150, pinned: 'start' },
    { key: 'customer', label: t('column.customer'), kind: 'text', width: 150, flex: 1 },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 130,
      text: (row) => t(`stage.${row.stage}`),
      tone: (row) => parcelTones[row.stage],
    },
    {
      key: 'agent',
      label: t('column.agent'),
      kind: 'text',
      width: 150,
      hidden: narrow,
      value: (row) => row.agent?.name ?? '',
    },
    { key: 'codDuePaise', label: t('column.cod'), kind: 'money', width: 110 },
    {
      key: 'attempts',
      label: t('column.attempts'),
      kind: 'number',
      width: 80,
      hidden: narrow,
      value: (row) => row.attempts.length,
    },
    { key: 'pincode', label: t('column.pincode'), kind: 'id', width: 90, hidden: narrow },
    { key: 'movedAt', label: t('column.age'), kind: 'age', width: 90, hidden: narrow },
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
