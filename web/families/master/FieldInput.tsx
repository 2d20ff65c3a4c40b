import type { ReactNode } from 'react';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { sendFile } from '#web/live/send-file.ts';
import { Field } from '#web/parts/field/Field.tsx';
import type { FieldProps } from '#web/parts/field/field.ts';
import type { SentFile } from '#web/parts/field/FileField.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { LinesInput } from './LinesInput.tsx';
import { ReferenceInput, ReferencesInput } from './ReferenceInput.tsx';
import { useMasterTranslations } from './translations.ts';

export interface FieldInputProps {
  readonly master: string;
  readonly field: MasterField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onBlur?: () => void;
  readonly own: Translate;
  readonly labels: Labels;
  /** The problem at a path below this field (`''` is the field itself). */
  readonly error: (path: string) => string | null;
  /** Why it cannot be changed; shown below it. */
  readonly fixed?: string | null;
  readonly autoFocus?: boolean;
  /** The list field that contains this one, with its dot. */
  readonly prefix?: string;
  /** Prefix of the field path in lookup requests: `command.` for inputs of a command. */
  readonly lookupPrefix?: string;
  /** The record a file is uploaded for: `customer-17`. */
  readonly record?: string | undefined;
  /** Without a label, in a table whose heading shows it. */
  readonly bare?: boolean;
}

/** The input for one declared field. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { master, field, value, onChange, own, labels, prefix = '', lookupPrefix = '', fixed = null } = props;
  const t = useMasterTranslations();
  const label = own(`field.${prefix}${field.name}`);
  const base: Omit<FieldProps<unknown>, 'value' | 'onChange'> = {
    label: props.bare ? <span className="ops-hidden">{label}</span> : label,
    name: `${prefix}${field.name}`,
    required: field.required ?? false,
    error: props.error(''),
    ...(props.onBlur ? { onBlur: props.onBlur } : {}),
    ...(fixed ? { readOnly: true, hint: fixed } : {}),
    ...(props.autoFocus ? { autoFocus: true } : {}),
  };
  const text = value === null || value === undefined ? '' : String(value);
  const number = typeof value === 'number' ? value : null;
  const options = Object.keys(field.options ?? {}).map((key) => ({
    value: key,
    label: own(`option.${prefix}${field.name}.${key}`),
  }));
  switch (field.kind) {
    case 'paragraph':
      return (
        <Field kind="paragraph" {...base} value={text} onChange={onChange} maxLength={field.max ?? 500} />
      );
    case 'number':
      return <Field kind="number" {...base} value={number} onChange={onChange} {...bounds(field)} />;
    case 'percent':
      return (
        <Field
          kind="number"
          {...base}
          value={number === null ? null : number / 100}
          onChange={(next) => onChange(next === null ? null : Math.round(next * 100))}
          decimals={2}
          {...bounds(field, 100)}
        />
      );
    case 'decimal':
      return (
        <Field kind="number" {...base} value={number} onChange={onChange} decimals={4} {...bounds(field)} />
      );
    case 'money':
      return <Field kind="money" {...base} value={number} onChange={onChange} {...bounds(field)} />;
    case 'date':
      return (
        <Field
          kind="date"
          {...base}
          {...(fixed ? { disabled: true } : {})}
          value={text || null}
          onChange={onChange}
          noSunday={field.noSunday ?? false}
        />
      );
    case 'time':
      return (
        <Field
          kind="text"
          {...base}
          value={text}
          onChange={onChange}
          placeholder={t('timeHint')}
          maxLength={5}
          code
        />
      );
    case 'yesNo':
      return (
        <Field
          kind="yesNo"
          {...base}
          required={false}
          {...(fixed ? { disabled: true } : {})}
          value={value === 1 || value === true}
          onChange={(on) => onChange(on ? 1 : 0)}
        />
      );
    case 'choice':
      return (
        <Field
          kind="choice"
          {...base}
          {...(fixed ? { disabled: true } : {})}
          value={text || null}
          onChange={onChange}
          choices={options}
        />
      );
    case 'choices':
      return (
        <Field
          kind="choices"
          {...base}
          {...(fixed ? { disabled: true } : {})}
          value={(value as readonly string[] | undefined) ?? []}
          onChange={onChange}
          choices={options}
        />
      );
    case 'reference':
      return (
        <ReferenceInput
          {...base}
          {...(fixed ? { disabled: true } : {})}
          master={master}
          path={`${lookupPrefix}${prefix}${field.name}`}
          lookup={field.lookup!}
          value={number}
          onChange={onChange}
          labels={labels}
        />
      );
    case 'references':
      return (
        <ReferencesInput
          {...base}
          {...(fixed ? { disabled: true } : {})}
          master={master}
          path={`${lookupPrefix}${prefix}${field.name}`}
          lookup={field.lookup!}
          value={(value as readonly number[] | undefined) ?? []}
          onChange={onChange}
          labels={labels}
        />
      );
    case 'phone':
      return <Field kind="phone" {...base} value={text} onChange={onChange} />;
    case 'file':
      return (
        <Field
          kind="file"
          {...base}
          value={value ? [value as SentFile] : []}
          onChange={([sent]) => onChange(sent ?? null)}
          send={async (chosen) => {
            const { fileId, name, bytes } = await sendFile(chosen, { record: props.record });
            return { id: fileId, name, size: bytes };
          }}
        />
      );
    case 'rows':
      return (
        <LinesInput
          field={field}
          value={(value as readonly Record<string, unknown>[] | undefined) ?? []}
          onChange={onChange}
          own={own}
          error={props.error}
          fixed={fixed}
          input={(one, line, at, put) => (
            <FieldInput
              master={master}
              field={one}
              prefix={`${field.name}.`}
              value={line[one.name]}
              onChange={put}
              own={own}
              labels={labels}
              error={(path) => props.error(`${at}.${one.name}${path ? `.${path}` : ''}`)}
            />
          )}
        />
      );
    default:
      return (
        <Field
          kind="text"
          {...base}
          value={text}
          onChange={(next) => onChange(field.upper || field.kind === 'gstin' ? next.toUpperCase() : next)}
          maxLength={lengthOf(field)}
          code={field.upper === true || field.kind === 'gstin' || field.kind === 'pincode'}
        />
      );
  }
}

function bounds(field: MasterField, scale = 1): { min?: number; max?: number } {
  return {
    ...(field.min === undefined ? {} : { min: field.min / scale }),
    ...(field.max === undefined ? {} : { max: field.max / scale }),
  };
}

function lengthOf(field: MasterField): number {
  return (
    field.max ??
    ({ gstin: 15, pincode: 6, url: 300, email: 120 } as Partial<Record<MasterField['kind'], number>>)[
      field.kind
    ] ??
    100
  );
}
