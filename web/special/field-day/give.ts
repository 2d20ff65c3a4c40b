import { fileSlot, type OutboxFile } from '#web/live/outbox/entry.ts';
import { outbox } from '#web/live/outbox/use-outbox.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import type { Stop } from './stop.ts';

type Body = Readonly<Record<string, unknown>>;

/** Field commands that carry the time of their entry, since they may be sent later. */
const dated: ReadonlySet<string> = new Set([
  'startTask',
  'requestLateEarlyStart',
  'requestStartAnyLocation',
  'recordVisitVitals',
  'completeTask',
  'reportNotAtHome',
]);

/** How a visit ends, in one way or the other. */
const results: readonly string[] = ['completeTask', 'reportNotAtHome'];
/** Several may be recorded; the last one counts. */
const repeated: readonly string[] = ['recordVisitVitals'];
/** Each of these stands alone. */
const single = 'addVisitFile';

/**
 * Puts a command about a stop into the outbox; it is sent at once when there is a connection, otherwise
 * later.
 */
export function give(
  stop: Stop,
  command: string,
  body: Body,
  more: { readonly photo?: Blob & { readonly name?: string }; readonly version?: number } = {},
): Promise<void> {
  const typedAt = new Date(serverClock.now()).toISOString();
  const files: readonly OutboxFile[] = more.photo
    ? [{ name: more.photo.name ?? 'photo.jpg', blob: more.photo, fileId: null }]
    : [];
  const field = command === single ? 'fileId' : 'photo';
  return outbox.add({
    aggregate: 'appointment',
    id: String(stop.id),
    command,
    body: {
      ...body,
      ...(more.photo ? { [field]: fileSlot(0) } : {}),
      ...(dated.has(command) ? { typedAt } : {}),
    },
    files,
    once: results.includes(command) ? results : command === single ? [] : [command],
    repeats: repeated.includes(command),
    typedAt,
    ...(more.version === undefined ? {} : { version: more.version }),
  });
}
