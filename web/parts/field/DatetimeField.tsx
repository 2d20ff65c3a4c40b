import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, clockTime } from '#shared/core/day.ts';
import type { Field } from '#shared/families/field.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import type { FieldProps } from './field.ts';
import { useFieldTranslations } from './translations.ts';
import { WhenField } from './WhenField.tsx';

const MINUTE = 60_000;
const local = (at: number): string => `${businessDay(at)}T${clockTime(at)}`;
/** The ISO instant of `YYYY-MM-DDTHH:MM` in IST; blank when it is none. */
const instantOf = (typed: string): string => {
  const at = Date.parse(`${typed}:00+05:30`);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};

/** A day and a time, as an ISO instant; one that lies ahead can be chosen by its distance from now. */
export function DatetimeField({
  field,
  value,
  onChange,
  ...base
}: Omit<FieldProps<unknown>, 'value'> & { readonly field: Field; readonly value: string }): ReactNode {
  const t = useFieldTranslations();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && instantOf(typed) === value ? typed : value ? local(Date.parse(value)) : '';
  const put = (next: string): void => {
    setTyped(next);
    onChange(instantOf(next));
  };
  const now = serverClock.now();
  const later = (ms: number): void => put(local(serverClock.now() + ms));
  const today = businessDay(now);
  return (
    <div className="fi-datetime">
      <WhenField
        {...base}
        error={base.error ?? null}
        value={shown}
        onChange={put}
        {...(field.from ? { min: today } : {})}
        {...(field.until ? { max: today } : {})}
      />
      {field.from && (
        <span className="fi-presets">
          <Button size="compact-xs" variant="default" onClick={() => later(30 * MINUTE)}>
            {t('soon', { minutes: 30 })}
          </Button>
          {[2, 4].map((hours) => (
            <Button
              key={hours}
              size="compact-xs"
              variant="default"
              onClick={() => later(hours * 60 * MINUTE)}
            >
              {t('hours', { hours })}
            </Button>
          ))}
          <Button size="compact-xs" variant="default" onClick={() => put(`${addDays(today, 1)}T09:00`)}>
            {t('morning')}
          </Button>
        </span>
      )}
    </div>
  );
}
