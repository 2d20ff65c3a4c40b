import { isRefusal } from '#shared/core/refusal.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { House } from '../../house.ts';

/** Makes the rows that every house begins with (designations, allergy types, salutations), where they are missing. */
export async function beginMasters(house: Pick<House, 'handle' | 'access'>, defs: readonly MasterDef[]): Promise<number> {
  let made = 0;
  for (const def of defs) {
    for (const { id, fields } of def.fixed ?? []) {
      const done = await house.handle({
        stream: `master-${def.kind}-${id}`,
        command: 'create',
        input: { fields },
        viewer: house.access.systemViewer('begin-masters'),
        correlationId: `begin-${def.kind}-${id}`,
      });
      if (!isRefusal(done)) made += 1;
      // A house that made its own row of that number or name keeps it.
      else if (!['alreadyExists', 'duplicateRecord', 'masterCancelled'].includes(done.code))
        throw new Error(`The first rows of ${def.kind} could not be made: ${done.code} ${done.field ?? ''}`);
    }
  }
  return made;
}
