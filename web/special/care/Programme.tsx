import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import type { PatientHead } from '#shared/streams/care/wire.ts';
import { doctorRight } from '#shared/streams/care/escalation/ladder.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { AreaField, NumberField, TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useCareTranslations } from './translations.ts';
import { picks, useChoices } from './use-care.ts';

interface Part {
  readonly head: PatientHead;
  readonly onDone: () => void;
}
const after = (onDone: () => void) => (done: unknown) => void (done && onDone());

/** The care programme of a patient: started, on hold, resumed, its tier, and its end by discharge or death. */
export function Programme({ head, onDone }: Part): ReactNode {
  const t = useCareTranslations();
  const person = usePerson();
  const may = (...rights: readonly string[]): boolean => rights.some((right) => hasRight(person, right));
  const clinician = may('Prescription/careConnect:edit', doctorRight, 'Masters/customerMasterV2:edit');
  const marks = clinician || may('Out Bound/outCall:edit', 'Out Bound/cc-queue:edit');
  const tiers = may(doctorRight, 'Out Bound/profileDoctorReview:edit');
  if (head.glassUntil || !(clinician || marks || tiers)) return null;
  const runs = head.careStage === 'activeCare' || head.careStage === 'onHold';
  const part = { head, onDone };
  if (head.diedOn)
    return person.admin ? (
      <section className="care-part">
        <h3>{t('programme')}</h3>
        <CorrectDeath {...part} />
      </section>
    ) : null;
  return (
    <section className="care-part">
      <h3>{t('programme')}</h3>
      {clinician && !runs && <Start {...part} />}
      {clinician && head.careStage === 'activeCare' && <Hold {...part} />}
      {clinician && head.careStage === 'onHold' && <Resume {...part} />}
      {tiers && runs && <Tier {...part} />}
      <div className="care-actions">
        {clinician && runs && <Discharge {...part} />}
        {marks && <Death {...part} />}
      </div>
    </section>
  );
}

function Start({ head, onDone }: Part): ReactNode {
  const t = useCareTranslations();
  const tiers = useChoices('careTier');
  const start = useCommand('patient', 'startCare');
  const [tier, setTier] = useState<string | null>(head.tierId === null ? null : String(head.tierId));
  const [day, setDay] = useState<number | null>(head.cycleDay ?? 10);
  const send = (): void =>
    void start.run(head.id, { careTierId: Number(tier), cycleDay: day }).then(after(onDone));
  return (
    <div className="care-form">
      <SelectField label={t('tier')} value={tier} choices={picks(tiers)} onChange={setTier} required />
      <NumberField label={t('cycleDay')} value={day} onChange={setDay} min={1} max={28} required />
      <Button loading={start.pending} disabled={!tier || day === null} onClick={send}>
        {t('startCare')}
      </Button>
      {start.failure && <InlineError failure={start.failure} />}
    </div>
  );
}

function Hold({ head, onDone }: Part): ReactNode {
  const t = useCareTranslations();
  const hold = useCommand('patient', 'putOnHold');
  const [until, setUntil] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  return (
    <div className="care-form">
      <DateField label={t('holdUntil')} value={until} onChange={setUntil} />
      <TextField label={t('reason')} value={reason} onChange={setReason} required maxLength={200} />
      <Button
        variant="default"
        loading={hold.pending}
        disabled={reason.trim().length < 3}
        onClick={() => void hold.run(head.id, { until, reason: reason.trim() }).then(after(onDone))}
      >
        {t('putOnHold')}
      </Button>
      {hold.failure && <InlineError failure={hold.failure} />}
    </div>
  );
}

function Resume({ head, onDone }: Part): ReactNode {
  const t = useCareTranslations();
  const resume = useCommand('patient', 'resumeCare');
  return (
    <div className="care-actions">
      <Button loading={resume.pending} onClick={() => void resume.run(head.id, {}).then(after(onDone))}>
        {t('resume')}
      </Button>
      {resume.failure && <InlineError failure={resume.failure} />}
    </div>
  );
}

function Tier({ head, onDone }: Part): ReactNode {
  const t = useCareTranslations();
  const tiers = useChoices('careTier');
  const change = useCommand('patient', 'changeCareTier');
  const [tier, setTier] = useState<string | null>(head.tierId === null ? null : String(head.tierId));
  const [reason, setReason] = useState('');
  const send = async (): Promise<void> => {
    if (!(await change.run(head.id, { careTierId: Number(tier), reason: reason.trim() }))) return;
    setReason('');
    onDone();
  };
  return (
    <div className="care-form">
      <SelectField label={t('tier')} value={tier} choices={picks(tiers)} onChange={setTier} required />
      <TextField label={t('reason')} value={reason} onChange={setReason} required maxLength={200} />
      <Button
        variant="default"
        loading={change.pending}
        disabled={!tier || Number(tier) === head.tierId || reason.trim().length < 5}
        onClick={() => void send()}
      >
        {t('changeTier')}
      </Button>
      {change.failure && <InlineError failure={change.failure} />}
    </div>
  );
}

/** Asks before something that ends the programme; the dialog names the patient and what follows. */
function Ending({
  label,
  title,
  hint,
  least,
  most,
  command,
  head,
  onDone,
  dayed = false,
}: Part & {
  readonly label: string;
  readonly title: string;
  readonly hint: string;
  readonly least: number;
  readonly most: number;
  readonly command: 'discharge' | 'markDeceased' | 'correctDeceased';
  /** Asks for the day of death; the text is then a note. */
  readonly dayed?: boolean;
}): ReactNode {
  const t = useCareTranslations();
  const end = useCommand('patient', command);
  const [open, setOpen] = useState(false);
  const draft = useDraft(`patient.${command}`, head.id, { on: null as string | null, text: '' });
  const { on, text } = draft.values;
  const rule = useReason(text, { least, most });
  const said = text.trim();
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <SendDialog
          title={title}
          verb={label}
          danger
          sending={end}
          draft={draft}
          wrong={{ on: dayed && on === null, [dayed ? 'note' : 'reason']: rule.wrong }}
          send={() => end.run(head.id, dayed ? { on, note: said } : { reason: said })}
          onSent={() => {
            draft.forget();
            setOpen(false);
            onDone();
          }}
          onClose={() => {
            setOpen(false);
            end.dismiss();
          }}
        >
          {(error) => (
            <>
              <p>{hint}</p>
              {dayed && (
                <DateField
                  label={t('diedOn')}
                  value={on}
                  onChange={(day) => draft.put({ on: day })}
                  max={businessDay(serverClock.now())}
                  required
                  error={error('on')}
                />
              )}
              <AreaField
                label={t(dayed ? 'toldBy' : 'reason')}
                hint={rule.hint}
                value={text}
                onChange={(value) => draft.put({ text: value })}
                required
                autoFocus
                maxLength={most}
                error={error(dayed ? 'note' : 'reason')}
              />
            </>
          )}
        </SendDialog>
      )}
    </>
  );
}

function Discharge(part: Part): ReactNode {
  const t = useCareTranslations();
  return (
    <Ending
      {...part}
      command="discharge"
      label={t('discharge')}
      title={t('dischargeOf', { name: part.head.name })}
      hint={t('dischargeHint')}
      least={5}
      most={200}
    />
  );
}

function Death(part: Part): ReactNode {
  const t = useCareTranslations();
  return (
    <Ending
      {...part}
      command="markDeceased"
      label={t('markDeceased')}
      title={t('markDeceasedOf', { name: part.head.name })}
      hint={t('markDeceasedHint')}
      least={3}
      most={500}
      dayed
    />
  );
}

function CorrectDeath(part: Part): ReactNode {
  const t = useCareTranslations();
  return (
    <Ending
      {...part}
      command="correctDeceased"
      label={t('correctDeceased')}
      title={t('correctDeceasedOf', { name: part.head.name })}
      hint={t('correctDeceasedHint')}
      least={5}
      most={500}
    />
  );
}
