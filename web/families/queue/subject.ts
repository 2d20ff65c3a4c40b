import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { CommandAnswer } from '#shared/wire.ts';

/** What the panel lends to the part that knows the subject itself. */
export interface SubjectPanelProps {
  readonly def: QueueDef;
  readonly row: QueueRow;
  /** In my hands and being worked on: what is asked of the subject may be answered here. */
  readonly working: boolean;
  /** Why nothing may be sent now; null when it may. */
  readonly blocked: string | null;
  /** Tells that something typed here is not sent yet. */
  readonly onUnsaved: (unsaved: boolean) => void;
  /** Gives the order of that name on this row, as its button would. */
  readonly act: (action: string) => void;
  /** The answer of the last order on this row that was done; it is for this panel only. */
  readonly answered: { readonly action: string; readonly answer: CommandAnswer } | null;
}

const panels = import.meta.glob<Record<string, ComponentType<SubjectPanelProps>>>('../../special/*/*Panel.tsx');
const made = new Map<string, ComponentType<SubjectPanelProps>>();

/** The plug of a subject: `web/special/<subject>/<Subject>Panel.tsx` exports a component of that name. Null when it has none. */
export function subjectPanel(subject: string): ComponentType<SubjectPanelProps> | null {
  const name = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}Panel`;
  const load = panels[`../../special/${subject}/${name}.tsx`];
  if (!load) return null;
  let Panel = made.get(subject);
  if (!Panel) {
    Panel = lazy(async () => {
      const found = (await load())[name];
      if (!found) throw new Error(`web/special/${subject}/${name}.tsx exports no ${name}.`);
      return { default: found };
    });
    made.set(subject, Panel);
  }
  return Panel;
}
