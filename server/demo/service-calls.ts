import { DAY_MS } from '#shared/core/day.ts';
import type { Service } from '#shared/core/view.ts';
import type { CallResult } from '#shared/reports/models/service-calls.ts';
import { dice } from '../simulate/dice.ts';
import type { ServiceCall } from '../sources/call-log.ts';

const minute = 60_000;
const busy: readonly (readonly [Service, string])[] = [
  ['lead', 'leads'],
  ['customer', 'customers'],
  ['prescription', 'prescriptions'],
  ['employee', 'employees'],
  ['payment', 'payments'],
];
const odd: readonly (readonly [CallResult, number, string | null])[] = [
  ['duplicate', 200, null],
  ['ignored', 200, 'older'],
  ['dead', 202, 'badFormat'],
  ['waiting', 202, 'refused'],
  ['failed', 401, 'badSignature'],
];

/** Calls with the base services in the week before, as their log would have them; the demo's services live inside. */
export function demoServiceCalls(now: number): readonly ServiceCall[] {
  const { whole } = dice(5108);
  const about = { correlation: null, stream: null, position: null, attempt: 1 };
  return Array.from({ length: 7 }, (_, day) => now - day * DAY_MS).flatMap((base, day): ServiceCall[] =>
    busy.flatMap(([service, list], n) => {
      const webhooks = Array.from({ length: 6 - n }, (_, i): ServiceCall => {
        const [result, status, error] =
          (day + i + n) % 9 === 8 ? odd[(day + n) % odd.length]! : (['applied', 200, null] as const);
        return {
          ...{ ...about, at: base - (40 + i * 47 + n * 7) * minute, service, direction: 'webhook' },
          ...{ method: 'POST', route: '/relay/webhooks/:service', status, result, error },
          ...{ ms: whole(4, 40), bytes: whole(420, 1_900), messages: 1 },
        };
      });
      const polls = Array.from({ length: 3 }, (_, i): ServiceCall => {
        const late = day === 2 && n === 1 && i === 1;
        return {
          ...{ ...about, at: base - (25 + i * 90 + n * 5) * minute, service, direction: 'poll' },
          ...{ method: 'GET', route: `/${service}/${list}`, bytes: late ? 0 : whole(600, 9_000) },
          ...{ status: late ? 503 : 200, error: late ? 'status503' : null },
          ...{ result: late ? 'failed' : i === 2 ? 'empty' : 'applied', ms: late ? 10_000 : whole(20, 240) },
          messages: late || i === 2 ? 0 : whole(1, 4),
        };
      });
      return [...webhooks, ...polls];
    }),
  );
}
