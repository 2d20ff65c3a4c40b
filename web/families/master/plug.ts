import type { ComponentType } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Labels, MasterRow } from '#shared/families/master-wire.ts';
import { tracked } from '#web/parts/tracked.ts';
import type { Speech } from './columns.tsx';
import type { Masters } from './declaration.ts';
import type { Saved } from './use-record-form.ts';

export interface PlugProps {
  readonly def: MasterDef;
  readonly masters: Masters;
  readonly speech: Speech;
  readonly labels: Labels;
}
export interface EditorProps extends PlugProps {
  /** Null while a record is being made. */
  readonly row: MasterRow | null;
  readonly onSaved: (saved: Saved) => void;
  readonly onClose: () => void;
  readonly onOpenOther: (id: number) => void;
}
export interface DetailsProps extends PlugProps {
  readonly row: MasterRow;
  /** Tells that something was done with the record: it is read again. */
  readonly onChanged: () => void;
}

/** What records with a stream of their own need beside their declaration: how they are made, changed and acted on. */
export interface MasterPlug {
  /** Makes and changes a record, in a panel or on a page of its own. */
  readonly Editor?: ComponentType<EditorProps>;
  /** The editor takes the place of the list. */
  readonly page?: boolean;
  /** Stands under the facts of a record. */
  readonly Details?: ComponentType<DetailsProps>;
  /** Fields that `Details` shows in its own way: the facts leave them out. */
  readonly detailed?: readonly string[];
  /** Stands in the bar above the list. */
  readonly Bar?: ComponentType<PlugProps>;
}

const plugs = import.meta.glob<{ readonly plug?: MasterPlug }>('../../special/*/master-plug.tsx');
const none: Promise<MasterPlug> = tracked(Promise.resolve({}));
const loading = new Map<string, Promise<MasterPlug>>();

/** The plug of a master: `web/special/<its name, in small letters and hyphens>/master-plug.tsx` exports `plug`. */
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
