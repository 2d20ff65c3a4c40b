import { lazy } from 'react';
import type { ComponentType } from 'react';

/** What a form lends to the part that knows its subject. */
export interface SubjectFormProps {
  readonly id: string | null;
  readonly step: string;
  /** Above the step's fields or below them; the part is shown at both places. */
  readonly place: 'above' | 'below';
  /** The record as the server shows it; null while there is none. */
  readonly record: unknown;
  readonly get: (path: string) => unknown;
  /** Keeps what is typed; answers false when it could not be kept. */
  readonly save: () => Promise<boolean>;
  /** The record and its version as they are now. */
  readonly latest: () => { readonly id: string | null; readonly version: number };
  /** An order of the part moved the record to this version. */
  readonly onMoved: (version: number) => void;
}

const parts = import.meta.glob<Record<string, ComponentType<SubjectFormProps>>>('../../special/*/*FormPart.tsx');
const made = new Map<string, ComponentType<SubjectFormProps>>();

/** The plug of a subject: `web/special/<subject>/<Subject>FormPart.tsx` exports a component of that name, shown under every step's fields. */
export function subjectFormPart(subject: string): ComponentType<SubjectFormProps> | null {
  const name = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}FormPart`;
  const load = parts[`../../special/${subject}/${name}.tsx`];
  if (!load) return null;
  let Part = made.get(subject);
  if (!Part) {
    Part = lazy(async () => {
      const found = (await load())[name];
      if (!found) throw new Error(`web/special/${subject}/${name}.tsx exports no ${name}.`);
      return { default: found };
    });
    made.set(subject, Part);
  }
  return Part;
}
