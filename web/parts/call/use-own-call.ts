import { useCallback, useRef, useState } from 'react';
import type { CallRow } from '#shared/feeds/calls.ts';
import { callAccepts, type CallSignal } from '#shared/streams/calls/call/call.machine.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';

type Row = { readonly [K in keyof CallRow]: CallRow[K] };

export interface OwnCall {
  /** The call in progress or in wrap-up; null without one. */
  readonly call: Row | null;
  /** Whether the call's machine accepts that event now. */
  can(signal: CallSignal['type']): boolean;
  /** Sends a command; resolves with whether it succeeded. One at a time, beside the notes. */
  act(
    command: string,
    input?: Readonly<Record<string, unknown>>,
    options?: { readonly keepalive?: boolean },
  ): Promise<boolean>;
  readonly pending: string | null;
  readonly failure: Failure | null;
  dismiss(): void;
}

/** One's own call as the server has it: the same in every tab, after a reload and on another device. */
export function useOwnCall(): OwnCall {
  const feed = useFeed<Row>('calls/me');
  const call = useFeedRows(feed.rows)[0] ?? null;
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const busy = useRef(false);
  const id = call?.id ?? null;
  const act = useCallback<OwnCall['act']>(
    async (command, input = {}, options = {}) => {
      const beside = command === 'noteCall';
      if (id === null || (busy.current && !beside)) return false;
      if (!beside) {
        busy.current = true;
        setPending(command);
      }
      setFailure(null);
      try {
        await api.command('call', id, command, input, {
          ...options,
          key: newKey(),
        });
        return true;
      } catch (error) {
        setFailure(failureOf(error));
        return false;
      } finally {
        if (!beside) {
          busy.current = false;
          setPending(null);
        }
      }
    },
    [id],
  );
  const can = (signal: CallSignal['type']): boolean =>
    call !== null && callAccepts({ stage: call.stage, own: true, fits: true }, signal);
  return { call, can, act, pending, failure, dismiss: () => setFailure(null) };
}
