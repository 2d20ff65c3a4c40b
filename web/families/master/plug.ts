import type { ComponentType } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Labels, MasterRow } from '#shared/families/master-wire.ts';
import { tracked } from '#web/parts/tracked.ts';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import type { RecordForm, Saved } from './use-record-form.ts';

export interface PlugProps {
  readonly def: MasterDef;
  readonly masters: Masters;
  readonly speech: Speech;
  readonly labels: Labels;
}
export interface EditorProps extends PlugProps {
  /** Null while a record is being created. */
  readonly row: MasterRow | null;
  readonly onSaved: (saved: Saved) => void;
  readonly onClose: () => void;
  readonly onOpenOther: (id: number) => void;
}
export interface DetailsProps extends PlugProps {
  readonly row: MasterRow;
  /** Call after changing the record, so that it is reloaded. */
  readonly onChanged: () => void;
}

export interface AssistProps extends PlugProps {
  /** Null while a record is being created. */
  readonly row: MasterRow | null;
  readonly form: Pick<RecordForm, 'values' | 'put'>;
  /** The problem of one of the fields that the assistant edits. */
  readonly error: (field: string) => string | null;
}

/**
 * What records with a stream of their own need beyond their declaration: how they are created, changed and
 * acted on.
 */
export interface MasterPlug {
  /** Creates and edits a record, in a panel or on a page of its own. */
  readonly Editor?: ComponentType<EditorProps>;
  /** Shown above the fields of the standard form. */
  readonly Assist?: ComponentType<AssistProps>;
  /** Fields that `Assist` edits itself; the form omits them. */
  readonly assisted?: readonly string[];
  /** The editor replaces the list. */
  readonly page?: boolean;
  /** Shown below the details of a record. */
  readonly Details?: ComponentType<DetailsProps>;
  /** Fields that `Details` shows itself; the standard details omit them. */
  readonly detailed?: readonly string[];
  /** Shown in the bar above the list. */
  readonly Bar?: ComponentType<PlugProps>;
}

const plugs = import.meta.glob<{ readonly plug?: MasterPlug }>('../../special/*/master-plug.tsx');
const none: Promise<MasterPlug> = tracked(Promise.resolve({}));
const loading = new Map<string, Promise<MasterPlug>>();

/** Plug-in of a master: `web/special/<its name in kebab-case>/master-plug.tsx` exports `plug`. */
export function loadPlug(name: string): Promise<MasterPlug> {
  const folder = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const load = plugs[`../../special/${folder}/master-plug.tsx`];
  if (!load) return none;
  let found = loading.get(folder);
  if (!found) loading.set(folder, (found = tracked(load().then(({ plug }) => plug ?? {}))));
  return found;
}
