import type { ReactNode } from 'react';
import './status.css';

/** `normal`: the ordinary state, in the colour of any text; `ok` only confirms what somebody has just done. */
export type Tone = 'danger' | 'warn' | 'ok' | 'info' | 'accent' | 'normal' | 'muted';

/** A status as a coloured text, never colour alone. `soft` adds a background. */
export function StatusWord({
  tone = 'muted',
  soft = false,
  dot = false,
  children,
}: {
  tone?: Tone;
  soft?: boolean;
  dot?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={`ops-status ops-tone-${tone}`} data-soft={soft || undefined} data-tone={tone}>
      {dot && <span className="ops-dot" aria-hidden="true" />}
      {children}
    </span>
  );
}
