import { callLimits } from '#shared/streams/calls/call/limits.ts';
import type { CallRow } from '#shared/feeds/calls.ts';
import type { Clock } from '../../core/parts.ts';
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

interface Asked {
  readonly version: number;
  readonly times: number;
  readonly nextAt: number;
}
const askAgainMs = 5_000;
const askSeldomMs = 120_000;

/**
 * Asks the partner about calls of which it has said nothing for too long; lost webhooks are made good, unknown
 * calls ended. The pause between two questions about a call doubles until something about it changes.
 */
export function openSweep({ clock, provider, calls, onError, ...take }: SweepParts): () => Promise<number> {
  let asked = new Map<string, Asked>();
  const ask = async (row: CallRow, now: number): Promise<void> => {
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
  };
  return async () => {
    const now = clock.now();
    const stillAsked = new Map<string, Asked>();
    const due: CallRow[] = [];
    for (const row of calls()) {
      if (!isSilent(row, now)) continue;
      const { id, version } = row;
      const known = asked.get(id);
      const last = known?.version === version ? known : undefined;
      if (last && last.nextAt > now) {
        stillAsked.set(id, last);
        continue;
      }
      const times = (last?.times ?? 0) + 1;
      const nextAt = now + Math.min(askSeldomMs, askAgainMs * 2 ** (times - 1));
      stillAsked.set(id, { version, times, nextAt });
      due.push(row);
    }
    asked = stillAsked;
    for (const row of due) await ask(row, now);
    return due.length;
  };
}
