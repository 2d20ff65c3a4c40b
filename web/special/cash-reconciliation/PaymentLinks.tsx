import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paylinkLife, type PaylinkState, stands } from '#shared/streams/money/paylink/state.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { StepList } from '#web/parts/StepList.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations, type Translate } from '#web/locales/translations.ts';

type LinkRow = PaylinkState & Row;

/** Customers' payments by link, and pending refunds. */
export function PaymentLinks({ place }: { readonly place: (id: number | null) => string }): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const feed = useFeed<LinkRow>('money/paylinks');
  const rows = useFeedRows(feed.rows);
  const control = useGrid<LinkRow>();
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [stage, setStage] = useState<string | null>(null);
  const openId = params.get('id');
  const show = (id: string | null): void =>
    setParams({ tab: 'links', ...(id === null ? {} : { id }) }, { replace: true });
  const columns = useMemo(() => linkColumns(t, place), [t, place]);
  const filter = useMemo(
    () => (row: LinkRow) =>
      stage === null ? stands(row) || row.stage === 'refundDue' || row.id === openId : row.stage === stage,
    [stage, openId],
  );
  const open = rows.find(({ id }) => id === openId) ?? null;
  return (
    <ListScreen>
      <ListBar end={<ColumnChooser control={control} />}>
        <SearchBox name="paylinks" label={t('find')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('column.stage')}
          any={t('toDecide')}
          value={stage}
          choices={paylinkLife.stages.map((value) => ({ value, label: t(`pay.${value}`) }))}
          onChange={setStage}
        />
      </ListBar>
      <Beside panel={open ? <LinkPanel key={open.id} row={open} onClose={() => show(null)} /> : undefined}>
        <Grid
          control={control}
          label={t('tab.links')}
          columns={columns}
          rows={feed.rows}
          filter={filter}
          search={search}
          filtered={search !== '' || stage !== null}
          selectedId={openId}
          status={feed.condition === 'connecting' && rows.length === 0 ? 'loading' : 'ready'}
          onOpen={(row) => show(row.id)}
          onClick={(row) => show(row.id)}
          empty={<EmptyState title={t('noLinks')}>{t('noLinksText')}</EmptyState>}
        />
      </Beside>
      <GridFoot control={control} />
    </ListScreen>
  );
}

function linkColumns(t: Translate, place: (id: number | null) => string): readonly GridColumn<LinkRow>[] {
  return [
    { key: 'number', label: t('column.number'), kind: 'id', width: 160, pinned: 'start' },
    { key: 'customer', label: t('column.customer'), kind: 'text', width: 170, flex: 1 },
    {
      key: 'stage',
      label: t('column.stage'),
      kind: 'text',
      width: 170,
      text: (row) => t(`pay.${row.stage}`),
      tone: (row) => (row.stage === 'paid' ? 'ok' : row.stage === 'refundDue' ? 'warn' : 'info'),
    },
    { key: 'paise', label: t('column.amount'), kind: 'money', width: 120 },
    { key: 'capturedPaise', label: t('column.captured'), kind: 'money', width: 120 },
    { key: 'owedPaise', label: t('column.owed'), kind: 'money', width: 120 },
    { key: 'pooId', label: t('column.place'), kind: 'text', width: 150, text: (row) => place(row.pooId) },
  ];
}

function LinkPanel({ row, onClose }: { readonly row: LinkRow; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const person = usePerson();
  const refund = useCommand('paylink', 'refund');
  const [reference, setReference] = useState('');
  const off = !hasRight(person, 'approvals/storeCashDepositReconciliation:approve')
    ? t('off.right')
    : reference.trim() === ''
      ? t('off.reference')
      : null;
  const send = async (): Promise<void> => {
    if (await refund.run(row.id, { reference: reference.trim() }, { version: row.version }))
      toast({ text: t('refunded', { number: row.number }), tone: 'ok' });
  };
  return (
    <Panel title={row.number} talk={{ stream: `paylink-${row.id}`, title: row.number }} onClose={onClose}>
      <div className="cr-panel">
        <dl className="cr-figures">
          <div className="cr-pair">
            <dt>{t('column.amount')}</dt>
            <dd className="ops-figures">{formatMoney(row.paise)}</dd>
          </div>
          <div className="cr-pair">
            <dt>{t('column.captured')}</dt>
            <dd className="ops-figures">{formatMoney(row.capturedPaise)}</dd>
          </div>
          <div className="cr-pair">
            <dt>{t('column.owed')}</dt>
            <dd className="ops-figures">{formatMoney(row.owedPaise)}</dd>
          </div>
        </dl>
        <p className="ops-muted">
          {row.customer} · {row.invoiceNumber}
        </p>
        {row.stage === 'refundDue' && (
          <section className="cr-part">
            <h3>{t('refund')}</h3>
            <TextField
              label={t('reference')}
              value={reference}
              required
              maxLength={60}
              onChange={setReference}
            />
            {refund.failure && <InlineError failure={refund.failure} onDismiss={refund.dismiss} />}
            <ActionButton
              primary
              label={t('refundDone', { amount: formatMoney(row.owedPaise) })}
              pending={refund.pending}
              disabled={off}
              onClick={() => void send()}
            />
          </section>
        )}
        <StepList steps={row.steps} nameOf={(type) => t(`step.${type}`)} />
      </div>
    </Panel>
  );
}
