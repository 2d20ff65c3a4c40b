import { startsAt, taskStatus, type AppointmentState } from '#shared/streams/leads/appointment/state.ts';
import { startWindow } from '#shared/streams/leads/appointment/task.machine.ts';
import type { Outcome, Vitals } from '#shared/streams/leads/appointment/visit-outcome.ts';
import type { OutboxEntry } from '#web/live/outbox/entry.ts';

/** One stop of the day, from the server with this device's unsent entries applied. */
export interface Stop extends AppointmentState {
  /** CU-000005 or LD-010004. */
  readonly who: string;
  /** Their name; absent until it is known. */
  readonly whoName?: string;
  /** Entries typed here that the server has not accepted yet, oldest first. */
  readonly unsent: readonly OutboxEntry[];
  /** Photos added here and not sent yet. */
  readonly unsentFiles: number;
}

/** Unsent entries applied to the server's state; a refused entry, and all after it, change nothing. */
export function withUnsent(
  task: AppointmentState & { readonly who: string },
  entries: readonly OutboxEntry[],
): Stop {
  const unsent = entries.filter((entry) => entry.aggregate === 'appointment' && entry.id === String(task.id));
  let stop: Stop = { ...task, unsent, unsentFiles: 0 };
  for (const { command, body, typedAt, refusal } of unsent) {
    if (refusal !== null) break;
    switch (command) {
      case 'startTask':
        stop = { ...stop, iTaskStatus: taskStatus.started, startedAt: typedAt };
        break;
      case 'addVisitFile':
        stop = { ...stop, unsentFiles: stop.unsentFiles + 1 };
        break;
      case 'recordVisitVitals':
        stop = { ...stop, vitals: body['vitals'] as Vitals };
        break;
      case 'completeTask':
        stop = {
          ...stop,
          iTaskStatus: taskStatus.completed,
          outcome: body['outcome'] as Outcome,
          completedAt: typedAt,
        };
        break;
      case 'reportNotAtHome':
        stop = { ...stop, iTaskStatus: taskStatus.missed, notAtHome: String(body['note']) };
        break;
      default:
        break;
    }
  }
  return stop;
}

/** Whom a stop is with, by name; by number until that is known. */
export const nameOfStop = ({ place, whoName, who }: Pick<Stop, 'place' | 'whoName' | 'who'>): string =>
  whoName ?? (place?.name || who);

/** The stops of a business day, sorted by slot. */
export function stopsOf(
  day: string,
  tasks: readonly (AppointmentState & { readonly who: string })[],
  entries: readonly OutboxEntry[],
): readonly Stop[] {
  const once = new Map(tasks.map((task) => [task.id, task]));
  return [...once.values()]
    .filter(
      (task) =>
        task.appDate === day &&
        task.iTaskStatus !== taskStatus.rescheduled &&
        task.iTaskStatus !== taskStatus.cancelled,
    )
    .map((task) => withUnsent(task, entries))
    .toSorted((a, b) => startsAt(a) - startsAt(b) || a.id - b.id);
}

export type StopMark = 'done' | 'missed' | 'underWay' | 'waiting' | 'late' | 'now' | 'ahead';

/** A stop's state, in one word for its card. */
export function markOf(stop: Stop, now: number): StopMark {
  if (stop.iTaskStatus === taskStatus.completed) return 'done';
  if (stop.iTaskStatus === taskStatus.missed) return 'missed';
  if (stop.iTaskStatus === taskStatus.started) return 'underWay';
  if (stop.request !== null || stop.startRequests.length > 0) return 'waiting';
  const window = startWindow(stop, now);
  return window === 'open' ? 'now' : window === 'late' ? 'late' : 'ahead';
}

/** The current stop: the one in progress, else the first that is not over. */
export function currentStop(stops: readonly Stop[]): Stop | null {
  const open = stops.filter(
    ({ iTaskStatus }) => iTaskStatus === taskStatus.notStarted || iTaskStatus === taskStatus.started,
  );
  return open.find(({ iTaskStatus }) => iTaskStatus === taskStatus.started) ?? open[0] ?? null;
}
