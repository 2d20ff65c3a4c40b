import { useState } from 'react';
import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { ExpenseRow } from '#shared/feeds/expenses.ts';
import { formatMoney, formatNumber } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { OutboxEntry } from '#web/live/outbox/entry.ts';
import { outbox as box, useOutbox } from '#web/live/outbox/use-outbox.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord, type Tone } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { DraftPanel } from './DraftPanel.tsx';
import { useExpenseTranslations } from './translations.ts';

type LiveRow = ExpenseRow & Row;
const tones: Readonly<Record<string, Tone>> = {
  draft: 'muted',
  submitted: 'warn',
  approved: 'info',
  paid: 'muted',
  rejected: 'danger',
};

/** One's own expenses: drafts to submit, and the state of the others. */
export function OwnExpenses(): ReactNode {
  const t = useExpenseTranslations();
  const feed = useFeed<LiveRow>('expenses/me');
  const rows = useFeedRows(feed.rows) as unknown as readonly ExpenseRow[];
  const { entries } = useOutbox();
  const [drafting, setDrafting] = useState<OutboxEntry | 'new' | null>(null);
  const waiting = entries.filter(({ aggregate }) => aggregate === 'expense');
  const list = rows.toSorted((a, b) =>
    a.spentOn === b.spentOn ? Number(b.id) - Number(a.id) : a.spentOn < b.spentOn ? 1 : -1,
  );
  return (
    <Beside
      panel={
        drafting && (
          <DraftPanel
            key={drafting === 'new' ? 'new' : drafting.seq}
            corrected={drafting === 'new' ? null : drafting}
            onClose={() => setDrafting(null)}
          />
        )
      }
    >
      <div className="ex-own">
        <header className="ex-head">
          <ActionButton label={t('new')} primary onClick={() => setDrafting('new')} />
          <Freshness {...feed.freshness} />
        </header>
        {waiting.map((entry) => (
          <div
            key={entry.seq}
            className="ex-waiting"
            data-refused={entry.refusal !== null || undefined}
            role="status"
          >
            {entry.refusal ? t('refused', { why: entry.refusal.message }) : t('unsent')}
            {entry.refusal && (
              <>
                <ActionButton compact label={t('correct')} onClick={() => setDrafting(entry)} />
                <ActionButton compact label={t('sendAgain')} onClick={() => void box.retry(entry.seq)} />
                <ActionButton
                  compact
                  danger
                  label={t('discard')}
                  onClick={() => void box.discard(entry.seq)}
                />
              </>
            )}
          </div>
        ))}
        {feed.condition === 'connecting' && rows.length === 0 ? (
          <Skeleton rows={6} />
        ) : list.length === 0 ? (
          <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        ) : (
          <ul className="ex-list">
            {list.map((row) => (
              <OwnRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </div>
    </Beside>
  );
}

function OwnRow({ row }: { row: ExpenseRow }): ReactNode {
  const t = useExpenseTranslations();
  const { t: say } = useTranslations('expense');
  const submit = useCommand('expense', 'submit');
  const withdraw = useCommand('expense', 'withdraw');
  const failure = submit.failure ?? withdraw.failure;
  const lowered = row.approvedPaise !== null && row.approvedPaise < row.paise;
  const send = async (): Promise<void> => {
    if (await submit.run(row.id)) toast({ text: t('submitted', { ref: row.ref }), tone: 'ok' });
  };
  return (
    <li className="ex-row">
      <div className="ex-line">
        <span>
          <b>{t(`category.${row.category}`)}</b>{' '}
          <span className="ops-muted ops-figures">{showDay(row.spentOn)}</span>
        </span>
        <span className="ops-figures">
          {lowered && <del className="ops-muted">{formatMoney(row.paise)}</del>}{' '}
          <strong className="ops-strong">{formatMoney(row.approvedPaise ?? row.paise)}</strong>
        </span>
      </div>
      <div className="ex-line">
        <span className="ops-muted">
          <span className="ops-code">{row.ref}</span>
          {row.km !== null && <>&nbsp;· {t('km', { km: formatNumber(row.km, 1) })}</>}
          {row.traceKm !== null && <>&nbsp;· {t('traceKm', { km: formatNumber(row.traceKm, 1) })}</>}
          {row.note && <>&nbsp;· {row.note}</>}
        </span>
        <StatusWord soft tone={tones[row.stage ?? ''] ?? 'muted'}>
          {say(`stage.${row.stage}`)}
        </StatusWord>
      </div>
      {row.flags.map((flag) => (
        <span key={flag} className="ops-tone-warn">
          {say(`flag.${flag}`)}
        </span>
      ))}
      {row.payReference && (
        <span className="ops-muted">{t('paidWith', { reference: row.payReference })}</span>
      )}
      <FileList files={row.receipts} through={`expense-${row.id}`} />
      <div className="ex-do">
        {row.stage === 'draft' && (
          <ActionButton
            compact
            primary
            label={t('submit')}
            pending={submit.pending}
            onClick={() => void send()}
          />
        )}
        {(row.stage === 'draft' || row.stage === 'submitted') && (
          <ActionButton
            compact
            label={t('withdraw')}
            pending={withdraw.pending}
            onClick={() => void withdraw.run(row.id)}
          />
        )}
      </div>
      {failure && <InlineError failure={failure} />}
    </li>
  );
}
