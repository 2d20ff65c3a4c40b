import type { EventRef, StoredEvent, StoredOf } from './event.ts';
import type { Directory } from './directory.ts';

/**
 * A reaction of a policy: a command now, a command at a time (once, surviving restarts), or a call to an
 * outside partner.
 */
export type Reaction =
  | {
      readonly kind: 'command';
      readonly stream: string;
      readonly command: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly at?: number;
      /** A command that receives, once, the outcome of this one: its input is `{ refused: code | null }`. */
      readonly outcome?: { readonly stream: string; readonly command: string };
    }
  | {
      readonly kind: 'outside';
      readonly partner: 'sms' | 'mail' | 'push' | 'courier' | 'bank' | 'telephony' | 'payments';
      readonly input: Readonly<Record<string, unknown>>;
      readonly at?: number;
    };

/**
 * "When this happens here, do that there." Pure. Each reaction runs once per event and index in the returned
 * list; `at` (ms) schedules it. A command refused as no longer needed counts as done.
 */
export interface PolicyDef {
  readonly name: string;
  readonly on: readonly string[];
  readonly react: (event: StoredEvent, ctx: { readonly directory: Directory }) => readonly Reaction[];
}

/**
 * Subscribes by references (`signup.events.SignupVerified`), which type the event's data; engines read the
 * names.
 */
export function definePolicy<const R extends EventRef>(def: {
  readonly name: string;
  readonly on: readonly R[];
  readonly react: (event: StoredOf<R>, ctx: { readonly directory: Directory }) => readonly Reaction[];
}): PolicyDef;
export function definePolicy(def: Omit<PolicyDef, 'on'> & { readonly on: readonly EventRef[] }): PolicyDef {
  return { ...def, on: def.on.map(({ type }) => type) };
}
