import { useState } from 'react';
import type { ReactNode } from 'react';
import { appointmentTypes } from '#shared/streams/leads/appointment/state.ts';
import type { AppointmentType } from '#shared/streams/leads/appointment/state.ts';
import { usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { findRecords } from '#web/parts/field/records.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { Interested } from './Interested.tsx';
import { SlotChoice } from './SlotChoice.tsx';
import type { Choosing } from './SlotChoice.tsx';
import { useDeskTranslations } from './translations.ts';

const slotTypes = ['1', '2', '3'] as const;
const fields = ['iAssignedTo', 'appDate', 'slotFrom', 'iCustomerId', 'iLeadId', 'iPooId', 'vRemarks'];
const find = { customer: findRecords('customer'), lead: findRecords('lead') };

/** Books an appointment: for whom, type, employee and slot. */
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
  const t = useDeskTranslations();
  const translations = useTranslations('appointment').t;
  const { poos, primaryPooId } = usePerson();
  const { run, pending, failure, retry, dismiss } = useCommand('appointment', 'bookAppointment');
  const draft = useDraft<{ subject: 'customer' | 'lead'; person: Choice | null; remarks: string }>(
    'appointment.bookAppointment',
    null,
    {
      subject: 'customer',
      person: null,
      remarks: '',
    },
  );
  const { subject, person, remarks } = draft.values;
  const [type, setType] = useState<AppointmentType>(subject === 'lead' ? 'setup' : 'sales');
  const [slotType, setSlotType] = useState<'1' | '2' | '3'>('1');
  const [pooId, setPooId] = useState<number | null>(primaryPooId ?? poos[0]?.id ?? null);
  const [choice, setChoice] = useState<Choosing>({ empId: null, day: null, slotFrom: null });
  const [tried, setTried] = useState(false);
  useUnsaved(person !== null || choice.slotFrom !== null || remarks !== '');

  const wrong: Readonly<Record<string, string | null>> = {
    [subject === 'customer' ? 'iCustomerId' : 'iLeadId']: person === null ? t('personMissing') : null,
    iAssignedTo: choice.empId === null ? t('choose') : null,
    slotFrom: choice.slotFrom === null ? t('slotMissing') : null,
  };
  const error = (field: string): string | null =>
    failure?.field === field ? failure.message : tried ? (wrong[field] ?? null) : null;
  const change = (next: Choosing): void => {
    dismiss();
    setChoice(next);
  };
  const book = async (): Promise<void> => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return;
    const whom =
      subject === 'customer' ? { iCustomerId: Number(person?.value) } : { iLeadId: Number(person?.value) };
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
        {failure && !fields.includes(failure.field ?? '') && (
          <InlineError failure={failure} onRetry={() => void retry()} onDismiss={dismiss} />
        )}
        <DraftNote draft={draft} />
        {person === null && (
          <Interested
            stamp={stamp}
            onChoose={(lead) => {
              draft.put({ subject: 'lead', person: lead });
              setType('setup');
            }}
          />
        )}
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
              draft.put({ subject: value === 'lead' ? 'lead' : 'customer', person: null });
              if (value === 'lead') setType('setup');
            }}
          />
          <LookupField
            key={subject}
            label={t(subject === 'customer' ? 'customer' : 'lead')}
            value={person}
            find={find[subject]}
            onChange={(chosen) => draft.put({ person: chosen })}
            required
            error={error(subject === 'customer' ? 'iCustomerId' : 'iLeadId')}
          />
        </div>
        <div className="ad-two">
          <SelectField
            label={t('type')}
            value={type}
            required
            {...(subject === 'lead' ? { hint: t('leadOnlySetup') } : {})}
            choices={appointmentTypes.map((one) => ({
              value: one,
              label: translations(`type.${one}`),
              disabled: subject === 'lead' && one !== 'setup',
            }))}
            onChange={(value) => setType((value ?? 'sales') as AppointmentType)}
          />
          <SelectField
            label={t('how')}
            value={slotType}
            required
            choices={slotTypes.map((one) => ({ value: one, label: translations(`slotType.${one}`) }))}
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
        <SlotChoice
          pooId={pooId}
          type={type}
          slotType={Number(slotType) as 1}
          value={choice}
          onChange={change}
          stamp={stamp}
          error={error}
        />
        <AreaField
          label={t('remarks')}
          value={remarks}
          onChange={(text) => draft.put({ remarks: text })}
          maxLength={500}
          error={error('vRemarks')}
        />
      </div>
    </Panel>
  );
}
