import type { StartRequested } from './visit-events.ts';

/** Details for the approver of any start permit. */
export function startRequestDetails(data: StartRequested): Readonly<Record<string, unknown>> {
  const { where } = data;
  return {
    slot: data.slotAt,
    assigned: data.assignedName,
    type: data.vAppType,
    customer: data.who,
    distance: where === null || where.kind === 'unknown' ? null : where.distanceM,
  };
}
