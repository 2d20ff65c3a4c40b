import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { SelectField } from './choice-fields.tsx';
import { DateField } from './DateField.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import './rare.css';
import { useFieldTranslations } from './translations.ts';

/** The half hours from 08:00 to 19:30. */
const halfHours = Array.from(
  { length: 24 },
  (_, at) => `${String(8 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
);
const choices = halfHours.map((value) => ({ value, label: value }));

interface InputProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
}

/** A day and a half hour; the value is `YYYY-MM-DDTHH:MM`. */
export function SlotField({
  label,
  value,
  dayError,
  timeError,
  onChange,
  disabled = false,
}: InputProps & { readonly dayError: string | null; readonly timeError: string | null }): ReactNode {
  const t = useFieldTranslations();
  const [day = '', time = ''] = value.split('T');
  return (
    <div className="fi-slot">
      <DateField
        label={label}
        value={day === '' ? null : day}
        required
        disabled={disabled}
        noSunday
        min={businessDay(serverClock.now())}
        error={dayError}
        onChange={(next) => onChange(`${next ?? ''}T${time}`)}
      />
      <SelectField
        label={t('time')}
        value={time === '' ? null : time}
        required
        disabled={disabled}
        error={timeError}
        choices={choices}
        onChange={(next) => onChange(`${day}T${next ?? ''}`)}
      />
    </div>
  );
}
