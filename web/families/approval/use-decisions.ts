import { useCallback, useRef, useState } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';

export type Decision =
  | 'open'
  | 'approveStep'
  | 'rejectStep'
  | 'undoDecision'
  | 'requestInfo'
  | 'answerInfo'
  | 'withdraw'
  | 'delegate'
  | 'reassign';
export type Input = Readonly<Record<string, unknown>>;
export interface Trouble {
  readonly id: string;
  readonly command: Decision;
  readonly failure: Failure;
}

export interface Decisions {
  /**
   * Sends one command about one request; resolves with null on success. The same command is not sent twice
   * while pending; another one waits for it, because the list may offer undo before the decision's own answer
   * has arrived.
   */
  send(
    row: ApprovalRow,
    command: Decision,
    input?: Input,
    quiet?: boolean,
  ): Promise<Failure | 'underWay' | null>;
  /** Retries the same command under the same idempotency key. */
  retry(): void;
  pending(id: string): Decision | null;
  readonly trouble: Trouble | null;
  dismiss(): void;
}

/**
 * Sends the step that was seen along with a decision, so that for an older one the refusal names who decided
 * it.
 */
export function bodyOf(row: ApprovalRow, command: Decision, input: Input): Input {
  return command === 'approveStep' || command === 'rejectStep' ? { step: row.step, ...input } : input;
}

/** Commands about requests; at most one pending per request. */
export function useDecisions(): Decisions {
  const busy = useRef(new Map<string, { readonly command: Decision; readonly over: Promise<void> }>());
  const [, render] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const again = useRef<(() => Promise<Failure | null>) | null>(null);

  const send = useCallback<Decisions['send']>(async (row, command, input = {}, quiet = false) => {
    for (let before = busy.current.get(row.id); before; before = busy.current.get(row.id)) {
      if (before.command === command) return 'underWay';
      await before.over;
    }
    const key = newKey();
    const attempt = async (): Promise<Failure | null> => {
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      busy.current.set(row.id, { command, over });
      setTrouble(null);
      render((n) => n + 1);
      try {
        await api.command('approval', row.id, command, bodyOf(row, command, input), { key });
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (!quiet) setTrouble({ id: row.id, command, failure });
        return failure;
      } finally {
        busy.current.delete(row.id);
        end();
        render((n) => n + 1);
      }
    };
    again.current = attempt;
    return attempt();
  }, []);
  const retry = useCallback(() => void again.current?.(), []);
  const dismiss = useCallback(() => setTrouble(null), []);
  return { send, retry, pending: (id) => busy.current.get(id)?.command ?? null, trouble, dismiss };
}
