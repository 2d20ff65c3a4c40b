import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay } from '#shared/core/day.ts';
import { dispositionCodes, dispositionOf } from '#shared/streams/calls/call/dispositions.ts';
import { isComplete, teamKindNames, type TeamKindName } from '#shared/streams/approvals/teamrequest/kinds.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson, type PersonHere } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { findColleagues } from '#web/parts/field/colleagues.ts';
import { useDesignations } from '#web/parts/field/designations.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { findRecords } from '#web/parts/field/records.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useTeamTranslations } from './translations.ts';

const empty = {
  what: null as TeamKindName | null,
  date: null as string | null,
  until: null as string | null,
  from: null as string | null,
  to: null as string | null,
  person: null as Choice | null,
  record: null as Choice | null,
  code: null as string | null,
  reason: '',
};
type Asked = typeof empty;

const half = Array.from(
  { length: 28 },
  (_, n) => `${String(7 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
);
const quarter = Array.from(
  { length: 96 },
  (_, n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`,
);
const choices = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: value }));

/**
 * The kinds this person may request: an acting role is for team leads, leads and calls for those who work
 * with them.
 */
const offered = (person: PersonHere): readonly TeamKindName[] =>
  teamKindNames.filter((name) => {
    // Raised at the code's own screen.
    if (name === 'otpWaiver') return false;
    if (name === 'tempDesignation') return hasRight(person, 'approvals/tlApproval:approve');
    if (name === 'leadReassign' || name === 'dispositionCorrection')
      return hasRight(person, 'Out Bound/outCall:view');
    return true;
  });

/** The input in the shape of that kind of request. */
function detailsOf({ what, date, until, from, to, person, record, code }: Asked): Record<string, unknown> {
  switch (what) {
    case 'attendanceRegularization':
      return { date, time: from, ...(to === null ? {} : { outTime: to }) };
    case 'slotBlock':
      return { date, from, to };
    case 'tempDesignation':
      return { empId: Number(person?.value), designationId: Number(code), from: date, to: until };
    case 'leadReassign':
      return { leadId: Number(record?.value), ownerId: Number(person?.value) };
    case 'dispositionCorrection':
      return { callId: Number(record?.value), code };
    default:
      return {};
  }
}

/** Outcomes that need nothing beyond the notes: a visit, a promised time or a customer is entered on the call itself. */
const correctable = dispositionCodes.filter((code) => {
  const { kind, needs } = dispositionOf(code);
  return kind !== 'system' && (needs === undefined || needs === 'note');
});

/** Makes a request to the team lead; input is kept until it is sent. */
export function RaiseDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTeamTranslations();
  const person = usePerson();
  const draft = useDraft<Asked>('teamrequest.raise', null, empty);
  const { run, pending, failure } = useCommand('teamrequest', 'raise');
  const [tried, setTried] = useState(false);
  const { what, reason } = draft.values;
  const details = detailsOf(draft.values);
  const short = reason.trim().length < 10;
  const complete = what !== null && isComplete(what, details);
  const send = async (): Promise<void> => {
    setTried(true);
    if (short || !complete) return;
    if (!(await run('new', { what, details, reason: reason.trim() }))) return;
    draft.done();
    toast({ text: t('done'), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={pending}
      title={t('raise')}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {t('close')}
          </Button>
          <Button loading={pending} onClick={() => void send()}>
            {t('send')}
          </Button>
        </>
      }
    >
      <DraftNote draft={draft} />
      <div className="tr-form">
        <SelectField
          label={t('what')}
          value={what}
          required
          choices={offered(person).map((value) => ({ value, label: t(`what.${value}`) }))}
          onChange={(value) =>
            draft.put({ ...empty, reason, what: teamKindNames.find((one) => one === value) ?? null })
          }
        />
        {what !== null && <Details asked={draft.values} put={draft.put} />}
        <AreaField
          label={t('reason')}
          value={reason}
          required
          maxLength={200}
          error={tried && short ? t('reasonShort') : null}
          onChange={(value) => draft.put({ reason: value })}
        />
        {tried && !complete && (
          <p className="ops-tone-danger" role="alert">
            {t('incomplete')}
          </p>
        )}
        {failure && <InlineError failure={failure} />}
      </div>
    </Dialog>
  );
}

function Details({
  asked,
  put,
}: {
  readonly asked: Asked;
  readonly put: (part: Partial<Asked>) => void;
}): ReactNode {
  const t = useTeamTranslations();
  const say = useTranslations('call').t;
  const today = businessDay(serverClock.now());
  const { what, date, until, from, to, person, record, code } = asked;
  const acting = what === 'tempDesignation';
  const designations = useDesignations(acting);
  const past = what === 'attendanceRegularization';
  const times = past ? quarter : half;
  if (what === 'reCheckIn') return <p className="ops-muted">{t('reCheckInText')}</p>;
  return (
    <>
      {(past || acting || what === 'slotBlock') && (
        <DateField
          label={t(acting ? 'firstDay' : 'date')}
          value={date}
          required
          noSunday={what === 'slotBlock'}
          min={past ? addDays(today, -3) : today}
          max={past ? today : addDays(today, 30)}
          onChange={(value) => put({ date: value })}
        />
      )}
      {acting && (
        <DateField
          label={t('lastDay')}
          value={until}
          required
          min={date ?? today}
          max={addDays(today, 60)}
          onChange={(value) => put({ until: value })}
        />
      )}
      {(past || what === 'slotBlock') && (
        <div className="tr-two">
          <SelectField
            label={t('from')}
            value={from}
            required
            choices={choices(times)}
            onChange={(value) => put({ from: value })}
          />
          <SelectField
            label={t('to')}
            value={to}
            required={!past}
            choices={choices(times)}
            onChange={(value) => put({ to: value })}
          />
        </div>
      )}
      {what === 'leadReassign' && (
        <LookupField
          label={t('lead')}
          value={record}
          required
          find={findRecords('lead')}
          onChange={(value) => put({ record: value })}
        />
      )}
      {what === 'dispositionCorrection' && (
        <LookupField
          label={t('call')}
          value={record}
          required
          find={findRecords('call', { closed: true })}
          onChange={(value) => put({ record: value })}
        />
      )}
      {(acting || what === 'leadReassign') && (
        <LookupField
          label={t(acting ? 'employee' : 'owner')}
          value={person}
          required
          find={findColleagues}
          onChange={(value) => put({ person: value })}
        />
      )}
      {acting && (
        <SelectField
          label={t('designation')}
          value={code}
          required
          choices={designations}
          onChange={(value) => put({ code: value })}
        />
      )}
      {what === 'dispositionCorrection' && (
        <SelectField
          label={t('disposition')}
          value={code}
          required
          choices={correctable.map((value) => ({ value, label: say(`disposition.${value}`) }))}
          onChange={(value) => put({ code: value })}
        />
      )}
    </>
  );
}
