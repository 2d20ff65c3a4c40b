import { useEffect, useState } from 'react';
import { useDraft } from '#web/parts/use-draft.ts';

/** A value of the server's with what a person typed over it. */
export interface Over<V> {
  readonly value: V;
  readonly changed: boolean;
  /** The version over which it was typed. */
  readonly seen: number;
  /** Somebody else changed it since the first key. */
  readonly moved: boolean;
  /** When what was put back was typed. */
  readonly restored: string | null;
  type(value: V): void;
  /** The person looked at the other value and keeps their own. */
  keep(): void;
  /** The server took it. */
  sent(): void;
  /** Goes back to the server's value. */
  forget(): void;
}

/**
 * What a person types over a value that others may change: it stays on the device until it is sent, follows
 * the server while nothing is typed, and says when the value moved below it.
 */
export function useOver<V>(record: string, command: string, stands: V, version: number): Over<V> {
  const draft = useDraft<{ typed: V | null; seen: number }>(command, record, { typed: null, seen: 0 });
  /** The version over which it was sent: what was typed stands here until the server's answer shows. */
  const [sentOver, setSentOver] = useState<number | null>(null);
  const { typed, seen } = draft.values;
  const shown = sentOver !== null && sentOver !== version;
  const { forget } = draft;
  useEffect(() => {
    if (!shown) return;
    forget();
    setSentOver(null);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer, not for each render
  }, [shown]);
  const changed = typed !== null && sentOver === null;
  return {
    value: typed === null || shown ? stands : typed,
    changed,
    seen: changed ? seen : version,
    moved: changed && seen !== version,
    restored: changed ? draft.restored : null,
    type: (value) => {
      setSentOver(null);
      draft.put({ typed: value, seen: changed ? seen : version });
    },
    keep: () => draft.put({ seen: version }),
    sent: () => {
      draft.done();
      setSentOver(version);
    },
    forget: () => {
      setSentOver(null);
      forget();
    },
  };
}
