import type { ReactNode } from 'react';
import { formatInstant } from '#web/locales/formats.ts';
import { useStepBy } from './step-by.ts';
import './step-list.css';

export interface Step {
  readonly type: string;
  readonly by: { readonly empId: number | null; readonly name: string };
  readonly at: string;
  readonly note: string | null;
}

export interface StepListProps {
  readonly steps: readonly Step[];
  /** What a step is called. */
  readonly nameOf: (type: string) => string;
  /** A note in words, where the record keeps a code. */
  readonly noteOf?: (note: string) => string;
}

/** The history of a record: what happened, who did it and when, and what they noted. */
export function StepList({ steps, nameOf, noteOf = (note) => note }: StepListProps): ReactNode {
  const stepBy = useStepBy();
  return (
    <ul className="ops-steps">
      {steps.map(({ type, by, at, note }) => (
        <li key={`${type} ${at}`}>
          <span>{nameOf(type)}</span>
          <span className="ops-muted">
            {stepBy(by)} · {formatInstant(at)}
          </span>
          {note && <bdi className="ops-steps-note">{noteOf(note)}</bdi>}
        </li>
      ))}
    </ul>
  );
}
