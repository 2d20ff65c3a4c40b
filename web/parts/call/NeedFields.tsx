import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { addDays, businessDay, clockTime } from '#shared/core/day.ts';
import type { DispositionCode } from '#shared/streams/calls/call/dispositions.ts';
import type { CalleeHit, CallingSetup } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { LookupField, SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import type { Choice } from '#web/parts/field/field.ts';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { BookVisit } from './BookVisit.tsx';
import { LossReasonField } from './LossReasonField.tsx';
import { needOf, type Typed } from './disposing.ts';
import { useCallTranslations } from './translations.ts';

export interface NeedFieldsProps {
  readonly code: DispositionCode;
  readonly typed: Typed;
  readonly pooId: number | null;
  readonly setup: CallingSetup | undefined;
  readonly error: (field: string) => string | null;
  readonly onChange: (change: Partial<Typed>) => void;
}

/** The inputs that the chosen disposition requires. */
export function NeedFields(props: NeedFieldsProps): ReactNode {
  const { code, typed, pooId, setup, error, onChange } = props;
  const t = useCallTranslations();
  const need = needOf(code);
  const note = (
    <AreaField
      label={t('notes')}
      value={typed.notes}
      required={need === 'note'}
      error={error('notes')}
      maxLength={1000}
      onChange={(notes) => onChange({ notes })}
    />
  );
  switch (need) {
    case 'setupAppointment':
    case 'salesAppointment':
      return (
        <BookVisit
          value={typed.visit}
          pooId={pooId}
          type={need === 'salesAppointment' ? 'sales' : 'setup'}
          error={error}
          onChange={(visit) => onChange({ visit })}
        />
      );
    case 'nextAt':
      return <NextAt {...props} />;
    case 'lossReason':
      return (
        <div className="cb-fields">
          <LossReasonField
            label={t('reason')}
            value={typed.reasonId}
            required
            error={error('reasonId')}
            onChange={(id) => onChange({ reasonId: id === null ? null : String(id) })}
          />
          {note}
        </div>
      );
    case 'customer':
      return (
        <LookupField
          label={t('customer')}
          hint={t('customerFind')}
          value={
            typed.customerId === null
              ? null
              : { value: typed.customerId, label: `CU-${typed.customerId.padStart(6, '0')}` }
          }
          required
          error={error('customerId')}
          find={findCustomers}
          onChange={(choice) => onChange({ customerId: choice?.value ?? null })}
        />
      );
    case 'language':
      return (
        <SelectField
          label={t('language')}
          value={typed.language}
          required
          error={error('language')}
          choices={(setup?.languages ?? []).map(({ code: value, name }) => ({
            value: value.toLowerCase(),
            label: name,
          }))}
          onChange={(language) => onChange({ language })}
        />
      );
    default:
      return note;
  }
}

async function findCustomers(q: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const hits = await api.get<readonly CalleeHit[]>('/calls/find', { query: { q }, signal });
  return hits
    .filter(({ subject }) => subject.startsWith('customer-'))
    .map(({ subject, ref, name }) => ({
      value: subject.slice('customer-'.length),
      label: `${name} · ${ref}`,
    }));
}

const HOUR = 3_600_000;
const local = (at: number): string => `${businessDay(at)}T${clockTime(at)}`;

/** A promised time: a day other than Sunday and a time of day, with the usual ones as shortcuts. */
function NextAt({ typed, error, onChange }: NeedFieldsProps): ReactNode {
  const t = useCallTranslations();
  const now = serverClock.now();
  const [day = '', time = ''] = typed.nextAt.split('T');
  const presets = [
    { label: t('inHour'), at: local(now + HOUR) },
    { label: t('inThree'), at: local(now + 3 * HOUR) },
    { label: t('tomorrow'), at: `${addDays(businessDay(now), 1)}T11:00` },
  ];
  return (
    <div className="cb-fields">
      <DateField
        label={t('nextAt')}
        value={day === '' ? null : day}
        required
        noSunday
        min={businessDay(now)}
        error={error('nextAt')}
        onChange={(next) => onChange({ nextAt: `${next ?? ''}T${time}` })}
      />
      <TextInput
        label={t('time')}
        value={time}
        placeholder="HH:MM"
        inputMode="numeric"
        maxLength={5}
        dir="ltr"
        classNames={{ input: 'ops-figures' }}
        onChange={(event) => onChange({ nextAt: `${day}T${event.currentTarget.value}` })}
      />
      <span className="cb-presets">
        {presets.map(({ label, at }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={() => onChange({ nextAt: at })}>
            {label}
          </Button>
        ))}
      </span>
    </div>
  );
}
