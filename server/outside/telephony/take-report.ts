import { headOf } from '#shared/core/cut.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import type { Access, Handle } from '../../core/parts.ts';
import type { Signing } from '../signing.ts';
import type { Report } from './provider.ts';

export interface TakeParts {
  readonly handle: Handle;
  readonly access: Pick<Access, 'systemViewer'>;
  readonly signing: Signing;
}

/** One report becomes at most two commands; told again under the same id it has no second effect. Throws on faults only. */
export async function takeReport(
  { handle, access, signing }: TakeParts,
  { callRef, recording, status, ...emitted }: Report,
  id: string,
): Promise<void> {
  const give = async (command: string, input: object): Promise<void> => {
    const handled = await handle({
      stream: callRef,
      command,
      input,
      viewer: access.systemViewer('telephony'),
      idempotencyKey: signing.keyOf(`telephony:${id}:${command}`),
      correlationId: headOf(`telephony-${id}`.replace(/[^\w-]/g, '-'), 64),
    });
    if (isRefusal(handled) && handled.status >= 500) throw new Error(handled.code);
  };
  if (status) await give('providerSays', { status, ...emitted });
  if (recording) await give('attachRecording', recording);
}
