import type { ComponentType } from 'react';
import { capitalised } from '#shared/core/cut.ts';
import { plugsOf } from '#web/parts/plugs.ts';

/** The props that a form passes to the part of its subject. */
export interface SubjectFormProps {
  readonly id: string | null;
  readonly step: string;
  /** Above or below the step's fields; the part is rendered at both. */
  readonly place: 'above' | 'below';
  /** The record as the server returns it; null while there is none. */
  readonly record: unknown;
  readonly get: (path: string) => unknown;
  /** Saves the input; resolves with false when that failed. */
  readonly save: () => Promise<boolean>;
  /** The current record id and version. */
  readonly latest: () => { readonly id: string | null; readonly version: number };
  /** A command of the part changed the record to this version. */
  readonly onMoved: (version: number) => void;
}

const plug = plugsOf(
  import.meta.glob<Readonly<Record<string, ComponentType<SubjectFormProps>>>>(
    '../../special/*/*FormPart.tsx',
  ),
);

/**
 * Plug-in of a subject: `web/special/<subject>/<Subject>FormPart.tsx` exports a component of that name, shown
 * around every step's fields.
 */
export function subjectFormPart(subject: string): ComponentType<SubjectFormProps> | null {
  const name = `${capitalised(subject)}FormPart`;
  return plug(`../../special/${subject}/${name}.tsx`, name);
}
