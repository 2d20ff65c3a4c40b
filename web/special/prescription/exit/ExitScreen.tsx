import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addDays, businessDay } from '#shared/core/day.ts';
import { exitKinds, offers, withoutCall } from '#shared/streams/customers/exit/state.ts';
import { reference } from '#shared/core/reference.ts';
import type { FoundPatient } from '#shared/streams/prescriptions/lookups.ts';
import { mostDaysAhead } from '#shared/streams/customers/exit/request.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { PatientField } from '../PatientField.tsx';
import { ExitFacts } from './ExitFacts.tsx';
import { ExitList, stageTones, type LiveExit } from './ExitList.tsx';
import { useExitTranslations, useExitWords } from './translations.ts';
import '../prescription.css';
import './exit.css';

const stages = [
  'requested',
  'pendingApproval',
  'granted',
  'exited',
  'kept',
  'rejected',
  'withdrawn',
  'failed',
  'returned',
] as const;
const columns = [
  'ref',
  'customer',
  'name',
  'stage',
  'kind',
  'reasonName',
  'effectiveOn',
  'requestedBy',
  'updatedAt',
];

/** Exits of customers: requested, retention call, second person's decision. */
export function ExitScreen(): ReactNode {
  const t = useExitTranslations();
  const person = usePerson();
  return (
    <ExitList
      feedName="list/customerExit"
      stages={stages}
      columnKeys={columns}
      label={t('list')}
      empty={t('empty')}
      emptyText={t('emptyText')}
      start={{
        label: t('new'),
        permitted: hasRight(person, 'Prescription/customerExit:create'),
        panel: (off, show) => <NewExit off={off} onDone={show} />,
      }}
      panel={(row, off, close) => <ExitPanel key={row.id} row={row} off={off} onClose={close} />}
    />
  );
}

function NewExit({
  off,
  onDone,
}: {
  readonly off: string | null;
  readonly onDone: (id: string | null) => void;
}): ReactNode {
  const t = useExitTranslations();
  const today = businessDay(serverClock.now());
  const request = useCommand('custexit', 'request');
  const [patient, setPatient] = useState<FoundPatient | null>(null);
  const [kind, setKind] = useState<(typeof exitKinds)[number]>('byCustomer');
  const [text, setText] = useState('');
  const [day, setDay] = useState<string | null>(today);
  const send = async (): Promise<void> => {
    if (!patient) return;
    const answer = await request.run('new', {
      customerId: patient.customerId,
      kind,
      reasonId: null,
      text: text.trim(),
      effectiveOn: day,
    });
    if (!answer) return;
    toast({ text: t('saved', { ref: reference('EX', answer.id) }), tone: 'ok' });
    onDone(answer.id);
  };
  const { failure } = request;
  const of = (field: string): string | null => (failure?.field === field ? failure.message : null);
  const placed =
    failure?.field !== undefined && ['customerId', 'text', 'effectiveOn'].includes(failure.field);
  return (
    <Panel
      title={t('new')}
      width={460}
      onClose={() => onDone(null)}
      foot={
        <ActionButton
          primary
          label={t('save')}
          pending={request.pending}
          disabled={off ?? (patient && text.trim().length >= 5 && day ? null : t('fill'))}
          onClick={() => void send()}
        />
      }
    >
      <div className="ex-form">
        <PatientField
          value={patient}
          error={of('customerId')}
          onChange={(next) => {
            request.dismiss();
            setPatient(next);
          }}
        />
        <SelectField
          label={t('kind')}
          value={kind}
          required
          choices={exitKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => setKind(exitKinds.find((one) => one === value) ?? 'byCustomer')}
        />
        {kind === 'death' && <p className="ops-tone-warn">{t('deathHint')}</p>}
        <AreaField
          label={t('text')}
          value={text}
          required
          maxLength={500}
          error={of('text')}
          onChange={setText}
        />
        <DateField
          label={t('effectiveOn')}
          value={day}
          required
          min={today}
          max={addDays(today, mostDaysAhead)}
          error={of('effectiveOn')}
          onChange={setDay}
        />
        {failure && !placed && (
          <InlineError
            failure={failure}
            onDismiss={request.dismiss}
            {...(failure.again ? { onRetry: () => void request.retry() } : {})}
          />
        )}
      </div>
    </Panel>
  );
}

function ExitPanel({
  row,
  off,
  onClose,
}: {
  readonly row: LiveExit;
  readonly off: string | null;
  readonly onClose: () => void;
}): ReactNode {
  const t = useExitTranslations();
  const words = useExitWords();
  const person = usePerson();
  const why = hasRight(person, 'Prescription/customerExit:edit') ? off : t('readOnly');
  const open = ['requested', 'pendingApproval', 'granted'].includes(row.stage);
  return (
    <Panel
      title={`${row.ref} ${row.name}`}
      width={520}
      onClose={onClose}
      aside={
        <StatusWord tone={stageTones[row.stage] ?? 'muted'} soft>
          {words(`stage.${row.stage}`)}
        </StatusWord>
      }
    >
      <div className="ex-form">
        <ExitFacts row={row} />
        {row.stage === 'requested' && !withoutCall.has(row.kind) && <Call row={row} off={why} />}
        {row.approvalId !== null && (
          <section className="rx-part" aria-label={t('approval')}>
            <h3>{t('approval')}</h3>
            <Link to={`/prescription/customerExitApproval?id=${row.approvalId}`}>{t('openApproval')}</Link>
          </section>
        )}
        {open && <Withdraw row={row} off={why} />}
      </div>
    </Panel>
  );
}

function Call({ row, off }: { readonly row: LiveExit; readonly off: string | null }): ReactNode {
  const t = useExitTranslations();
  const call = useCommand('custexit', 'recordCall');
  const [offer, setOffer] = useState<(typeof offers)[number]>('none');
  const [note, setNote] = useState('');
  const send = async (outcome: 'keeps' | 'leaves'): Promise<void> => {
    if (!(await call.run(row.id, { outcome, offer, note: note.trim() }))) return;
    toast({ text: outcome === 'keeps' ? t('kept', { name: row.name }) : t('toApproval'), tone: 'ok' });
  };
  const why = off ?? (note.trim().length < 5 ? t('fill') : null);
  return (
    <section className="rx-part" aria-label={t('call')}>
      <h3>{t('call')}</h3>
      <SelectField
        label={t('offer')}
        value={offer}
        required
        choices={offers.map((value) => ({ value, label: t(`offer.${value}`) }))}
        onChange={(value) => setOffer(offers.find((one) => one === value) ?? 'none')}
      />
      <AreaField label={t('note')} value={note} required maxLength={500} onChange={setNote} />
      {call.failure && <InlineError failure={call.failure} onDismiss={call.dismiss} />}
      <span className="rx-row">
        <ActionButton
          primary
          label={t('keeps')}
          pending={call.pending}
          disabled={why}
          onClick={() => void send('keeps')}
        />
        <ActionButton
          label={t('leaves')}
          pending={call.pending}
          disabled={why}
          onClick={() => void send('leaves')}
        />
      </span>
    </section>
  );
}

function Withdraw({ row, off }: { readonly row: LiveExit; readonly off: string | null }): ReactNode {
  const t = useExitTranslations();
  const withdraw = useCommand('custexit', 'withdraw');
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  if (!asked)
    return (
      <span>
        <Button
          size="compact-sm"
          variant="default"
          disabled={off !== null}
          title={off ?? undefined}
          onClick={() => setAsked(true)}
        >
          {t('withdraw')}
        </Button>
      </span>
    );
  return (
    <section className="rx-part">
      <AreaField
        label={t('withdrawReason')}
        value={reason}
        required
        autoFocus
        maxLength={300}
        onChange={setReason}
      />
      {withdraw.failure && <InlineError failure={withdraw.failure} onDismiss={withdraw.dismiss} />}
      <span className="rx-row">
        <ActionButton
          label={t('withdraw')}
          pending={withdraw.pending}
          disabled={off ?? (reason.trim().length < 5 ? t('fill') : null)}
          onClick={() => void withdraw.run(row.id, { reason: reason.trim() })}
        />
        <ActionButton label={t('close')} onClick={() => setAsked(false)} />
      </span>
    </section>
  );
}
