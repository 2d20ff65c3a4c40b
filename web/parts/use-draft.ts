import { useEffect, useMemo, useRef, useState } from 'react';
import { usePerson } from '#web/live/person.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';
import type { Kept } from './drafts.ts';

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

/** Where the words of one command about one record are kept while its form is open. */
export interface Keeping {
  /** What was kept when the form opened. */
  readonly kept: Kept | null;
  /** When what was put back was typed, until it is dropped. */
  readonly restored: string | null;
  /** A person typed: from here on what changed is kept. */
  typed(): void;
  /** It was sent or is unwanted: nothing is kept until a person types again. Works after the form is gone too. */
  drop(): void;
  /** Keeps what changed, for `useKeeping` alone. */
  keep(changed: Values, version: number | null): void;
}

/** What was kept of one command about one record, read once when its form opens. */
export function useKept(empId: number, command: string, record: string | number | null): Keeping {
  const [about] = useState(() => [empId, command, record] as const);
  const [kept] = useState(() => draftOf(...about));
  const [restored, setRestored] = useState(kept?.at ?? null);
  const typing = useRef(false);
  return useMemo(
    () => ({
      kept,
      restored,
      typed: () => void (typing.current = true),
      drop: () => {
        typing.current = false;
        dropDraft(...about);
        setRestored(null);
      },
      keep: (changed, version) => {
        if (!typing.current) return;
        if (Object.keys(changed).length === 0) dropDraft(...about);
        else keepDraft(...about, { values: changed, version, at: new Date(serverClock.now()).toISOString() });
      },
    }),
    [about, kept, restored],
  );
}

/** Keeps what changed as soon as it is typed: a pause could lose the last of it, and could write back what was sent meanwhile. */
export function useKeeping({ keep }: Keeping, changed: Values, version: number | null = null): void {
  useEffect(() => keep(changed, version), [keep, changed, version]);
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
  const keeping = useKept(empId, command, record);
  const { kept, restored, drop } = keeping;
  const [values, setValues] = useState<V>(kept ? { ...first, ...kept.values } : first);
  const changed = useMemo(
    () => Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, first[name]))),
    [values, first],
  );
  useKeeping(keeping, changed);
  return {
    values,
    dirty: !same(values, first),
    restored,
    put: (part) => {
      keeping.typed();
      setValues((now) => ({ ...now, ...part }));
    },
    done: drop,
    forget: () => {
      drop();
      setValues(first);
    },
  };
}
