import type { ReactNode } from 'react';
import type { Field } from '#shared/families/field.ts';
import type { FieldProps } from './field.ts';

type PickerProps = FieldProps<unknown> & { readonly field: Field };

/**
 * A declared field with its value: a blank text is `''`, anything else that is blank `null`; money is paise,
 * a percentage basis points, an instant ISO in UTC, a person or a record its id.
 */
export interface FieldInputProps extends FieldProps<unknown> {
  readonly field: Field;
  /** The text of a value to choose. */
  readonly option?: (value: string) => string;
  /** The problem at a path below the field: of a cell of its rows, or of one part of a slot. */
  readonly errorAt?: (path: string) => string | null;
  /** The place of operation whose employees are offered. */
  readonly pooId?: number | null;
  /** The record that a file is uploaded for: `customer-17`. */
  readonly record?: string | undefined;
  /** Picks employees and records where the search over all records does not. */
  readonly picker?: (props: PickerProps) => ReactNode;
  /** The input for one field of one of its rows. */
  readonly cell?: (
    field: Field,
    row: Readonly<Record<string, unknown>>,
    at: number,
    put: (value: unknown) => void,
  ) => ReactNode;
  /** Lines of a paragraph that are shown while it is blank. */
  readonly lines?: number;
}
