import { useCallback, useRef, useState } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';

export interface Trouble {
  readonly row: QueueRow;
  readonly action: QueueAction;
  readonly failure: Failure;
  readonly input: Readonly<Record<string, unknown>>;
}
export type Outcome =
  | { readonly ok: true; readonly answer: CommandAnswer }
  | { readonly ok: false; readonly failure: Failure };

export interface Commands {
  /** Sends one command; a failure goes to `trouble` unless `quiet`. */
  send(
    action: QueueAction,
    row: QueueRow,
    input?: Readonly<Record<string, unknown>>,
    quiet?: boolean,
  ): Promise<Outcome>;
  /** The pending command, by its action's name. */
  readonly pending: string | null;
  readonly trouble: Trouble | null;
  dismiss(): void;
  /** Retries the same command under the same idempotency key. */
  retry(): Promise<Outcome | null>;
  /** Rows with a recent command of this screen: a lease that ends there was ended here. */
  readonly touched: ReadonlyMap<string, number>;
}

/** The stream an action is sent to: the row's queue item or its subject. */
export function targetOf(def: QueueDef, action: QueueAction, row: QueueRow): string {
  if (action.begins) return 'new';
  return action.aggregate === 'queueitem' ? `${def.items}-${row.id}` : row.id;
}

/** What a record that begins with this row is about. */
function beginning(def: QueueDef, action: QueueAction, row: QueueRow): Readonly<Record<string, unknown>> {
  if (!action.begins) return {};
  if (!action.about) return { subject: `${def.subject}-${row.id}` };
  const fields: Readonly<Record<string, unknown>> = { ...row };
  return { subject: fields[action.about.subject], [action.about.input]: Number(row.id) };
}

const TOUCH_MS = 10_000;

/** The commands of one queue screen: one at a time, each with its own idempotency key. */
export function useCommands(def: QueueDef): Commands {
  const [pending, setPending] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const busy = useRef<{ readonly prompted: string; readonly outcome: Promise<Outcome> } | null>(null);
  const again = useRef<(() => Promise<Outcome>) | null>(null);
  const [touched] = useState(() => new Map<string, number>());

  const send = useCallback<Commands['send']>(
    (action, row, input = {}, quiet = false) => {
      // a second press of the same key is the same command; another one waits for its turn
      const prompted = `${action.name} ${row.id} ${JSON.stringify(input)}`;
      if (busy.current?.prompted === prompted) return busy.current.outcome;
      const key = newKey();
      const attempt = async (): Promise<Outcome> => {
        setPending(action.name);
        setTrouble(null);
        touched.set(row.id, Date.now());
        try {
          const answer = await api.command(
            action.aggregate,
            targetOf(def, action, row),
            action.command,
            { ...action.input, ...beginning(def, action, row), ...input },
            {
              key,
              ...(action.versioned ? { version: row.version } : {}),
            },
          );
          return { ok: true, answer };
        } catch (error) {
          const failure = failureOf(error);
          if (!quiet) setTrouble({ row, action, failure, input });
          return { ok: false, failure };
        } finally {
          touched.set(row.id, Date.now());
          for (const [id, at] of touched) if (Date.now() - at > TOUCH_MS) touched.delete(id);
          setPending(null);
        }
      };
      const begin = (): Promise<Outcome> => {
        const before = busy.current;
        const outcome = before ? before.outcome.then(attempt) : attempt();
        const mine = { prompted, outcome };
        busy.current = mine;
        void outcome.then(() => busy.current === mine && (busy.current = null));
        return outcome;
      };
      again.current = begin;
      return begin();
    },
    [def, touched],
  );

  const dismiss = useCallback(() => setTrouble(null), []);
  const retry = useCallback(async () => (again.current && !busy.current ? again.current() : null), []);
  return { send, pending, trouble, dismiss, retry, touched };
}
