import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { optionsOf, type Field as Declared, type InputKind } from '#shared/families/field.ts';
import { usePerson } from '#web/live/person.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { Field } from './Field.tsx';
import type { FieldProps } from './field.ts';
import type { FieldInputProps } from './field-input.ts';

const RareField = lazy(() => import('./RareField.tsx').then((m) => ({ default: m.RareField })));

const lengths: Readonly<Partial<Record<InputKind, number>>> = {
  gstin: 15,
  pincode: 6,
  url: 300,
  email: 120,
  time: 5,
};
const codes: readonly InputKind[] = ['code', 'time', 'pincode', 'gstin'];
const picked: readonly InputKind[] = ['employee', 'reference', 'references'];

const boundsOf = ({ min, max }: Declared, scale = 1): { min?: number; max?: number } => ({
  ...(min === undefined ? {} : { min: min / scale }),
  ...(max === undefined ? {} : { max: max / scale }),
});

/** The input for a declared field of any kind, for every family. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const {
    field,
    value,
    onChange,
    option = (one) => one,
    errorAt,
    pooId,
    record,
    picker,
    cell,
    lines,
  } = props;
  const base: Omit<FieldProps<unknown>, 'value' | 'onChange'> = {
    label: props.label,
    name: props.name ?? field.name,
    required: props.required ?? field.required ?? false,
    error: props.error ?? null,
    ...(props.hint ? { hint: props.hint } : {}),
    ...(props.onBlur ? { onBlur: props.onBlur } : {}),
    ...(props.readOnly ? { readOnly: true } : {}),
    ...(props.disabled ? { disabled: true } : {}),
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.autoFocus ? { autoFocus: true } : {}),
  };
  /** What opens a list cannot be read only. */
  const opening = { ...base, disabled: props.disabled || props.readOnly || false };
  const text = value === null || value === undefined ? '' : String(value);
  const number = typeof value === 'number' ? value : null;
  const length = field.max ?? lengths[field.kind];
  const most = length === undefined ? {} : { maxLength: length };
  const choices = optionsOf(field).map((one) => ({ value: one, label: option(one) }));
  switch (field.kind) {
    case 'text':
    case 'code':
    case 'time':
    case 'email':
    case 'pincode':
    case 'url':
    case 'gstin': {
      const capitals = field.upper || field.kind === 'gstin';
      return (
        <Field
          kind="text"
          {...base}
          {...(field.kind === 'time' ? { placeholder: 'HH:MM' } : {})}
          value={text}
          onChange={(next) => onChange(capitals ? next.toUpperCase() : next)}
          {...most}
          code={field.upper === true || codes.includes(field.kind)}
        />
      );
    }
    case 'paragraph':
      return (
        <Field
          kind="paragraph"
          {...base}
          value={text}
          onChange={onChange}
          {...most}
          {...(lines ? { rows: lines } : {})}
        />
      );
    case 'phone':
      return <Field kind="phone" {...base} value={text} onChange={onChange} />;
    case 'number':
      return <Field kind="number" {...base} value={number} onChange={onChange} {...boundsOf(field)} />;
    case 'decimal':
      return (
        <Field
          kind="number"
          {...base}
          value={number}
          onChange={onChange}
          decimals={field.decimals ?? 4}
          {...boundsOf(field)}
        />
      );
    case 'money':
      return <Field kind="money" {...base} value={number} onChange={onChange} {...boundsOf(field)} />;
    case 'percent':
      return (
        <Field
          kind="number"
          {...base}
          value={number === null ? null : number / 100}
          onChange={(next) => onChange(next === null ? null : Math.round(next * 100))}
          decimals={2}
          {...boundsOf(field, 100)}
        />
      );
    case 'date': {
      const today = businessDay(serverClock.now());
      return (
        <Field
          kind="date"
          {...opening}
          value={text || null}
          onChange={onChange}
          noSunday={field.noSunday ?? false}
          {...(field.from ? { min: today } : {})}
          {...(field.until ? { max: today } : {})}
        />
      );
    }
    case 'yesNo':
      return <Field kind="yesNo" {...opening} value={value === true || value === 1} onChange={onChange} />;
    case 'choice':
      return <Field kind="choice" {...opening} value={text || null} onChange={onChange} choices={choices} />;
    case 'choices':
      return (
        <Field
          kind="choices"
          {...opening}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          choices={choices}
        />
      );
    case 'place':
      return <PlaceField {...opening} value={number} onChange={onChange} />;
    default: {
      if (picker && picked.includes(field.kind)) return picker({ ...opening, field, value, onChange });
      const rare = { field, value, onChange, option, errorAt, pooId, record, cell };
      return (
        <Suspense fallback={<Field kind="text" {...base} value="" onChange={() => {}} readOnly />}>
          <RareField {...opening} {...rare} />
        </Suspense>
      );
    }
  }
}

function PlaceField({
  value,
  onChange,
  ...base
}: Omit<FieldProps<unknown>, 'value'> & { readonly value: number | null }): ReactNode {
  const { poos } = usePerson();
  return (
    <Field
      kind="choice"
      {...base}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
      choices={poos.map(({ id, name, city }) => ({ value: String(id), label: `${name}, ${city}` }))}
    />
  );
}
