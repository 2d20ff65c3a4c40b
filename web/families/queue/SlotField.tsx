import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { useQuery } from '#web/live/query.ts';
import { placeColleagues } from '#web/parts/field/colleagues.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useQueueTranslations } from './translations.ts';

/** The half hours from 08:00 to 19:30. */
const halfHours = Array.from(
  { length: 24 },
  (_, at) => `${String(8 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
);
const choices = halfHours.map((value) => ({ value, label: value }));

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A day and a half hour; the value is `YYYY-MM-DDTHH:MM`. */
export function SlotField({
  label,
  value,
  dayError,
  timeError,
  onChange,
}: InputProps & { readonly dayError: string | null; readonly timeError: string | null }): ReactNode {
  const t = useQueueTranslations();
  const [day = '', time = ''] = value.split('T');
  return (
    <div className="qu-slot">
      <DateField
        label={label}
        value={day === '' ? null : day}
        required
        noSunday
        min={businessDay(serverClock.now())}
        error={dayError}
        onChange={(next) => onChange(`${next ?? ''}T${time}`)}
      />
      <SelectField
        label={t('time')}
        value={time === '' ? null : time}
        required
        error={timeError}
        choices={choices}
        onChange={(next) => onChange(`${day}T${next ?? ''}`)}
      />
    </div>
  );
}

/** An active employee of the row's place; the value is the employee's id. */
export function ColleagueField({
  label,
  value,
  pooId,
  error,
  onChange,
}: InputProps & { readonly pooId: number | null; readonly error: string | null }): ReactNode {
  const { data = [] } = useQuery({
    queryKey: ['place-colleagues', pooId],
    queryFn: ({ signal }) => placeColleagues(pooId, signal),
  });
  return (
    <SelectField
      label={label}
      value={value === '' ? null : value}
      required
      error={error}
      choices={data}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
