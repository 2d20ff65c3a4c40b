import type { ReactNode } from 'react';
import { AreaField } from './field/text-fields.tsx';

export interface ReasonFieldProps {
  readonly draft: {
    readonly values: { readonly reason: string };
    put(part: { readonly reason: string }): void;
  };
  readonly label: string;
  /** The rule as a hint: from 5 to 200 characters. */
  readonly hint: string;
  readonly error: string | null;
  readonly autoFocus?: boolean;
}

/** The reason that a command requires, stored in the command's draft. */
export function ReasonField({ draft, label, hint, error, autoFocus = false }: ReasonFieldProps): ReactNode {
  return (
    <AreaField
      label={label}
      hint={hint}
      value={draft.values.reason}
      onChange={(reason) => draft.put({ reason })}
      required
      maxLength={200}
      autoFocus={autoFocus}
      error={error}
    />
  );
}
