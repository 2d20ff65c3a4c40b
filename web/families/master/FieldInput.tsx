import type { ReactNode } from 'react';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { FieldInput as AnyInput } from '#web/parts/field/FieldInput.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { ReferenceInput, ReferencesInput } from './ReferenceInput.tsx';

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

/** What a record stores at most of a text that declares no limit. */
const limitOf = ({ kind, max }: MasterField): Pick<MasterField, 'max'> =>
  max !== undefined ? { max } : kind === 'paragraph' ? { max: 500 } : kind === 'text' ? { max: 100 } : {};

/** The input for one field of a master, whose references are found by the rules of that field. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { master, field, value, onChange, own, labels, prefix = '', lookupPrefix = '', fixed = null } = props;
  const label = own(`field.${prefix}${field.name}`);
  const looking = {
    master,
    path: `${lookupPrefix}${prefix}${field.name}`,
    lookup: field.lookup ?? '',
    labels,
  };
  return (
    <AnyInput
      field={{ ...field, ...limitOf(field) }}
      label={props.bare ? <span className="ops-hidden">{label}</span> : label}
      name={`${prefix}${field.name}`}
      value={value}
      onChange={field.kind === 'yesNo' ? (on) => onChange(on ? 1 : 0) : onChange}
      required={field.kind !== 'yesNo' && field.required === true}
      error={props.error('')}
      errorAt={props.error}
      option={(key) => own(`option.${prefix}${field.name}.${key}`)}
      record={props.record}
      {...(props.onBlur ? { onBlur: props.onBlur } : {})}
      {...(fixed ? { readOnly: true, hint: fixed } : {})}
      {...(props.autoFocus ? { autoFocus: true } : {})}
      picker={({ field: _field, value: picked, onChange: pick, ...base }) =>
        field.kind === 'references' ? (
          <ReferencesInput
            {...base}
            {...looking}
            value={(picked as readonly number[] | undefined) ?? []}
            onChange={pick}
          />
        ) : (
          <ReferenceInput
            {...base}
            {...looking}
            value={typeof picked === 'number' ? picked : null}
            onChange={pick}
          />
        )
      }
      cell={(one, line, at, put) => (
        <FieldInput
          master={master}
          field={one as MasterField}
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
}
