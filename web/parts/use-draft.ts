import { useEffect, useRef, useState } from 'react';
import { usePerson } from '#web/live/person.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Draft<V extends Values> {
  readonly values: V;
  /** The values differ from the initial ones. */
  readonly dirty: boolean;
  /** When a restored draft was typed. */
  readonly restored: string | null;
  put(part: Partial<V>): void;
  /** Sent: deletes the draft. */
  done(): void;
  /** Starts over without the draft. */
  forget(): void;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The draft of one command about one record: input reappears after a closed dialog, a reload or an ended
 * session, until it is sent. Never use it for a password, a code or a PIN.
 */
export function useDraft<V extends Values>(
  command: string,
  record: string | number | null,
  start: V,
): Draft<V> {
  const { empId } = usePerson();
  const [first] = useState(start);
  const [about] = useState(() => [empId, command, record] as const);
  const [kept] = useState(() => draftOf(...about));
  const [values, setValues] = useState<V>(kept ? { ...first, ...kept.values } : first);
  const [restored, setRestored] = useState(kept?.at ?? null);
  const typed = useRef(false);
  useEffect(() => {
    if (!typed.current) return;
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !same(value, first[name])),
    );
    if (Object.keys(changed).length === 0) dropDraft(...about);
    else
      keepDraft(...about, { values: changed, version: null, at: new Date(serverClock.now()).toISOString() });
  }, [values, first, about]);
  const drop = (): void => {
    typed.current = false;
    dropDraft(...about);
    setRestored(null);
  };
  return {
    values,
    dirty: !same(values, first),
    restored,
    put: (part) => {
      typed.current = true;
      setValues((now) => ({ ...now, ...part }));
    },
    done: drop,
    forget: () => {
      drop();
      setValues(first);
    },
  };
}
