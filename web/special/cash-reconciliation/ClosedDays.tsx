import { useState } from 'react';
import type { ReactNode } from 'react';
import type { DayState } from '#shared/streams/money/day/state.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';

type DayRow = DayState & Row;

/** Days that shops have submitted: accounts verifies them, or reopens the newest. */
export function ClosedDays({ place }: { readonly place: (id: number | null) => string }): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const feed = useFeed<DayRow>('money/days');
  const rows = useFeedRows(feed.rows)
    .filter(({ stage }) => stage === 'submitted')
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.pooId - b.pooId));
  return (
    <div className="cr-days">
      {rows.length === 0 && <EmptyState title={t('noDays')}>{t('noDaysText')}</EmptyState>}
      {rows.map((day) => (
        <ClosedDay key={day.id} day={day} place={place(day.pooId)} />
      ))}
    </div>
  );
}

function ClosedDay({ day, place }: { readonly day: DayRow; readonly place: string }): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const person = usePerson();
  const verify = useCommand('dayend', 'verify');
  const reopen = useCommand('dayend', 'reopen');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const off = !hasRight(person, 'approvals/storeCashDepositReconciliation:approve')
    ? t('off.right')
    : day.countedBy?.empId === person.empId
      ? t('off.self')
      : null;
  const { count } = day;
  const failure = verify.failure ?? reopen.failure;
  return (
    <section className="cr-day" aria-label={`${place} ${formatDate(day.date)}`}>
      <header>
        <strong>
          {place} · {formatDate(day.date)}
        </strong>
        <StatusWord tone={count?.differencePaise === 0 ? 'ok' : 'danger'}>
          {count?.differencePaise === 0
            ? t('agrees')
            : t('differs', { amount: formatMoney(count?.differencePaise ?? 0) })}
        </StatusWord>
      </header>
      <p className="ops-muted">
        {t('dayText', {
          name: day.countedBy?.name ?? '',
          counted: formatMoney(count?.countedPaise ?? 0),
          deposit: formatMoney(count?.toDepositPaise ?? 0),
        })}
      </p>
      {count?.reason && <p>{count.reason}</p>}
      {count?.carried.map(({ number, reason: why }) => (
        <p key={number}>
          <span className="ops-code">{number}</span> {why}
        </p>
      ))}
      {asked && (
        <AreaField label={t('reopenReason')} value={reason} required maxLength={250} onChange={setReason} />
      )}
      {failure && (
        <InlineError failure={failure} onDismiss={verify.failure ? verify.dismiss : reopen.dismiss} />
      )}
      <div className="cr-do">
        <ActionButton
          primary
          label={t('verify')}
          pending={verify.pending}
          disabled={off}
          onClick={() => void verify.run(day.id)}
        />
        <ActionButton
          label={t('reopen')}
          pending={reopen.pending}
          disabled={
            hasRight(person, 'approvals/storeCashDepositReconciliation:approve') ? null : t('off.right')
          }
          onClick={() => (asked ? void reopen.run(day.id, { reason: reason.trim() }) : setAsked(true))}
        />
      </div>
    </section>
  );
}
