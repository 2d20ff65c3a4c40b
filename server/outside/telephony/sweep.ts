import { callLimits } from '#shared/streams/calls/call/limits.ts';
import type { CallRow } from '#shared/feeds/calls.ts';
import type { Clock } from '../../parts.ts';
import { callRefOf, type TelephonyProvider } from './provider.ts';
import { takeReport, type TakeParts } from './take-report.ts';

export interface SweepParts extends TakeParts {
  readonly clock: Clock;
  readonly provider: TelephonyProvider;
  readonly calls: () => Iterable<CallRow>;
  readonly onError: (error: unknown) => void;
}

const ringingMs = 45_000;
const hangUpMs = 8_000;

/** Whether the partner should have said more about this call by now. */
export function isSilent(row: Pick<CallRow, 'stage' | 'reportedAt' | 'hangUpAsked'>, now: number): boolean {
  const silent = now - Date.parse(row.reportedAt);
  if (row.stage === 'dialling' || row.stage === 'ringing')
    return silent >= (row.hangUpAsked ? hangUpMs : ringingMs);
  if (row.stage === 'connected' || row.stage === 'held')
    return silent >= (row.hangUpAsked ? hangUpMs : callLimits.silentMs);
  return false;
}

/** Asks the partner about calls of which it has said nothing for too long; lost webhooks are made good, unknown calls ended. */
export async function sweepCalls({ clock, provider, calls, onError, ...take }: SweepParts): Promise<number> {
  const now = clock.now();
  const silent = [...calls()].filter((row) => isSilent(row, now));
  for (const row of silent) {
    const ref = callRefOf(Number(row.id));
    try {
      const known = await provider.status(ref);
      if (known) await takeReport(take, known, `sweep:${ref}:${row.version}:${known.status ?? ''}`);
      else if (now - Date.parse(row.placedAt) >= callLimits.lostMs)
        await take.handle({
          stream: ref,
          command: 'giveUp',
          input: {},
          viewer: take.access.systemViewer('telephony'),
          idempotencyKey: take.signing.keyOf(`give-up:${ref}:${row.version}`),
          correlationId: `sweep-${ref}`,
        });
    } catch (error) {
      onError(error);
    }
  }
  return silent.length;
}
