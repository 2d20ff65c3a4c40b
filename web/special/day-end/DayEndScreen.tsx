import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { businessDay } from '#shared/core/day.ts';
import { dayKey } from '#shared/streams/money/day/state.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ColumnChooser, GridFoot } from '#web/parts/grid/around.tsx';
import { useGrid } from '#web/parts/grid/control.ts';
import { Grid } from '#web/parts/grid/Grid.tsx';
import { ListBar, ListNote, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { useNarrow } from '#web/parts/use-narrow.ts';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { dayColumns, depositColumns } from './columns.ts';
import { DayPanel } from './DayPanel.tsx';
import { RecordDeposit } from './RecordDeposit.tsx';
import type { DayRow, DepositRow, TillLive } from './row.ts';
import { dayEndTranslations } from './translations.ts';
import './day-end.css';

addTranslations('day-end', dayEndTranslations);

const tabs = ['days', 'deposits'] as const;

/** The cash books of the shops: today's, those to close, and bank deposits. */
export function DayEndScreen(): ReactNode {
  const { t } = useTranslations('day-end');
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'days';
  const tills = useFeed<TillLive>('money/tills');
  const list = useFeedRows(tills.rows);
  if (tills.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{tills.message || undefined}</DeniedState>;
  return (
    <div className="de-screen">
      <div className="de-tabs">
        <SegmentedControl
          aria-label={t('tabs')}
          value={tab}
          data={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(value) => setParams({ tab: value }, { replace: true })}
        />
        <Freshness {...tills.freshness} />
      </div>
      {tab === 'days' ? <Days tills={list} /> : <Deposits tills={list} />}
    </div>
  );
}

function Days({ tills }: { readonly tills: readonly TillLive[] }): ReactNode {
  const { t } = useTranslations('day-end');
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const feed = useFeed<DayRow>('money/days');
  const rows = useFeedRows(feed.rows);
  const control = useGrid<DayRow>();
  const [search, setSearch] = useState('');
  const [params, setParams] = useSearchParams();
  const begin = useCommand('dayend', 'open');
  const columns = useMemo(() => dayColumns(t, place, narrow), [t, place, narrow]);
  const sort = useMemo(
    () => (a: DayRow, b: DayRow) => (a.date === b.date ? a.pooId - b.pooId : a.date < b.date ? 1 : -1),
    [],
  );
  const openId = params.get('id');
  const setOpenId = (id: string | null): void => setParams(id ? { id } : {}, { replace: true });
  const open = rows.find(({ id }) => id === openId) ?? null;
  const today = businessDay(serverClock.now());
  const may = hasRight(person, 'Inventory/dayendsubmission:create');
  const shut = person.poos.filter(({ id }) => !rows.some((row) => row.pooId === id && row.date === today));
  return (
    <ListScreen>
      <ListBar end={<ColumnChooser control={control} />}>
        <SearchBox name="day-end" label={t('find')} value={search} onChange={setSearch} />
        {may &&
          shut
            .slice(0, 3)
            .map(({ id, name }) => (
              <ActionButton
                key={id}
                label={t('open', { place: name })}
                pending={begin.pending}
                onClick={() =>
                  void begin.run(dayKey(id, today)).then((answer) => answer && setOpenId(dayKey(id, today)))
                }
              />
            ))}
      </ListBar>
      {begin.failure && <InlineError failure={begin.failure} onDismiss={begin.dismiss} />}
      <Beside
        panel={
          open ? (
            <DayPanel
              key={open.id}
              day={open}
              till={tills.find(({ pooId }) => pooId === open.pooId) ?? null}
              place={place(open.pooId)}
              onClose={() => setOpenId(null)}
            />
          ) : undefined
        }
      >
        <Grid
          control={control}
          label={t('tab.days')}
          columns={columns}
          rows={feed.rows}
          sort={sort}
          search={search}
          filtered={search !== ''}
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

function Deposits({ tills }: { readonly tills: readonly TillLive[] }): ReactNode {
  const { t } = useTranslations('day-end');
  const person = usePerson();
  const place = usePlaceName();
  const narrow = useNarrow();
  const feed = useFeed<DepositRow>('money/deposits');
  const rows = useFeedRows(feed.rows);
  const control = useGrid<DepositRow>();
  const [recording, setRecording] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const columns = useMemo(() => depositColumns(t, place, narrow), [t, place, narrow]);
  const waiting = tills.flatMap(({ undeposited }) => undeposited);
  const whole = waiting.reduce((sum, { paise }) => sum + paise, 0);
  const open = rows.find(({ id }) => id === openId) ?? null;
  const may = hasRight(person, 'Inventory/dayendsubmission:create');
  return (
    <ListScreen>
      <ListBar end={<ColumnChooser control={control} />}>
        <ActionButton
          primary
          label={t('recordDeposit')}
          disabled={!may ? t('off.right') : waiting.length === 0 ? t('nothingToDeposit') : null}
          onClick={() => setRecording(true)}
        />
      </ListBar>
      {waiting.length > 0 && (
        <ListNote>{t('toDeposit', { amount: formatMoney(whole), n: waiting.length })}</ListNote>
      )}
      <Beside
        panel={open ? <DepositPanel key={open.id} row={open} onClose={() => setOpenId(null)} /> : undefined}
      >
        <Grid
          control={control}
          label={t('tab.deposits')}
          columns={columns}
          rows={feed.rows}
          status={feed.condition === 'connecting' && rows.length === 0 ? 'loading' : 'ready'}
          onOpen={(row) => setOpenId(row.id)}
          onClick={(row) => setOpenId(row.id)}
          empty={<EmptyState title={t('noDeposits')}>{t('noDepositsText')}</EmptyState>}
        />
      </Beside>
      <GridFoot control={control} />
      {recording && <RecordDeposit tills={tills} place={place} onClose={() => setRecording(false)} />}
    </ListScreen>
  );
}

function DepositPanel({
  row,
  onClose,
}: {
  readonly row: DepositRow;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useTranslations('day-end');
  return (
    <Panel title={row.number} talk={{ stream: `deposit-${row.id}`, title: row.number }} onClose={onClose}>
      <div className="de-panel">
        <dl className="de-figures">
          {row.days.map(({ date, paise }) => (
            <div key={date} className="de-pair">
              <dt>{formatDate(date)}</dt>
              <dd className="ops-figures">{formatMoney(paise)}</dd>
            </div>
          ))}
          <dt className="ops-strong">{t('column.amount')}</dt>
          <dd className="ops-figures ops-strong">{formatMoney(row.paise)}</dd>
          {row.matched && (
            <>
              <dt>{t('atBank', { date: formatDate(row.matched.date) })}</dt>
              <dd className="ops-figures">{formatMoney(row.matched.creditPaise)}</dd>
            </>
          )}
        </dl>
        {row.reason && <p>{row.reason}</p>}
        <FileList
          files={[{ fileId: row.fileId, name: row.fileName, mime: row.mime }]}
          through={`deposit-${row.id}`}
        />
      </div>
    </Panel>
  );
}
