import type { ReactNode } from 'react';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import type { FieldProps } from '#web/parts/field/field.ts';
import { useCallingSetup } from './use-calling-setup.ts';

/** Chooses why a lead is lost; the value is the id of the reason. */
export function LossReasonField({ value, onChange, ...base }: FieldProps<unknown>): ReactNode {
  const setup = useCallingSetup();
  return (
    <SelectField
      {...base}
      value={value ? String(value) : null}
      choices={(setup?.reasons ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
