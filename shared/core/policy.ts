import type { EventRef, StoredEvent, StoredOf } from './event.ts';
import type { Directory } from './directory.ts';

/** What a policy asks for: a command now, or later (once, surviving restarts), or a call to an outside partner. */
export type Ask =
  | { readonly kind: 'command'; readonly stream: string; readonly command: string; readonly input: Readonly<Record<string, unknown>>; readonly at?: number }
  | {
      readonly kind: 'outside';
      readonly partner: 'sms' | 'mail' | 'push' | 'courier' | 'bank';
      readonly input: Readonly<Record<string, unknown>>;
      readonly at?: number;
    };

/**
 * "When this happened here, ask that there." Pure. Effects are once for each event and place in the returned list;
 * `at` (ms) asks for it at that time instead of now. A command that is refused as no longer needed is done.
 */
export interface PolicyDef {
  readonly name: string;
  readonly on: readonly string[];
  readonly ask: (event: StoredEvent, ctx: { readonly directory: Directory }) => readonly Ask[];
}

/** Subscribes by references (`signup.events.SignupVerified`), whose data is then typed; engines read the names. */
export function definePolicy<const R extends EventRef>(def: {
  readonly name: string;
  readonly on: readonly R[];
  readonly ask: (event: StoredOf<R>, ctx: { readonly directory: Directory }) => readonly Ask[];
}): PolicyDef;
export function definePolicy(def: PolicyDef): PolicyDef;
export function definePolicy(def: Omit<PolicyDef, 'on'> & { readonly on: readonly (string | EventRef)[] }): PolicyDef {
  return { ...def, on: def.on.map((one) => (typeof one === 'string' ? one : one.type)) };
}
