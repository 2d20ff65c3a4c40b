import type { ReactNode } from 'react';
import type { MasterDef } from '#shared/families/master-def.ts';
import { waitingFilter } from '#shared/families/master-waits.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { Age } from '#web/parts/Age.tsx';
import { waitsSince } from './columns.tsx';
import type { Speech } from './columns.tsx';

/** How long a record has been waiting in its stage; nothing for one that does not wait. */
export function Waiting({
  def,
  row,
  speech,
}: {
  def: MasterDef;
  row: MasterRow;
  speech: Pick<Speech, 'own'>;
}): ReactNode {
  const since = waitsSince(def, row);
  if (since === null) return null;
  return (
    <div className="ma-facts ma-counted">
      <section>
        <dl>
          <div>
            <dt>{speech.own(`field.${waitingFilter.name}`)}</dt>
            <dd>
              <Age at={since} />
            </dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
