import type { ComponentType } from 'react';
import { capitalised } from '#shared/core/cut.ts';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { plugsOf } from '#web/parts/plugs.ts';

/** The props that the panel passes to the part of the subject. */
export interface SubjectPanelProps {
  readonly def: QueueDef;
  readonly row: QueueRow;
  /** Claimed by me and in progress: the subject's own inputs are enabled. */
  readonly working: boolean;
  /** Why nothing may be sent now; null when it may. */
  readonly blocked: string | null;
  /** Reports whether there is unsent input. */
  readonly onUnsaved: (unsaved: boolean) => void;
  /** Asks for a panel as wide as possible, while a document stands beside the work. */
  readonly onWide: (wide: boolean) => void;
  /** Runs the action of that name on this row, like its button. */
  readonly act: (action: string) => void;
  /** The answer of the last successful command on this row; for this panel only. */
  readonly answered: { readonly action: string; readonly answer: CommandAnswer } | null;
}

const plug = plugsOf(
  import.meta.glob<Readonly<Record<string, ComponentType<SubjectPanelProps>>>>('../../special/*/*Panel.tsx'),
);

/**
 * Plug-in of a subject: `web/special/<subject>/<Subject>Panel.tsx` exports a component of that name. Null
 * when it has none.
 */
export function subjectPanel(subject: string): ComponentType<SubjectPanelProps> | null {
  const name = `${capitalised(subject)}Panel`;
  return plug(`../../special/${subject}/${name}.tsx`, name);
}
