import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
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
import { formatAge } from '#web/locales/formats.ts';
import { addTranslations, useTranslations, type Translate } from '#web/locales/translations.ts';
import { RequestPanel } from './RequestPanel.tsx';
import type { LiveRequest } from './row.ts';
import { productRequestsTranslations } from './translations.ts';
import '#web/families/document/document.css';
import './product-requests.css';

addTranslations('product-requests', productRequestsTranslations);
const dayMs = 86_400_000;

function columnsOf(
  t: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): readonly GridColumn<LiveRequest>[] {
  const age = ({ at }: LiveRequest, now: number): number => now - Date.parse(at);
  return [
    { key: 'number', label: t('column.number'), kind: 'text', width: 110, hidden: narrow },
    { key: 'name', label: t('column.name'), kind: 'text', width: 220, flex: 2 },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 110,
      text: ({ stage }) => t(`stage.${stage}`),
      tone: ({ stage }) => (stage === 'submitted' ? 'accent' : 'muted'),
    },
    { key: 'maker', label: t('column.maker'), kind: 'text', width: 180, hidden: narrow },
    { key: 'composition', label: t('column.composition'), kind: 'text', width: 200, hidden: narrow },
    { key: 'pack', label: t('column.pack'), kind: 'text', width: 90, hidden: narrow },
    { key: 'mrpPaise', label: t('column.mrpPaise'), kind: 'money', width: 100, hidden: narrow },
    {
      key: 'reason',
      label: t('column.reason'),
      kind: 'text',
      width: 140,
      hidden: narrow,
      text: ({ reason }) => (reason === '' ? '' : t(`reason.${reason}`)),
    },
    {
      key: 'pooId',
      label: t('column.place'),
      kind: 'text',
      width: 140,
      hidden: narrow,
      text: ({ pooId }) => place(pooId),
    },
    { key: 'by', label: t('column.by'), kind: 'text', width: 140, hidden: narrow },
    {
      key: 'at',
      label: t('column.at'),
      kind: 'age',
      width: 90,
      text: (row, now) => formatAge(age(row, now)),
      tone: (row, now) => (age(row, now) >= dayMs ? 'danger' : null),
    },
  ];
}

/** Requests for products missing in the catalogue, to be approved, sent back or rejected. */
export function ProductRequestsScreen(): ReactNode {
  const { t } = useTranslations('product-requests');
  const place = usePlaceName();
  const narrow = useNarrow();
  const feed = useFeed<LiveRequest>('stock/product-requests');
  const rows = useFeedRows(feed.rows);
  const control = useGrid<LiveRequest>();
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const columns = useMemo(() => columnsOf(t, place, narrow), [t, place, narrow]);
  const open = rows.find(({ id }) => id === params.get('id')) ?? null;
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
        <SearchBox name="product-requests" label={t('find')} value={search} onChange={setSearch} />
      </ListBar>
      <Beside
        panel={open ? <RequestPanel key={open.id} row={open} onClose={() => setParams({})} /> : undefined}
      >
        <Grid
          control={control}
          label={t('list')}
          columns={columns}
          rows={feed.rows}
          search={search}
          filtered={search !== ''}
          status={feed.condition === 'connecting' && rows.length === 0 ? 'loading' : 'ready'}
          onOpen={(row) => setParams({ id: row.id })}
          onClick={(row) => setParams({ id: row.id })}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        />
      </Beside>
      <GridFoot control={control} />
    </ListScreen>
  );
}
