import type { Unconfirmed } from '#shared/wire.ts';

type Show = (message: string) => void;
let show: Show | null = null;

/** An answer names the nodes that have not confirmed it yet, which the shell shows. */
export function noteUnconfirmed(answer: unknown): void {
  const unconfirmed = (answer as { readonly unconfirmed?: Unconfirmed } | null)?.unconfirmed;
  if (typeof unconfirmed?.message === 'string') show?.(unconfirmed.message);
}

/** Registers how the shell shows it; returns how to unregister. */
export function showUnconfirmed(now: Show): () => void {
  show = now;
  return () => {
    if (show === now) show = null;
  };
}
