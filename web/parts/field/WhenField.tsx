import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import type { FieldProps } from './field.ts';
import './rare.css';
import { useFieldTranslations } from './translations.ts';

export interface WhenFieldProps extends FieldProps<string> {
  /** `YYYY-MM-DDTHH:MM` in IST. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
}

/** Parses a typed time to `HH:MM`: 9, 930, 9:30, 09.30; null when it is none. */
export function timeFromText(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{2}))?$/.exec(text.trim());
  if (!match || Number(match[1]) > 23 || Number(match[2] ?? 0) > 59) return null;
  return `${match[1]!.padStart(2, '0')}:${match[2] ?? '00'}`;
}

/** A date and a time side by side, in the console's own formats. */
export function WhenField({ value, onChange, min, max, ...base }: WhenFieldProps): ReactNode {
  const t = useFieldTranslations();
  const [day = '', time = ''] = value.split('T');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="fi-when">
      <Field
        kind="date"
        {...base}
        value={day === '' ? null : day}
        onChange={(next) => onChange(`${next ?? ''}T${time}`)}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
      />
      <TextInput
        label={t('time')}
        disabled={base.disabled ?? false}
        value={typed ?? time}
        inputMode="numeric"
        maxLength={5}
        placeholder="HH:MM"
        classNames={{ input: 'ops-figures' }}
        dir="ltr"
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          onChange(`${day}T${timeFromText(text) ?? ''}`);
        }}
        onBlur={() => setTyped((text) => (text !== null && timeFromText(text) === null ? text : null))}
      />
    </div>
  );
}
