import { useCallback, useRef, useState } from 'react';
import type { CommandAnswer } from '#shared/wire.ts';
import { api } from './api.ts';
import { AttemptKeys } from './attempt-keys.ts';
import { failureOf } from './failure.ts';
import type { Failure } from './failure.ts';
import { useHere } from './use-here.ts';

/** Sends one command of an attempt. */
export type SendCommand = <C extends CommandAnswer = CommandAnswer>(
  aggregate: string,
  id: string | number,
  command: string,
  body?: unknown,
  version?: number | null,
) => Promise<C>;

/** What an attempt may send: commands, and other requests under keys of its own. */
export interface Sender {
  readonly command: SendCommand;
  readonly keys: AttemptKeys;
}

export interface Attempt<A> {
  /** Does the work; resolves with its result, or null when it failed (see `failure`). */
  run(work: (send: Sender) => Promise<A>): Promise<A | null>;
  /** Does the same again: what was answered before is not applied twice. */
  retry(): Promise<A | null>;
  readonly pending: boolean;
  readonly failure: Failure | null;
  /** Dismisses the failure. */
  dismiss(): void;
}

/**
 * One or several commands that a person sends with one press. A second press while they are under way sends
 * nothing; another attempt repeats what the server already has under the same keys. Attempts that change the same value
 * share their `shared` keys.
 */
export function useAttempt<A>(shared?: AttemptKeys): Attempt<A> {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [own] = useState(() => new AttemptKeys());
  const keys = shared ?? own;
  const last = useRef<((send: Sender) => Promise<A>) | null>(null);
  const busy = useRef<Promise<A | null> | null>(null);
  const here = useHere();

  const run = useCallback<Attempt<A>['run']>(
    (work) => {
      if (busy.current) return busy.current;
      setPending(true);
      setFailure(null);
      const command: SendCommand = (aggregate, id, name, body = {}, version = null) =>
        keys.send(
          [aggregate, id, name, body, version],
          (key) => api.command(aggregate, id, name, body, { key, version }),
          id === 'new' ? null : `${aggregate}-${id}`,
        );
      keys.press();
      const result = work({ command, keys })
        .then((answer) => {
          last.current = null;
          keys.done();
          return answer;
        })
        .catch((error: unknown) => {
          const reason = failureOf(error);
          last.current = reason.again ? work : null;
          if (here.current) setFailure(reason);
          return null;
        })
        .finally(() => {
          busy.current = null;
          if (here.current) setPending(false);
        });
      busy.current = result;
      return result;
    },
    [keys, here],
  );
  const retry = useCallback(() => (last.current ? run(last.current) : Promise.resolve(null)), [run]);
  const dismiss = useCallback(() => setFailure(null), []);
  return { run, retry, pending, failure, dismiss };
}
