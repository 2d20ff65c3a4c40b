import { useEffect, useRef, useState } from 'react';
import { usePerson } from '#web/live/person.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Draft<V extends Values> {
  readonly values: V;
  /** Something stands there that did not at the beginning. */
  readonly dirty: boolean;
  /** When what stands here was typed, if it was put back. */
  readonly restored: string | null;
  put(part: Partial<V>): void;
  /** It was sent: nothing is kept any more. */
  done(): void;
  /** Begins anew without what was kept. */
  forget(): void;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The words of one order about one record: what a person typed is there again after a dialog closed, a reload or an ended session,
 * until it is sent. Never give it a password, a code or a PIN.
 */
export function useDraft<V extends Values>(order: string, record: string | number | null, start: V): Draft<V> {
  const { empId } = usePerson();
  const [first] = useState(start);
  const [about] = useState(() => [empId, order, record] as const);
  const [kept] = useState(() => draftOf(...about));
  const [values, setValues] = useState<V>(kept ? { ...first, ...kept.values } : first);
  const [restored, setRestored] = useState(kept?.at ?? null);
  const typed = useRef(false);
  useEffect(() => {
    if (!typed.current) return;
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, first[name])));
    if (Object.keys(changed).length === 0) dropDraft(...about);
    else keepDraft(...about, { values: changed, version: null, at: new Date(serverClock.now()).toISOString() });
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
