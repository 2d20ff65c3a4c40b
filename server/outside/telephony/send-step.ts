import type { CallRow } from '#shared/feeds/calls.ts';
import type { Clock } from '../../core/parts.ts';
import type { Partner } from '../../jobs/reactions.ts';
import { callRefOf, StepRefused, stepInput, type TelephonyProvider } from './provider.ts';
import { takeReport, type TakeParts } from './take-report.ts';

export interface SendParts extends TakeParts {
  readonly clock: Clock;
  readonly provider: TelephonyProvider;
  readonly call: (id: string) => Pick<CallRow, 'stage' | 'hangUpAsked'> | undefined;
  readonly onError: (error: unknown) => void;
}

/** A call is not dialled so long after the agent asked: nobody would be there. */
const staleDialMs = 60_000;

/**
 * Sends one step of a call to the telephony partner. A dial that had to wait for its retry is no longer sent
 * once the agent hung up, since the phone would ring after the call ended.
 */
export function sendStep({ clock, provider, call, onError, ...take }: SendParts): Partner {
  return async (input, key) => {
    const step = stepInput.parse(input);
    const failed = (): Promise<void> =>
      takeReport(take, { callRef: callRefOf(step.callId), status: 'failed' }, `refused:${key}`);
    if (step.action === 'dial') {
      const row = call(String(step.callId));
      // The partner has it already, or has ended it.
      if (row && row.stage !== 'dialling') return;
      if (row?.hangUpAsked || clock.now() - Date.parse(step.placedAt) > staleDialMs) return failed();
    }
    try {
      await provider.carryOut(step, key);
    } catch (error) {
      if (!(error instanceof StepRefused)) throw error;
      onError(error);
      if (step.action === 'dial') await failed();
    }
  };
}
