import type { ReactNode } from 'react';
import './status.css';

export type Tone = 'danger' | 'warn' | 'ok' | 'info' | 'accent' | 'muted';

/** A status as a word with a colour, never a colour alone. `soft` gives it a ground of its own. */
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
