import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, showDay } from '#shared/core/day.ts';
import type { Failure } from '#web/live/failure.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { findColleagues } from '#web/parts/field/colleagues.ts';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { useReason } from '#web/parts/send/ReasonDialog.tsx';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { useUnsaved } from '#web/parts/unsaved.ts';
import { useDraft } from '#web/parts/use-draft.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { timeFromText } from './time-text.ts';
import type { Doing } from './PersonPanel.tsx';
import { useBoardTranslations } from './translations.ts';

/** The day concerned and the command's input. */
export interface CommandRequest {
  readonly empId: number;
  readonly name: string;
  readonly day: string;
  readonly input: Readonly<Record<string, unknown>>;
}
interface Typed extends Readonly<Record<string, unknown>> {
  readonly person: Choice | null;
  readonly day: string | null;
  readonly time: string;
  readonly out: string;
  readonly reason: string;
}
export interface OverseeDialogProps {
  readonly doing: Doing;
  /** Whose day; null lets one choose (to enter a missing day). */
  readonly whose: { readonly empId: number; readonly name: string; readonly day: string } | null;
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Resolves with whether it succeeded. */
  readonly onSend: (sort: CommandRequest) => Promise<boolean>;
  readonly onClose: () => void;
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Inputs of a command about somebody's day; always with a reason. */
export function OverseeDialog({
  doing,
  whose,
  pending,
  failure,
  onSend,
  onClose,
}: OverseeDialogProps): ReactNode {
  const t = useBoardTranslations();
  const regularizing = doing === 'regularizeCheckIn';
  const timed = regularizing || doing === 'confirmAutoClose';
  const [today] = useState(() => businessDay(serverClock.now()));
  const draft = useDraft<Typed>(`attendance.${doing}`, whose && `${whose.empId}-${whose.day}`, {
    person: whose ? { value: String(whose.empId), label: whose.name } : null,
    day: today,
    time: '',
    out: '',
    reason: '',
  });
  const { person, day, time, out, reason } = draft.values;
  const rule = useReason(reason, { least: 10 });
  useUnsaved(reason !== '' || time !== '');

  const wrong: Readonly<Record<string, string | null>> = {
    iEmpId: regularizing && !person ? t('chooseEmployee') : null,
    day: regularizing && !day ? t('chooseDay') : null,
    time: timed && !clock.test(timeFromText(time)) ? t('chooseTime') : null,
    outTime:
      regularizing && (out !== '' || day !== today) && !clock.test(timeFromText(out)) ? t('chooseOut') : null,
    reason: rule.wrong,
  };
  const send = async (): Promise<boolean> => {
    if (!person) return false;
    const text = { reason: reason.trim() };
    const whom = {
      empId: Number(person.value),
      name: person.label.replace(/ · \d+$/, ''),
      day: regularizing ? day! : whose!.day,
    };
    const input = ((): CommandRequest['input'] => {
      if (regularizing)
        return {
          bManualCheckIn: true,
          time: timeFromText(time),
          ...(out ? { outTime: timeFromText(out) } : {}),
          ...text,
        };
      if (doing === 'confirmAutoClose') return { time: timeFromText(time), ...text };
      if (doing === 'hold' || doing === 'setAllowCheckInCheckOut')
        return { iAllowCheckInCheckOut: doing === 'hold' ? 0 : 1, ...text };
      return text;
    })();
    return onSend({ ...whom, input });
  };
  return (
    <SendDialog
      title={t(`title.${doing}`, { name: whose?.name ?? '' })}
      verb={t(`action.${doing}`)}
      danger={doing === 'cancelAttendance'}
      sending={{ pending, failure }}
      draft={draft}
      wrong={wrong}
      send={send}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="at-plain">{t(`text.${doing}`)}</p>
          {regularizing && !whose && (
            <LookupField
              label={t('employee')}
              value={person}
              onChange={(chosen) => draft.put({ person: chosen })}
              find={findColleagues}
              required
              autoFocus
              error={error('iEmpId')}
            />
          )}
          {regularizing && whose && (
            <p className="at-plain">
              <strong className="ops-strong">{whose.name}</strong>
            </p>
          )}
          {regularizing && (
            <SelectField
              label={t('day')}
              value={day}
              onChange={(chosen) => draft.put({ day: chosen })}
              required
              error={error('day')}
              choices={[0, -1, -2, -3].map((back) => ({
                value: addDays(today, back),
                label: showDay(addDays(today, back)),
              }))}
            />
          )}
          {timed && (
            <div className="at-times">
              <TimeField
                label={t(regularizing ? 'inTime' : 'trueTime')}
                value={time}
                onChange={(text) => draft.put({ time: text })}
                error={error('time')}
                required
              />
              {regularizing && (
                <TimeField
                  label={t('outTime')}
                  value={out}
                  onChange={(text) => draft.put({ out: text })}
                  error={error('outTime')}
                  required={day !== today}
                />
              )}
            </div>
          )}
          <ReasonField
            draft={draft}
            label={t('reason')}
            hint={rule.hint}
            error={error('reason')}
            autoFocus={!timed}
          />
        </>
      )}
    </SendDialog>
  );
}

/** A time input in 24-hour format, whatever the device's locale. */
function TimeField({
  label,
  value,
  onChange,
  error,
  required,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  required: boolean;
}): ReactNode {
  return (
    <TextInput
      label={label}
      value={value}
      error={error}
      required={required}
      inputMode="numeric"
      placeholder="HH:MM"
      dir="ltr"
      classNames={{ input: 'ops-figures' }}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(timeFromText(value))}
    />
  );
}
