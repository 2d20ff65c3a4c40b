import type { CallResult } from '#shared/reports/models/service-calls.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { ListFailed } from './list.ts';
import type { Taken } from './take-message.ts';

const results: Readonly<Record<Taken['effect'], CallResult>> = {
  applied: 'applied',
  known: 'duplicate',
  answered: 'duplicate',
  ignored: 'ignored',
  parked: 'waiting',
  dead: 'dead',
};
/** What somebody has to look at first. */
const order: readonly CallResult[] = ['dead', 'waiting', 'applied', 'ignored', 'duplicate'];

/** What came of a call that brought several messages; null without any. */
export function resultOf(effects: readonly Taken['effect'][]): CallResult | null {
  const found = new Set(effects.map((effect) => results[effect]));
  return order.find((one) => found.has(one)) ?? null;
}

/** The code of a failure; its text may name what was sent. */
export function errorCode(error: unknown): string {
  if (isRefusal(error)) return error.code;
  return error instanceof ListFailed ? error.reason : 'fault';
}

/** The HTTP status in a reason such as `status503`, or in a text such as `answered 503`. */
export function statusIn(text: string): number | null {
  const [, status] = /^(?:status|(?:read-back )?answered )(\d{3})/.exec(text) ?? [];
  return status === undefined ? null : Number(status);
}
