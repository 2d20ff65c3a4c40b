import { toSend, type OutboxEntry } from '#web/live/outbox/entry.ts';
import { goesBack } from '#shared/streams/delivery/parcel/rules.ts';
import type { FailReason, ParcelStage } from '#shared/streams/delivery/parcel/state.ts';
import { resultCommands } from './give.ts';
import type { ParcelRow, RunRow } from './row.ts';

type Entry = Pick<
  OutboxEntry,
  'aggregate' | 'id' | 'seq' | 'command' | 'body' | 'refusal' | 'overtakenBy' | 'typedAt'
>;

const results: ReadonlySet<string> = new Set(resultCommands);

export interface TypedRun {
  readonly parcels: readonly ParcelRow[];
  readonly runs: readonly RunRow[];
  /** Parcels of which something waits on this phone. */
  readonly waiting: ReadonlySet<string>;
  /** Parcels whose result waits on this phone. */
  readonly results: ReadonlySet<string>;
}

const resultStage = (parcel: ParcelRow, { command, body, typedAt }: Entry): ParcelStage =>
  command === 'deliver'
    ? 'delivered'
    : command === 'deliverPart' ||
        goesBack(parcel, body['reason'] as FailReason, Date.parse(typedAt)) !== null
      ? 'rto'
      : 'undelivered';

/**
 * The rider's run as it becomes once everything is sent that waits on this phone. What was refused changes
 * nothing, nor does what waits behind it.
 */
export function typedRun(
  parcels: readonly ParcelRow[],
  runs: readonly RunRow[],
  entries: readonly Entry[],
): TypedRun {
  const sending = toSend(entries);
  const ofParcel = Map.groupBy(
    sending.filter(({ aggregate }) => aggregate === 'delivery'),
    ({ id }) => id,
  );
  const steps = sending.filter(({ aggregate }) => aggregate === 'statement');
  const left = new Set(steps.flatMap(({ command, id }) => (command === 'depart' ? [id] : [])));
  const stageOf = (parcel: ParcelRow): ParcelStage => {
    let { stage } = parcel;
    if (stage === 'handedOver' && parcel.statementId !== null && left.has(parcel.statementId)) stage = 'out';
    for (const entry of ofParcel.get(parcel.id) ?? []) {
      if (entry.command === 'accept') stage = 'accepted';
      else if (entry.command === 'decline') stage = 'unassigned';
      else if (results.has(entry.command)) stage = resultStage(parcel, entry);
    }
    return stage;
  };
  return {
    parcels: parcels.map((parcel) => ({ ...parcel, stage: stageOf(parcel) })),
    runs: runs.map((run) => {
      let now = run;
      for (const { id, command, body } of steps) {
        if (id !== run.id) continue;
        if (command === 'depart')
          now = { ...now, stage: 'departed', odometerOut: Number(body['odometerOut']) };
        if (command === 'comeBack')
          now = { ...now, stage: 'returned', odometerIn: Number(body['odometerIn']) };
      }
      return now;
    }),
    waiting: new Set(ofParcel.keys()),
    results: new Set(
      [...ofParcel].flatMap(([id, list]) => (list.some(({ command }) => results.has(command)) ? [id] : [])),
    ),
  };
}
