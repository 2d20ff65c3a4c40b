import type { EventRef } from '../../core/event.ts';
import { renameFields, schemaVersionOf, type EventSchemas } from '../../core/upcast.ts';
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

type MasterEvent = (typeof common)[number];

/** How a record's events are read and written, whatever its kind. */
export const masterSchemas: EventSchemas = {
  name: 'master',
  upcast: { MasterRecordStageChanged: { 1: renameFields({ told: 'carried' }) } },
};

const refOf = <T extends MasterEvent>(type: T): EventRef<T> => ({
  stream: 'master',
  type,
  schemaVersion: schemaVersionOf(masterSchemas, type),
});

/** A reference to each event of every record, for subscribers. */
export const masterRefs = Object.fromEntries(common.map((type) => [type, refOf(type)])) as {
  readonly [T in MasterEvent]: EventRef<T>;
};

/** A master with lines may have one more event, for a change of their sequence. */
export function masterEvents(defs: readonly MasterDef[]): Readonly<Record<string, true>> {
  const own = defs.flatMap(({ reordered }) => reordered?.event ?? []);
  return Object.fromEntries([...common, ...own].map((type) => [type, true]));
}
