import { useState } from 'react';
import type { ReactNode } from 'react';
import { appointmentTypes } from '#shared/streams/leads/appointment/state.ts';
import type { AppointmentType } from '#shared/streams/leads/appointment/state.ts';
import { usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { AreaField, TextField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import { useWords } from '#web/words/words.ts';
import { SlotChoice } from './SlotChoice.tsx';
import type { Choosing } from './SlotChoice.tsx';
import { useDeskWords } from './words.ts';

const slotTypes = ['1', '2', '3'] as const;
const fields = ['iAssignedTo', 'appDate', 'slotFrom', 'iCustomerId', 'iPooId', 'vRemarks'];

/** Books an appointment: for whom, what kind, who goes, when. */
export function BookPanel({
  off,
  stamp,
  onBooked,
  onClose,
}: {
  off: string | null;
  stamp: number;
  onBooked: (id: string) => void;
  onClose: () => void;
}): ReactNode {
  const t = useDeskWords();
  const words = useWords('appointment').t;
  const { poos, primaryPooId } = usePerson();
  const { run, pending, failure, retry, dismiss } = useCommand('appointment', 'bookAppointment');
  const draft = useDraft<{ subject: 'customer' | 'lead'; number: string; remarks: string }>('appointment.bookAppointment', null, {
    subject: 'customer',
    number: '',
    remarks: '',
  });
  const { subject, number, remarks } = draft.values;
  const [type, setType] = useState<AppointmentType>(subject === 'lead' ? 'setup' : 'sales');
  const [slotType, setSlotType] = useState<'1' | '2' | '3'>('1');
  const [pooId, setPooId] = useState<number | null>(primaryPooId ?? poos[0]?.id ?? null);
  const [choice, setChoice] = useState<Choosing>({ empId: null, day: null, slotFrom: null });
  const [tried, setTried] = useState(false);
  useUnsaved(number !== '' || choice.slotFrom !== null || remarks !== '');

  const digits = /^\s*(?:CU-|LD-)?0*([1-9]\d{0,8})\s*$/i.exec(number)?.[1] ?? null;
  const wrong: Readonly<Record<string, string | null>> = {
    iCustomerId: digits === null ? t('numberMissing') : null,
    iAssignedTo: choice.empId === null ? t('choose') : null,
    slotFrom: choice.slotFrom === null ? t('slotMissing') : null,
  };
  const error = (field: string): string | null => (failure?.field === field ? failure.message : tried ? (wrong[field] ?? null) : null);
  const change = (next: Choosing): void => {
    dismiss();
    setChoice(next);
  };
  const book = async (): Promise<void> => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return;
    const whom = subject === 'customer' ? { iCustomerId: Number(digits) } : { iLeadId: Number(digits) };
    const answer = await run('new', {
      appDate: choice.day,
      slotFrom: choice.slotFrom,
      iSlotType: Number(slotType),
      vAppType: type,
      iAssignedTo: choice.empId,
      ...whom,
      iPooId: pooId,
      vRemarks: remarks.trim(),
    });
    if (!answer) return;
    draft.done();
    toast({ text: t('done.book', { ref: `TK-${answer.id.padStart(6, '0')}` }), tone: 'ok' });
    onBooked(answer.id);
  };
  return (
    <Panel
      title={t('bookTitle')}
      width={480}
      onClose={onClose}
      foot={
        <ActionButton
          primary
          label={choice.slotFrom ? t('bookGo', { time: choice.slotFrom }) : t('book')}
          pending={pending}
          disabled={off}
          onClick={() => void book()}
        />
      }
    >
      <div className="ad-form">
        {failure && !fields.includes(failure.field ?? '') && <InlineError failure={failure} onRetry={() => void retry()} onDismiss={dismiss} />}
        <DraftNote draft={draft} />
        <div className="ad-two">
          <SelectField
            label={t('who')}
            value={subject}
            required
            choices={[
              { value: 'customer', label: t('customer') },
              { value: 'lead', label: t('lead') },
            ]}
            onChange={(value) => {
              draft.put({ subject: value === 'lead' ? 'lead' : 'customer' });
              if (value === 'lead') setType('setup');
            }}
          />
          <TextField
            label={t(subject === 'customer' ? 'numberCustomer' : 'numberLead')}
            placeholder={subject === 'customer' ? 'CU-000041' : 'LD-010001'}
            value={number}
            onChange={(text) => draft.put({ number: text })}
            required
            code
            error={error('iCustomerId')}
          />
        </div>
        <div className="ad-two">
          <SelectField
            label={t('type')}
            value={type}
            required
            {...(subject === 'lead' ? { hint: t('leadOnlySetup') } : {})}
            choices={appointmentTypes.map((one) => ({ value: one, label: words(`type.${one}`), disabled: subject === 'lead' && one !== 'setup' }))}
            onChange={(value) => setType((value ?? 'sales') as AppointmentType)}
          />
          <SelectField
            label={t('how')}
            value={slotType}
            required
            choices={slotTypes.map((one) => ({ value: one, label: words(`slotType.${one}`) }))}
            onChange={(value) => setSlotType((value ?? '1') as '1')}
          />
        </div>
        {poos.length > 1 && (
          <SelectField
            label={t('where')}
            value={pooId === null ? null : String(pooId)}
            required
            error={error('iPooId')}
            choices={poos.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => {
              setPooId(Number(value));
              change({ ...choice, empId: null, slotFrom: null });
            }}
          />
        )}
        <SlotChoice pooId={pooId} type={type} slotType={Number(slotType) as 1} value={choice} onChange={change} stamp={stamp} error={error} />
        <AreaField label={t('remarks')} value={remarks} onChange={(text) => draft.put({ remarks: text })} maxLength={500} error={error('vRemarks')} />
      </div>
    </Panel>
  );
}
