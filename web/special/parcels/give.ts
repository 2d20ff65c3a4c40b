import { outbox } from '#web/live/outbox/use-outbox.ts';
import { fileSlot } from '#web/live/outbox/entry.ts';
import { serverClock } from '#web/locales/server-clock.ts';

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
    typedAt: new Date(serverClock.now()).toISOString(),
  });
}
