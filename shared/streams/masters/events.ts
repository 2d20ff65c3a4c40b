import type { DataOf, EventRef } from '../../core/event.ts';
import { renameFields, schemaVersionOf, type EventSchemas } from '../../core/upcast.ts';
import type { MasterEvent } from './state.ts';
import type { MasterDef } from '../../families/master-def.ts';

/** Events of every record. */
const common = [
  'MasterRecordCreated',
  'MasterRecordUpdated',
  'MasterRecordChangeProposed',
  'MasterRecordChangeConfirmed',
  'MasterRecordChangeDeclined',
  'MasterRecordActivated',
  'MasterRecordDeactivated',
  'MasterRecordStageChanged',
  'MasterRecordCancelled',
  'MasterRecordMerged',
] as const;

/** How a record's events are read and written, whatever its kind. */
export const masterSchemas: EventSchemas = {
  name: 'master',
  upcast: { MasterRecordStageChanged: { 1: renameFields({ told: 'carried' }) } },
};

const refOf = (type: (typeof common)[number]): EventRef => ({
  stream: 'master',
  type,
  schemaVersion: schemaVersionOf(masterSchemas, type),
});

/** A reference to each event of every record, for subscribers. */
export const masterRefs = Object.fromEntries(common.map((type) => [type, refOf(type)])) as {
  readonly [T in (typeof common)[number]]: EventRef<T, DataOf<MasterEvent, T>>;
};

/** A master with lines may have one more event, for a change of their sequence. */
export function masterEvents(defs: readonly MasterDef[]): Readonly<Record<MasterEvent['type'], true>> {
  const own = defs.flatMap(({ reordered }) => reordered?.event ?? []);
  return Object.fromEntries([...common, ...own].map((type) => [type, true])) as Record<
    MasterEvent['type'],
    true
  >;
}
