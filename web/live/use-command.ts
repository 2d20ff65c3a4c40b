import { useCallback, useRef, useState } from 'react';
import type { CommandAnswer } from '#shared/wire.ts';
import { api, newKey } from './api.ts';
import { failureOf } from './failure.ts';
import type { Failure } from './failure.ts';
import { useHere } from './use-here.ts';

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

interface Sent {
  readonly id: string | number;
  readonly body: unknown;
  readonly version: number | null | undefined;
  readonly key: string;
  readonly text: string;
}

/** One command of a stream, for a screen. A second click while it is pending sends nothing. */
export function useCommand<A extends CommandAnswer = CommandAnswer>(
  aggregate: string,
  command: string,
): CommandCall<A> {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const last = useRef<Sent | null>(null);
  const busy = useRef<Promise<A | null> | null>(null);
  const here = useHere();

  const send = useCallback(
    (sent: Sent): Promise<A | null> => {
      if (busy.current) return busy.current;
      last.current = sent;
      setPending(true);
      setFailure(null);
      const work = api
        .command<A>(aggregate, sent.id, command, sent.body, { key: sent.key, version: sent.version ?? null })
        .then((answer) => {
          last.current = null;
          return answer;
        })
        .catch((error: unknown) => {
          const reason = failureOf(error);
          if (!reason.again) last.current = null; // refused for good: another attempt is another change
          else last.current = sent;
          if (here.current) setFailure(reason);
          return null;
        })
        .finally(() => {
          busy.current = null;
          if (here.current) setPending(false);
        });
      busy.current = work;
      return work;
    },
    [aggregate, command, here],
  );

  const run = useCallback<CommandCall<A>['run']>(
    (id, body = {}, options = {}) => {
      const text = JSON.stringify([id, body, options.version ?? null]);
      const before = last.current;
      return send({
        id,
        body,
        version: options.version,
        text,
        key: before?.text === text ? before.key : newKey(),
      });
    },
    [send],
  );
  const retry = useCallback(() => (last.current ? send(last.current) : Promise.resolve(null)), [send]);
  const dismiss = useCallback(() => setFailure(null), []);
  return { run, retry, pending, failure, dismiss };
}
