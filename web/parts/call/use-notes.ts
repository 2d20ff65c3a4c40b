import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePerson } from '#web/live/person.ts';
import { useOnline } from '#web/live/use-feed.ts';
import { useKept, useKeeping } from '#web/parts/use-draft.ts';
import type { OwnCall } from './use-own-call.ts';

export interface Notes {
  readonly text: string;
  put(text: string): void;
  /** Sends what was typed, without waiting for a pause. */
  save(): void;
  /** The disposition took them: nothing is left to send. */
  done(): void;
}

const PAUSE_MS = 700;

/**
 * The notes of one's call: kept on this device as they are typed, and sent after a pause, on leaving the field,
 * at the end of the call, when the connection is back and when the page goes away. Another tab shows them unless it is being typed in too.
 */
export function useNotes({ act, call }: OwnCall, id: string): Notes {
  const { empId } = usePerson();
  const keeping = useKept(empId, 'call.noteCall', id);
  const { drop, typed } = keeping;
  const stored = call?.notes ?? '';
  const [text, setText] = useState(() => {
    const kept = keeping.kept?.values['notes'];
    return typeof kept === 'string' ? kept : stored;
  });
  /** What was typed and not yet saved; null: nothing. */
  const unsent = useRef<string | null>(text === stored ? null : text);
  const sending = useRef(false);
  useKeeping(
    keeping,
    useMemo(() => ({ notes: text }), [text]),
  );

  const save = useCallback((): void => {
    const send = async (): Promise<void> => {
      for (let notes = unsent.current; notes !== null; notes = unsent.current) {
        if (!(await act('noteCall', { notes }, { keepalive: true }))) break;
        if (unsent.current !== notes) continue;
        unsent.current = null;
        drop();
      }
      sending.current = false;
    };
    if (unsent.current === null || sending.current) return;
    sending.current = true;
    void send();
  }, [act, drop]);

  useEffect(() => {
    if (unsent.current === null) setText(stored);
  }, [stored]);
  useEffect(() => {
    if (unsent.current === null) return undefined;
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, save]);
  const ended = call !== null && call.endedAt !== null;
  const online = useOnline();
  useEffect(() => save(), [ended, online, save]);
  useEffect(() => {
    const hide = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    window.addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [save]);

  return {
    text,
    put: (next) => {
      typed();
      unsent.current = next;
      setText(next);
    },
    save,
    done: () => {
      unsent.current = null;
      drop();
    },
  };
}
