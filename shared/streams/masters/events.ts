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

/** A master with lines may have one more event, for a change of their sequence. */
export function masterEvents(defs: readonly MasterDef[]): Readonly<Record<string, true>> {
  const own = defs.flatMap(({ reordered }) => reordered?.event ?? []);
  return Object.fromEntries([...common, ...own].map((type) => [type, true]));
}
