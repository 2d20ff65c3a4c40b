import type { NewEvent } from '../../../core/event.ts';
import { businessDay } from '../../../core/day.ts';
import { rxRef } from '../references.ts';
import type { RxHeader } from './content.ts';
import { enterDesk } from './desk.ts';
import type { Received } from './events.ts';
import { rxEvent } from './events.ts';

/**
 * The day a page was first presented: that of its first version, unless it is dated later and so is another
 * page.
 */
export function presentedOn(
  received: Pick<Received, 'presentedAt'>,
  receivedAt: string,
  { writtenOn }: Pick<RxHeader, 'writtenOn'>,
): string {
  const first = businessDay(Date.parse(received.presentedAt ?? receivedAt));
  return writtenOn > first ? businessDay(Date.parse(receivedAt)) : first;
}

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
