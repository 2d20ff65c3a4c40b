import type { ReactNode } from 'react';
import { addDays, businessDay } from '#shared/core/day.ts';
import { dispositionCodes, dispositionOf } from '#shared/streams/calls/call/dispositions.ts';
import {
  missingDetails,
  teamKindNames,
  type TeamKindName,
} from '#shared/streams/approvals/teamrequest/kinds.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson, type PersonHere } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { findColleagues } from '#web/parts/field/colleagues.ts';
import { useDesignations } from '#web/parts/field/designations.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { findRecords } from '#web/parts/field/records.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog, type Wrong } from '#web/parts/send/SendDialog.tsx';
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

/** Every input of that kind of request, with whether it is missing. */
function wrongOf(what: TeamKindName | null, details: Record<string, unknown>): Record<string, boolean> {
  if (what === null) return {};
  const missing = missingDetails(what, details);
  return Object.fromEntries(
    [...new Set([...Object.keys(details), ...missing, 'outTime'])].map((name) => [
      name,
      missing.includes(name),
    ]),
  );
}

/** Makes a request to the team lead; input is kept until it is sent. */
export function RaiseDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTeamTranslations();
  const person = usePerson();
  const draft = useDraft<Asked>('teamrequest.raise', null, empty);
  const raise = useCommand('teamrequest', 'raise');
  const { what, reason } = draft.values;
  const details = detailsOf(draft.values);
  const rule = useReason(reason, { least: 10 });
  const wrong: Readonly<Record<string, Wrong>> = {
    what: what === null,
    ...wrongOf(what, details),
    reason: rule.wrong,
  };
  return (
    <SendDialog
      title={t('raise')}
      verb={t('send')}
      sending={raise}
      draft={draft}
      wrong={wrong}
      send={() => raise.run('new', { what, details, reason: reason.trim() })}
      done={t('done')}
      onClose={onClose}
    >
      {(error) => (
        <div className="tr-form">
          <SelectField
            label={t('what')}
            value={what}
            required
            autoFocus
            choices={offered(person).map((value) => ({ value, label: t(`what.${value}`) }))}
            error={error('what')}
            onChange={(value) =>
              draft.put({ ...empty, reason, what: teamKindNames.find((one) => one === value) ?? null })
            }
          />
          {what !== null && <Details asked={draft.values} put={draft.put} error={error} />}
          <AreaField
            label={t('reason')}
            hint={rule.hint}
            value={reason}
            required
            maxLength={200}
            error={error('reason')}
            onChange={(value) => draft.put({ reason: value })}
          />
        </div>
      )}
    </SendDialog>
  );
}

function Details({
  asked,
  put,
  error,
}: {
  readonly asked: Asked;
  readonly put: (part: Partial<Asked>) => void;
  readonly error: (field: string) => string | null;
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
          error={error(acting ? 'from' : 'date')}
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
          error={error('to')}
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
            error={error(past ? 'time' : 'from')}
            value={from}
            required
            choices={choices(times)}
            onChange={(value) => put({ from: value })}
          />
          <SelectField
            label={t('to')}
            error={error(past ? 'outTime' : 'to')}
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
          error={error('leadId')}
          value={record}
          required
          find={findRecords('lead')}
          onChange={(value) => put({ record: value })}
        />
      )}
      {what === 'dispositionCorrection' && (
        <LookupField
          label={t('call')}
          error={error('callId')}
          value={record}
          required
          find={findRecords('call', { closed: true })}
          onChange={(value) => put({ record: value })}
        />
      )}
      {(acting || what === 'leadReassign') && (
        <LookupField
          label={t(acting ? 'employee' : 'owner')}
          error={error(acting ? 'empId' : 'ownerId')}
          value={person}
          required
          find={findColleagues}
          onChange={(value) => put({ person: value })}
        />
      )}
      {acting && (
        <SelectField
          label={t('designation')}
          error={error('designationId')}
          value={code}
          required
          choices={designations}
          onChange={(value) => put({ code: value })}
        />
      )}
      {what === 'dispositionCorrection' && (
        <SelectField
          label={t('disposition')}
          error={error('code')}
          value={code}
          required
          choices={correctable.map((value) => ({ value, label: say(`disposition.${value}`) }))}
          onChange={(value) => put({ code: value })}
        />
      )}
    </>
  );
}
