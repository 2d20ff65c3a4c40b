import { employeesView } from '../../access/directory-views.ts';
import { returnLimits, type ReturnState } from '#shared/streams/sales/return/state.ts';
import type { PickupPrepared } from '#shared/streams/sales/return/request.ts';
import { instantOf } from '#shared/core/day.ts';
import { simulatedOutbox } from '../../outside/outbox.ts';
import type { Clock, KeptViews } from '../../core/parts.ts';
import type { Prepare } from '../../store/handle.ts';
import type { Pool } from 'pg';
import { parcelCodes } from './parcel-codes.ts';

/**
 * Prepares the pickup of a return: who fetches it, and the customer's code, which is valid through the
 * planned day.
 */
export function returnPrepare(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly views: KeptViews;
}): Readonly<Record<string, Prepare>> {
  const codes = parcelCodes({ ...parts, send: simulatedOutbox(parts.clock) });
  const subject = (key: string): string => `return-${key}:pickup`;
  return {
    async 'return/schedule'(
      { key },
      { agentId, visitOn }: { agentId: number; visitOn: string },
      { stage, header, pooId, number }: ReturnState,
    ): Promise<PickupPrepared> {
      const person = parts.views.get(employeesView).rows.get(String(agentId));
      const here = person?.active === true && person.poos.some((poo) => poo.pooId === pooId);
      const agent = here ? `${person.firstName} ${person.lastName}`.trim() : null;
      const now = parts.clock.now();
      const planned = stage === 'approved' || stage === 'pickupScheduled';
      if (!planned || agent === null || header.phone === '' || instantOf(visitOn, '23:59') < now)
        return { agent };
      const until = Math.max(instantOf(visitOn, '23:59'), now + returnLimits.codeMs);
      const text = (code: string): string =>
        `${agent} will fetch your return ${number}. Give the code ${code} when you hand the goods over.`;
      return { agent, until: await codes.issue(subject(key), header.phone, until, text) };
    },
    async 'return/pickUp'(
      { key },
      { code }: { code: string },
      { stage }: ReturnState,
    ): Promise<PickupPrepared> {
      return stage === 'pickupScheduled' ? { code: await codes.check(subject(key), code) } : {};
    },
  };
}
