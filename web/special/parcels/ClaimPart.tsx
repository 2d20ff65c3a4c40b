import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { claimTolerance, type ClaimState } from '#shared/streams/delivery/claim/state.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord, type Tone } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import type { RunRow } from './row.ts';

type ClaimRow = ClaimState & Row;
const tones: Readonly<Record<string, Tone>> = {
  submitted: 'warn',
  approved: 'accent',
  rejected: 'danger',
  withdrawn: 'muted',
  paid: 'ok',
};
const submits = 'Delivery/deleveryStatementList:edit';
const pays = 'approvals/transportationReport:approve';

/** What the transport of a settled run costs: claimed, awaiting approval, paid. Riders see nothing of it. */
export function ClaimPart({ run }: { readonly run: RunRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const feed = useFeed<ClaimRow>('delivery/claims');
  const found = useFeedRows(feed.rows).find(({ id }) => id === run.id);
  if (feed.condition === 'denied') return null;
  return (
    <section className="pa-part">
      <h3>
        {t('claim')}{' '}
        {found?.stage && (
          <StatusWord tone={tones[found.stage] ?? 'muted'}>{t(`claim.${found.stage}`)}</StatusWord>
        )}
      </h3>
      {found?.claim && <Figures row={found} />}
      {run.claimId === null && hasRight(person, submits) && feed.condition !== 'connecting' && (
        <Submit run={run} own={run.agent.empId === person.empId} />
      )}
      {found?.stage === 'submitted' && found.claim?.requestedBy.empId === person.empId && (
        <Withdraw row={found} />
      )}
      {found?.stage === 'approved' && hasRight(person, pays) && <Pay row={found} me={person.empId} />}
    </section>
  );
}

function Figures({ row }: { readonly row: ClaimRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const { claim, approvedPaise, payReference } = row;
  if (!claim) return null;
  const lines: readonly (readonly [string, string])[] = [
    ['number', claim.ref],
    ['transporter', claim.transporter],
    ['km', t('km', { km: claim.km })],
    ['drops', String(claim.drops)],
    ['computed', formatMoney(claim.computedPaise)],
    ['claimed', formatMoney(claim.claimedPaise)],
    ...(approvedPaise === null ? [] : [['approved', formatMoney(approvedPaise)] as const]),
    ...(payReference === null ? [] : [['reference', payReference] as const]),
  ];
  return (
    <>
      <dl className="pa-figures">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{t(`claimed.${label}`)}</dt>
            <dd className="ops-figures">{value}</dd>
          </div>
        ))}
      </dl>
      {claim.reason !== '' && <p className="ops-muted">{claim.reason}</p>}
    </>
  );
}

function Submit({ run, own }: { readonly run: RunRow; readonly own: boolean }): ReactNode {
  const { t } = useTranslations('parcels');
  const claim = useCommand<CommandAnswer & { readonly number: string }>('statement', 'claim');
  const [transporter, setTransporter] = useState<string | null>(null);
  const [amount, setAmount] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const { data } = useQuery({
    queryKey: ['stock-records', 'transporter', null],
    queryFn: ({ signal }) =>
      api.get<{ rows: readonly { id: number; name: string }[] }>('/stock-records', {
        query: { kind: 'transporter' },
        signal,
      }),
  });
  const send = async (): Promise<void> => {
    const body = {
      transporterId: Number(transporter),
      ...(amount === null ? {} : { amountPaise: amount }),
      reason: reason.trim(),
    };
    const answer = await claim.run(run.id, body, { version: run.version });
    if (answer) toast({ text: t('claimSent', { number: answer.number }), tone: 'ok' });
  };
  return (
    <>
      <SelectField
        label={t('claimed.transporter')}
        value={transporter}
        required
        choices={(data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setTransporter}
      />
      <NumberField
        label={t('claimed.amount')}
        hint={t('claimAmount', { n: claimTolerance })}
        value={amount}
        money
        min={0}
        onChange={setAmount}
      />
      {amount !== null && (
        <AreaField label={t('reason')} value={reason} maxLength={250} onChange={setReason} />
      )}
      {claim.failure && <InlineError failure={claim.failure} onDismiss={claim.dismiss} />}
      <ActionButton
        primary
        label={t('claimSubmit')}
        pending={claim.pending}
        disabled={own ? t('off.ownRun') : transporter === null ? t('off.transporter') : null}
        onClick={() => void send()}
      />
    </>
  );
}

function Withdraw({ row }: { readonly row: ClaimRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const withdraw = useCommand('tclaim', 'withdraw');
  return (
    <>
      {withdraw.failure && <InlineError failure={withdraw.failure} onDismiss={withdraw.dismiss} />}
      <ActionButton
        label={t('claimWithdraw')}
        pending={withdraw.pending}
        disabled={null}
        onClick={() => void withdraw.run(row.id, {})}
      />
    </>
  );
}

function Pay({ row, me }: { readonly row: ClaimRow; readonly me: number | null }): ReactNode {
  const { t } = useTranslations('parcels');
  const pay = useCommand('tclaim', 'pay');
  const [reference, setReference] = useState('');
  const mine = me !== null && [row.claim?.requestedBy.empId, row.claim?.agent.empId].includes(me);
  return (
    <>
      <TextField label={t('field.reference')} value={reference} required onChange={setReference} />
      {pay.failure && <InlineError failure={pay.failure} onDismiss={pay.dismiss} />}
      <ActionButton
        primary
        label={t('claimPay', { amount: formatMoney(row.approvedPaise ?? 0) })}
        pending={pay.pending}
        disabled={mine ? t('off.ownClaim') : reference.trim().length < 3 ? t('off.reference') : null}
        onClick={() => void pay.run(row.id, { reference: reference.trim() })}
      />
    </>
  );
}
