import { useCallback, useRef, useState } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';

export type Decision = 'open' | 'approveStep' | 'rejectStep' | 'undoDecision' | 'askInfo' | 'answerInfo' | 'withdraw' | 'delegate' | 'reassign';
export type Input = Readonly<Record<string, unknown>>;
export interface Trouble {
  readonly id: string;
  readonly command: Decision;
  readonly failure: Failure;
}

export interface Decisions {
  /** Sends one order about one request; null when it went well. A second one about the same request waits for nothing: it is not sent. */
  send(row: ApprovalRow, command: Decision, input?: Input, quiet?: boolean): Promise<Failure | null>;
  /** The very same order again, under the very same key. */
  retry(): void;
  pending(id: string): Decision | null;
  readonly trouble: Trouble | null;
  dismiss(): void;
}

/** The step one saw goes along with a decision, so that an older one is answered with who decided it. */
export function bodyOf(row: ApprovalRow, command: Decision, input: Input): Input {
  return command === 'approveStep' || command === 'rejectStep' ? { step: row.step, ...input } : input;
}

/** Orders about requests; each request has at most one under way. */
export function useDecisions(): Decisions {
  const busy = useRef(new Map<string, Decision>());
  const [, render] = useState(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const again = useRef<(() => Promise<Failure | null>) | null>(null);

  const send = useCallback<Decisions['send']>(async (row, command, input = {}, quiet = false) => {
    if (busy.current.has(row.id)) return null;
    const key = newKey();
    const attempt = async (): Promise<Failure | null> => {
      busy.current.set(row.id, command);
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
        render((n) => n + 1);
      }
    };
    again.current = attempt;
    return attempt();
  }, []);
  const retry = useCallback(() => void again.current?.(), []);
  const dismiss = useCallback(() => setTrouble(null), []);
  return { send, retry, pending: (id) => busy.current.get(id) ?? null, trouble, dismiss };
}
