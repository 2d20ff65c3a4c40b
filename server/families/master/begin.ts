import { isRefusal } from '#shared/core/refusal.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { ServerParts } from '../../core/parts.ts';

/**
 * Creates the missing rows that every installation starts with (designations, allergy types, salutations).
 */
export async function beginMasters(
  server: Pick<ServerParts, 'handle' | 'access'>,
  defs: readonly MasterDef[],
): Promise<number> {
  let made = 0;
  for (const def of defs) {
    for (const { id, fields } of def.fixed ?? []) {
      const done = await server.handle({
        stream: `master-${def.kind}-${id}`,
        command: 'create',
        input: { fields },
        viewer: server.access.systemViewer('begin-masters'),
        correlationId: `begin-${def.kind}-${id}`,
      });
      if (!isRefusal(done)) made += 1;
      // An installation's own row with that number or name is kept.
      else if (!['alreadyExists', 'duplicateRecord', 'masterCancelled'].includes(done.code))
        throw new Error(`The first rows of ${def.kind} could not be made: ${done.code} ${done.field ?? ''}`);
    }
  }
  return made;
}
