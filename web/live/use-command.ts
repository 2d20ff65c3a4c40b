import { useCallback } from 'react';
import type { CommandAnswer } from '#shared/wire.ts';
import type { Failure } from './failure.ts';
import { useAttempt, type Attempt } from './use-attempt.ts';

export interface CommandCall<A extends CommandAnswer> {
  /** Sends the command; resolves with the answer, or null when it failed (see `failure`). */
  run(id: string | number, body?: unknown, options?: { readonly version?: number | null }): Promise<A | null>;
  /** Retries the same change under the same idempotency key, so that it cannot be applied twice. */
  retry(): Promise<A | null>;
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Dismisses the failure. */
  dismiss(): void;
}

/**
 * One command of a stream, for a screen. A second click while it is pending sends nothing. Commands that undo each other share an
 * `attempt`, so that one of them is known to have come between two of the other.
 */
export function useCommand<A extends CommandAnswer = CommandAnswer>(
  aggregate: string,
  command: string,
  shared?: Attempt<A>,
): CommandCall<A> {
  const own = useAttempt<A>();
  const attempt = shared ?? own;
  const { run: work } = attempt;
  const run = useCallback<CommandCall<A>['run']>(
    (id, body = {}, options = {}) =>
      work((send) => send.command<A>(aggregate, id, command, body, options.version ?? null)),
    [work, aggregate, command],
  );
  return { ...attempt, run };
}
