import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { authorText } from '#shared/core/authors.ts';
import { incentiveNeeds } from '#shared/streams/money/incentive/needs.ts';
import {
  accountKey,
  type AdjustmentRequest,
  type IncentiveState,
} from '#shared/streams/money/incentive/state.ts';
import type { DetailsProps } from '#web/families/master/plug.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { formatInstant, formatMoney } from '#web/locales/formats.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { DeniedState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { AdjustDialog } from './AdjustDialog.tsx';
import { PayDialog } from './PayDialog.tsx';
import { addIncentiveTranslations, useIncentiveTranslations } from './translations.ts';
import './incentive.css';

addIncentiveTranslations();

/** What is owed to an affiliate: paid out as a whole, adjusted by two people. */
export function IncentiveAccount({ row }: DetailsProps): ReactNode {
  const t = useIncentiveTranslations();
  const person = usePerson();
  const feed = useFeed<IncentiveState & Row>('incentives/accounts');
  const account = useFeedRows(feed.rows).find(({ id }) => id === accountKey(row.id));
  const [open, setOpen] = useState<'adjust' | 'pay' | null>(null);
  const balance = account?.balancePaise ?? 0;
  const own = Number(row.fields['iEmpId']) === person.empId ? t('own') : null;
  const mayAdjust = hasRight(person, incentiveNeeds.request);
  const mayPay = hasRight(person, incentiveNeeds.decide);
  if (feed.condition === 'denied')
    return <DeniedState title={t('title')}>{feed.message || undefined}</DeniedState>;
  const unpayable = own ?? (balance > 0 ? null : t('nothingOwed'));
  return (
    <section className="in-account" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <p>
        {t('balance')} <strong className="ops-strong ops-figures">{formatMoney(balance)}</strong>
        {balance < 0 && <span className="ops-muted"> · {t('carried')}</span>}
      </p>
      {account?.paid && (
        <p className="ops-muted">
          {t('paidLast', {
            amount: formatMoney(account.paid.paise),
            at: formatInstant(account.paid.at),
            reference: account.paid.reference,
          })}
        </p>
      )}
      {account?.waiting && (
        <Waiting dsaId={row.id} waiting={account.waiting} own={own} mayDecide={mayPay} t={t} />
      )}
      <div className="in-tools">
        {mayPay && (
          <ActionButton
            label={t('pay')}
            primary
            disabled={row.stage === 'accVerified' ? unpayable : t('notVerified')}
            onClick={() => setOpen('pay')}
          />
        )}
        {mayAdjust && (
          <ActionButton
            label={t('adjust')}
            disabled={own ?? (account?.waiting ? t('waits') : null)}
            onClick={() => setOpen('adjust')}
          />
        )}
        {hasRight(person, 'Reports/incentiveLedger:access') && account?.agent && (
          <Link
            className="in-link"
            to={`/reports/incentiveLedger?q=${encodeURIComponent(account.agent.name)}`}
          >
            {t('ledger')}
          </Link>
        )}
      </div>
      {open === 'adjust' && <AdjustDialog dsaId={row.id} onClose={() => setOpen(null)} />}
      {open === 'pay' && <PayDialog dsaId={row.id} balancePaise={balance} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** An adjustment that waits for a second person. */
function Waiting({
  dsaId,
  waiting,
  own,
  mayDecide,
  t,
}: {
  readonly dsaId: number;
  readonly waiting: AdjustmentRequest;
  /** Why this person may not decide about this account. */
  readonly own: string | null;
  readonly mayDecide: boolean;
  readonly t: ReturnType<typeof useIncentiveTranslations>;
}): ReactNode {
  const person = usePerson();
  const language = useLanguage();
  const [declining, setDeclining] = useState(false);
  const confirm = useCommand('incentive', 'confirmAdjustment');
  const decline = useCommand('incentive', 'declineAdjustment');
  const mine = waiting.requestedBy.empId === person.empId;
  const { adjustmentId } = waiting;
  const send = async (command: typeof confirm, body: object, done: string): Promise<boolean> => {
    if (!(await command.run(accountKey(dsaId), body))) return false;
    toast({ text: done, tone: 'ok' });
    return true;
  };
  return (
    <div className="in-waiting">
      <span>
        {t('waiting')} <strong className="ops-strong ops-figures">{formatMoney(waiting.paise)}</strong>
      </span>
      <span className="ops-muted">
        {t('by', { by: authorText(waiting.requestedBy.name, language) })} · {waiting.reason}
      </span>
      {confirm.failure && <InlineError failure={confirm.failure} onDismiss={confirm.dismiss} />}
      <span className="in-tools">
        {mayDecide && (
          <ActionButton
            label={t('confirm')}
            primary
            pending={confirm.pending}
            disabled={own ?? (mine ? t('ownRequest') : null)}
            onClick={() => void send(confirm, { adjustmentId }, t('done.confirm'))}
          />
        )}
        {(mine || mayDecide) && (
          <ActionButton label={t('decline')} disabled={own} onClick={() => setDeclining(true)} />
        )}
      </span>
      {declining && (
        <ReasonDialog
          about={['incentive.declineAdjustment', dsaId]}
          title={t('declineTitle')}
          verb={t('decline')}
          danger
          least={3}
          most={250}
          sending={{ pending: decline.pending, failure: decline.failure }}
          send={(reason) => send(decline, { adjustmentId, reason }, t('done.decline'))}
          onClose={() => setDeclining(false)}
        />
      )}
    </div>
  );
}
