import type { ReactNode } from 'react';

/** Props of every field. `error` is shown as it is, from the schema or the server. */
export interface FieldProps<V> {
  readonly label: ReactNode;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** The members of `FieldProps` passed to Mantine unchanged. */
export function shared(props: Omit<FieldProps<unknown>, 'value' | 'onChange'>) {
  return {
    label: props.label,
    error: props.error ?? null,
    required: props.required ?? false,
    disabled: props.disabled ?? false,
    ...(props.hint ? { description: props.hint } : {}),
    ...(props.name ? { name: props.name } : {}),
    ...(props.onBlur ? { onBlur: props.onBlur } : {}),
    ...(props.readOnly ? { readOnly: true } : {}),
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.autoFocus ? { 'data-autofocus': true, autoFocus: true } : {}),
  };
}
