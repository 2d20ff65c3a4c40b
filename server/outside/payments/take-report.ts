import { headOf } from '#shared/core/cut.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { paylinkStream } from '#shared/streams/money/paylink/state.ts';
import type { Access, Handle } from '../../core/parts.ts';
import type { Signing } from '../signing.ts';
import { paidParcel, type PaymentReport } from './provider.ts';

export interface TakeParts {
  readonly handle: Handle;
  readonly access: Pick<Access, 'systemViewer'>;
  readonly signing: Signing;
}

/** One report becomes one command; told again it has no second effect. Throws on faults only, so that it is told again. */
export async function takePayment(
  { handle, access, signing }: TakeParts,
  { status, ...told }: PaymentReport,
  id: string,
): Promise<void> {
  if (status === 'pending') return;
  const handled = await handle({
    stream: paylinkStream(paidParcel(told.payRef)),
    command: 'report',
    input: { ...told, status },
    viewer: access.systemViewer('payments'),
    idempotencyKey: signing.keyOf(`payments:${id}`),
    correlationId: headOf(`payments-${id}`.replace(/[^\w-]/g, '-'), 64),
  });
  if (isRefusal(handled) && handled.status >= 500) throw new Error(handled.code);
}
