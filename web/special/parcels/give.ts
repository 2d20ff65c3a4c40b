import { outbox } from '#web/live/outbox/use-outbox.ts';
import { fileSlot } from '#web/live/outbox/entry.ts';
import { serverClock } from '#web/locales/server-clock.ts';

export const resultCommands = ['deliver', 'deliverPart', 'fail'] as const;
/** Of each of these a record needs one only: an answer, a result, a departure, a return. */
const alternatives: readonly (readonly string[])[] = [['accept', 'decline'], resultCommands];

/** These answer `wrongState` where the run or the parcel went on without them; what the rider did after them still counts. */
const overtaken: readonly string[] = ['accept', 'decline', 'depart'];

/** Puts what a rider does into the outbox: sent at once when there is a connection, otherwise in its turn. */
export function give(
  aggregate: 'delivery' | 'statement',
  id: string,
  command: string,
  body: Readonly<Record<string, unknown>> = {},
  photo: File | null = null,
): Promise<void> {
  return outbox.add({
    aggregate,
    id,
    command,
    body: { ...body, ...(photo ? { fileId: fileSlot(0) } : {}) },
    files: photo ? [{ name: photo.name, blob: photo, fileId: null }] : [],
    ...(overtaken.includes(command) ? { overtakenBy: ['wrongState'] } : {}),
    once: alternatives.find((commands) => commands.includes(command)) ?? [command],
    typedAt: new Date(serverClock.now()).toISOString(),
  });
}
