import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CreditRow } from '#shared/feeds/money.ts';
import type { DepositState } from '#shared/streams/money/deposit/deposit.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { addTranslations, useTranslations, type Translate } from '#web/locales/translations.ts';
import { ClosedDays } from './ClosedDays.tsx';
import { DepositPanel } from './DepositPanel.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { PaymentLinks } from './PaymentLinks.tsx';
import { reconciliationTranslations } from './translations.ts';
import './cash-reconciliation.css';

addTranslations('cash-reconciliation', reconciliationTranslations);

type DepositRow = DepositState & Row;
type CreditLive = CreditRow & Row;
const tabs = ['deposits', 'credits', 'days', 'links'] as const;
const filters = ['recorded', 'mismatched', 'reconciled', 'resolved', 'rejected'] as const;

/** The shops' deposits, compared with the bank's statement; and the days they submitted. */
export function ReconciliationScreen(): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const person = usePerson();
  const place = usePlaceName();
  const [params, setParams] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'deposits';
  const credits = useFeed<CreditLive>('money/credits');
  const list = useFeedRows(credits.rows);
  if (credits.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{credits.message || undefined}</DeniedState>;
  const may = hasRight(person, 'approvals/storeCashDepositReconciliation:approve');
  return (
    <div className="cr-screen">
      <div className="cr-tabs">
        <SegmentedControl
          aria-label={t('tabs')}
          value={tab}
          data={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(value) => setParams({ tab: value }, { replace: true })}
        />
        <span className="cr-do">
          <Freshness {...credits.freshness} />
          <ActionButton
            label={t('import')}
            disabled={may ? null : t('off.right')}
            onClick={() => setImporting(true)}
          />
        </span>
      </div>
      {tab === 'deposits' ? (
        <Deposits credits={list} place={place} />
      ) : tab === 'credits' ? (
        <Credits feed={credits} />
      ) : tab === 'links' ? (
        <PaymentLinks place={place} />
      ) : (
        <ClosedDays place={place} />
      )}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}

function Deposits({
  credits,
  place,
}: {
  readonly credits: readonly CreditLive[];
  readonly place: (id: number | null) => string;
}): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const narrow = useNarrow();
  const feed = useFeed<DepositRow>('money/deposits');
  const rows = useFeedRows(feed.rows);
  const control = useGrid<DepositRow>();
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const columns = useMemo(() => depositColumns(t, place, narrow), [t, place, narrow]);
  const filter = useMemo(
    () => (row: DepositRow) =>
      stage === null
        ? row.stage === 'recorded' || row.stage === 'mismatched' || row.id === openId
        : row.stage === stage,
    [stage, openId],
  );
  const open = rows.find(({ id }) => id === openId) ?? null;
  return (
    <ListScreen>
      <ListBar end={<ColumnChooser control={control} />}>
        <SearchBox name="deposits" label={t('find')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('column.stage')}
          any={t('toDecide')}
          value={stage}
          choices={filters.map((value) => ({ value, label: t(`stage.${value}`) }))}
          onChange={setStage}
        />
      </ListBar>
      <Beside
        panel={
          open ? (
            <DepositPanel key={open.id} row={open} credits={credits} onClose={() => setOpenId(null)} />
          ) : undefined
        }
      >
        <Grid
          control={control}
          label={t('tab.deposits')}
          columns={columns}
          rows={feed.rows}
          filter={filter}
          search={search}
          filtered={search !== '' || stage !== null}
          selectedId={openId}
          status={feed.condition === 'connecting' && rows.length === 0 ? 'loading' : 'ready'}
          onOpen={(row) => setOpenId(row.id)}
          onClick={(row) => setOpenId(row.id)}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        />
      </Beside>
      <GridFoot control={control} />
    </ListScreen>
  );
}

function Credits({ feed }: { readonly feed: ReturnType<typeof useFeed<CreditLive>> }): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const control = useGrid<CreditLive>();
  const [search, setSearch] = useState('');
  const columns = useMemo(
    (): readonly GridColumn<CreditLive>[] => [
      { key: 'date', label: t('column.date'), kind: 'date', width: 110, pinned: 'start' },
      { key: 'text', label: t('column.text'), kind: 'text', width: 260, flex: 1 },
      { key: 'ref', label: t('column.ref'), kind: 'id', width: 140 },
      { key: 'creditPaise', label: t('column.credit'), kind: 'money', width: 130 },
      {
        key: 'depositId',
        label: t('column.stage'),
        kind: 'text',
        width: 130,
        text: (row) => t(row.depositId === null ? 'free' : 'taken'),
        tone: (row) => (row.depositId === null ? 'warn' : 'ok'),
      },
      { key: 'bank', label: t('bank'), kind: 'text', width: 150 },
    ],
    [t],
  );
  return (
    <ListScreen>
      <ListBar end={<ColumnChooser control={control} />}>
        <SearchBox name="credits" label={t('find')} value={search} onChange={setSearch} />
      </ListBar>
      <Grid
        control={control}
        label={t('tab.credits')}
        columns={columns}
        rows={feed.rows}
        search={search}
        filtered={search !== ''}
        status={feed.condition === 'connecting' ? 'loading' : 'ready'}
        empty={<EmptyState title={t('noCredits')}>{t('noCreditsText')}</EmptyState>}
      />
      <GridFoot control={control} />
    </ListScreen>
  );
}

function depositColumns(
  t: Translate,
  place: (id: number | null) => string,
  narrow: boolean,
): readonly GridColumn<DepositRow>[] {
  return [
    { key: 'number', label: t('column.number'), kind: 'id', width: 150, pinned: 'start' },
    {
      key: 'pooId',
      label: t('column.place'),
      kind: 'text',
      width: 150,
      flex: 1,
      text: (row) => place(row.pooId),
    },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 130,
      text: (row) => t(`stage.${row.stage}`),
      tone: (row) =>
        row.stage === 'reconciled' || row.stage === 'resolved'
          ? 'ok'
          : row.stage === 'recorded'
            ? 'info'
            : 'danger',
    },
    {
      key: 'days',
      label: t('column.days'),
      kind: 'number',
      width: 80,
      hidden: narrow,
      value: (row) => row.days.length,
    },
    { key: 'paise', label: t('column.amount'), kind: 'money', width: 120 },
    {
      key: 'bankPaise',
      label: t('column.credit'),
      kind: 'money',
      width: 120,
      hidden: narrow,
      value: (row) => row.matched?.creditPaise ?? null,
    },
    {
      key: 'gap',
      label: t('gap'),
      kind: 'money',
      width: 110,
      value: (row) => row.matched?.gapPaise ?? null,
      tone: (row) => (row.matched && row.matched.gapPaise !== 0 ? 'danger' : null),
    },
    { key: 'slipNo', label: t('column.slip'), kind: 'id', width: 120, hidden: narrow },
    { key: 'madeAt', label: t('column.age'), kind: 'age', width: 90, hidden: narrow },
  ];
}
