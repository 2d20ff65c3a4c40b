import { useCallback, useMemo, useState } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import type { PersonHere } from '#web/live/person.ts';
import type { FeedRows } from '#web/live/rows.ts';
import { shown } from '#web/live/unshown.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { toast } from '#web/parts/toast.tsx';
import { claimable, inHand } from './next-item.ts';
import { finishing } from './offer.ts';
import type { Offered } from './offer.ts';
import { useCommands } from './use-commands.ts';
import type { Commands } from './use-commands.ts';
import type { TranslateQueue } from './translations.ts';

export type LiveQueueRow = QueueRow & Readonly<Record<string, unknown>>;

export interface Prompting {
  readonly action: QueueAction;
  readonly row: QueueRow;
  readonly after: (() => void) | null;
}
export interface Answered {
  readonly id: string;
  readonly action: string;
  readonly answer: CommandAnswer;
}

export interface Work {
  readonly commands: Commands;
  /** The action whose dialog is open. */
  readonly prompting: Prompting | null;
  readonly answered: Answered | null;
  /** Runs an action on a row, asking for its inputs first. */
  act(action: QueueAction, row: QueueRow, after?: () => void): void;
  /** Sends the entered inputs. */
  answer(input: Readonly<Record<string, unknown>>): Promise<boolean>;
  stopPrompting(): void;
  /** Claims and opens the best row for this person; a row they already hold comes first. */
  next(): void;
  /** Finishes the row, then opens the next one. */
  done(row: QueueRow | null, offered: readonly Offered[]): void;
}

interface WorkParts {
  readonly def: QueueDef;
  readonly rows: FeedRows<LiveQueueRow>;
  readonly person: PersonHere;
  readonly blocked: string | null;
  readonly open: (id: string) => void;
  readonly t: TranslateQueue;
  /** Why a row cannot be called now. */
  readonly shut: (row: QueueRow, now: number) => string | null;
}

/** Refusals of a claim after which the next row is tried. */
const lostCodes = ['alreadyClaimed', 'rowClosed', 'notEligible', 'notYetDue', 'notFound'];

/** A person's workflow in a queue, from the first claim to the next one. */
export function useWork({ def, rows, person, blocked, open, t, shut }: WorkParts): Work {
  const commands = useCommands(def);
  const { send, dismiss } = commands;
  const [prompting, setPrompting] = useState<Prompting | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);

  const carry = useCallback(
    async (
      action: QueueAction,
      row: QueueRow,
      input: Readonly<Record<string, unknown>>,
      after?: (() => void) | null,
    ): Promise<boolean> => {
      const outcome = await send(action, row, input);
      if (!outcome.ok) return false;
      setPrompting(null);
      setAnswered({ id: row.id, action: action.name, answer: outcome.answer });
      if (action.name === 'claim') open(row.id);
      if (after) after();
      return true;
    },
    [send, open],
  );

  const act = useCallback<Work['act']>(
    (action, row, after) => {
      if (!action.inputs) return void carry(action, row, {}, after);
      dismiss();
      setPrompting({ action, row, after: after ?? null });
    },
    [carry, dismiss],
  );

  const next = useCallback(async () => {
    if (blocked) return void toast({ text: blocked, tone: 'warn' });
    const claim = def.actions.find(({ name }) => name === 'claim');
    if (!claim || !def.lease) return;
    const held = inHand(def, rows.all(), person.empId);
    if (held.length >= def.lease.limit) {
      const first = held[0]!;
      open(first.id);
      return void toast({ text: t('nextHeld', { ref: first.ref }), tone: 'info' });
    }
    const lost = new Set<string>();
    let lostRef: string | null = null;
    for (;;) {
      const row: QueueRow | undefined = claimable(
        def,
        rows.all(),
        person.empId,
        lost,
        (one) => shut(one, serverClock.now()) !== null,
        serverClock.now(),
      )[0];
      if (!row) return void toast({ text: t('nextNone'), tone: 'info' });
      const outcome = await send(claim, row, {}, true);
      if (outcome.ok) {
        setAnswered({ id: row.id, action: claim.name, answer: outcome.answer });
        open(row.id);
        if (lostRef) toast({ text: t('nextTaken', { ref: lostRef }), tone: 'info' });
        return;
      }
      if (!lostCodes.includes(outcome.failure.code) && !outcome.failure.code.startsWith('call'))
        return void toast({
          text: outcome.failure.message,
          tone: 'danger',
          correlationId: outcome.failure.correlationId,
        });
      // Claimed by somebody else: the next one is tried, and the toast below says so.
      shown(outcome.failure.correlationId);
      lost.add(row.id);
      lostRef = row.ref;
    }
  }, [blocked, def, rows, person.empId, open, send, t, shut]);

  const done = useCallback<Work['done']>(
    (row, offered) => {
      const last = row ? finishing(offered) : null;
      if (!row || !last) return void next();
      if (last.off) return void toast({ text: last.off, tone: 'warn' });
      act(last.action, row, () => void next());
    },
    [act, next],
  );

  const answer = useCallback<Work['answer']>(
    async (input) => prompting !== null && carry(prompting.action, prompting.row, input, prompting.after),
    [prompting, carry],
  );
  const stopPrompting = useCallback(() => {
    setPrompting(null);
    dismiss();
  }, [dismiss]);
  return useMemo(
    () => ({ commands, prompting, answered, act, answer, stopPrompting, next: () => void next(), done }),
    [commands, prompting, answered, act, answer, stopPrompting, next, done],
  );
}
