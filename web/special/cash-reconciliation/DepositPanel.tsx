import { useState } from 'react';
import type { ReactNode } from 'react';
import type { CreditRow } from '#shared/feeds/money.ts';
import { resolutions, type DepositState } from '#shared/streams/money/deposit/deposit.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { candidatesOf } from './candidates.ts';

export interface DepositPanelProps {
  readonly row: DepositState;
  readonly credits: readonly CreditRow[];
  readonly onClose: () => void;
}

/** One deposit: its slip, matching bank credits, and the decision about a gap. */
export function DepositPanel({ row, credits, onClose }: DepositPanelProps): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const person = usePerson();
  const off = !hasRight(person, 'approvals/storeCashDepositReconciliation:approve')
    ? t('off.right')
    : row.madeBy.empId === person.empId
      ? t('off.self')
      : null;
  const openStage = row.stage === 'recorded' || row.stage === 'mismatched';
  return (
    <Panel title={row.number} talk={{ stream: `deposit-${row.id}`, title: row.number }} onClose={onClose}>
      <div className="cr-panel">
        <dl className="cr-figures">
          {row.days.map(({ date, paise }) => (
            <div key={date} className="cr-pair">
              <dt>{t('closedDay', { date: formatDate(date) })}</dt>
              <dd className="ops-figures">{formatMoney(paise)}</dd>
            </div>
          ))}
          <dt className="ops-strong">{t('slip', { no: row.slipNo, bank: row.bank })}</dt>
          <dd className="ops-figures ops-strong">{formatMoney(row.paise)}</dd>
          {row.matched && (
            <>
              <dt>{t('credit', { date: formatDate(row.matched.date) })}</dt>
              <dd className="ops-figures">{formatMoney(row.matched.creditPaise)}</dd>
              <dt>{t('gap')}</dt>
              <dd className={`ops-figures ops-tone-${row.matched.gapPaise === 0 ? 'ok' : 'danger'}`}>
                {formatMoney(row.matched.gapPaise)}
              </dd>
            </>
          )}
        </dl>
        <p className="ops-muted">{t('made', { name: row.madeBy.name, date: formatDate(row.depositedOn) })}</p>
        <FileList
          files={[{ fileId: row.fileId, name: row.fileName, mime: row.mime }]}
          through={`deposit-${row.id}`}
        />
        {row.reason && <p>{row.reason}</p>}
        {row.stage === 'recorded' && <Match row={row} credits={credits} off={off} />}
        {row.stage === 'mismatched' && <Resolve row={row} off={off} />}
        {openStage && <Reject row={row} off={off} />}
      </div>
    </Panel>
  );
}

type Part = Pick<DepositPanelProps, 'row'> & { readonly off: string | null };

function Match({ row, credits, off }: Part & Pick<DepositPanelProps, 'credits'>): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const match = useCommand('deposit', 'reconcile');
  const list = candidatesOf(row, credits);
  return (
    <section className="cr-part">
      <h3>{t('candidates')}</h3>
      {list.length === 0 && <p className="ops-muted">{t('noCandidates')}</p>}
      <ul className="cr-list">
        {list.map(({ credit, gapPaise, slip }) => (
          <li key={credit.id}>
            <span>
              {formatDate(credit.date)} · {credit.text} {credit.ref}
            </span>
            <span className="ops-figures">{formatMoney(credit.creditPaise)}</span>
            <span className={gapPaise === 0 ? 'ops-tone-ok' : 'ops-tone-danger'}>
              {gapPaise === 0 ? t('exact') : t('gapOf', { amount: formatMoney(gapPaise) })}
              {slip ? ` · ${t('slipFound')}` : ''}
            </span>
            <ActionButton
              compact
              primary={gapPaise === 0}
              label={t('match')}
              pending={match.pending}
              disabled={off}
              onClick={() =>
                void match
                  .run(
                    row.id,
                    { statementId: credit.statementId, rowId: credit.rowId },
                    { version: row.version },
                  )
                  .then(
                    (answer) => answer && toast({ text: t('matched', { number: row.number }), tone: 'ok' }),
                  )
              }
            />
          </li>
        ))}
      </ul>
      {match.failure && <InlineError failure={match.failure} onDismiss={match.dismiss} />}
    </section>
  );
}

function Resolve({ row, off }: Part): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const resolve = useCommand('deposit', 'resolve');
  const [how, setHow] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  return (
    <section className="cr-part">
      <h3>{t('resolve')}</h3>
      <SelectField
        label={t('how')}
        value={how}
        choices={resolutions.map((value) => ({ value, label: t(`how.${value}`) }))}
        onChange={setHow}
      />
      <AreaField label={t('reason')} value={reason} required maxLength={250} onChange={setReason} />
      {resolve.failure && <InlineError failure={resolve.failure} onDismiss={resolve.dismiss} />}
      <ActionButton
        primary
        label={t('resolve')}
        pending={resolve.pending}
        disabled={off ?? (how === null ? t('off.how') : null)}
        onClick={() => void resolve.run(row.id, { how, reason: reason.trim() }, { version: row.version })}
      />
    </section>
  );
}

function Reject({ row, off }: Part): ReactNode {
  const { t } = useTranslations('cash-reconciliation');
  const reject = useCommand('deposit', 'reject');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <section className="cr-part">
      {asked && (
        <AreaField label={t('rejectReason')} value={reason} required maxLength={250} onChange={setReason} />
      )}
      {reject.failure && <InlineError failure={reject.failure} onDismiss={reject.dismiss} />}
      <ActionButton
        danger
        label={t('reject')}
        pending={reject.pending}
        disabled={off}
        onClick={() =>
          asked
            ? void reject.run(row.id, { reason: reason.trim() }, { version: row.version })
            : setAsked(true)
        }
      />
    </section>
  );
}
