import type { NewEvent } from '../../../core/event.ts';
import { rxRef } from '../references.ts';
import { enterDesk } from './desk.ts';
import type { Received } from './events.ts';
import { rxEvent } from './events.ts';

/** A received prescription: its first event, and its item at the entry desk. */
export function receivedEvents(
  prescriptionId: number,
  received: Omit<Received, 'ref'>,
  now: number,
): NewEvent[] {
  const id = String(prescriptionId);
  return [
    rxEvent({ type: 'PrescriptionReceived', data: { ...received, ref: rxRef(id) } }, `prescription-${id}`),
    enterDesk('entry', id, received, now),
  ];
}
