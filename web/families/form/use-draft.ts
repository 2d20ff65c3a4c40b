import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormDef } from '#shared/families/form.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { onNotice } from '#web/live/socket.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { keepable } from './check.ts';
import { getAt, setAt } from './paths.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Begun {
  readonly id: string | null;
  readonly version: number;
  readonly values: Values;
}

export interface Draft {
  readonly values: Values;
  readonly id: string | null;
  readonly version: number;
  /** There is input that is not on the server. */
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly savedAt: number | null;
  /** Fields that the draft cannot store yet. */
  readonly left: readonly string[];
  readonly failure: Failure | null;
  get(path: string): unknown;
  put(path: string, value: unknown): void;
  /** Saves the input; resolves with false when that failed. */
  save(): Promise<boolean>;
  /** Continues from another version of the record and keeps the input. */
  rebase(version: number): void;
  /** A command of another part changed the record to this version. */
  moved(version: number): void;
  /** The current record id and version, even between two renders. */
  latest(): { readonly id: string | null; readonly version: number };
  dismiss(): void;
}

const EVERY_MS = 10_000;

/**
 * A form's values with their draft on the server: saved every ten seconds while changed, and on request. A
 * form that keeps no draft stores nothing.
 */
export function useDraft(def: FormDef, begun: Begun, onBegin: (id: string) => void): Draft {
  const [values, setValues] = useState(begun.values);
  const [id, setId] = useState(begun.id);
  const [version, setVersion] = useState(begun.version);
  const [saving, setSaving] = useState(false);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [kept, setKept] = useState<Values>(begun.values);
  const now = useRef({ values, id, version, kept });
  now.current = { values, id, version, kept };
  const busy = useRef<Promise<boolean> | null>(null);
  const key = useRef<{ text: string; key: string } | null>(null);

  const { keep } = def;
  const attempt = useCallback(async (): Promise<boolean> => {
    const at = now.current;
    if (!keep || at.values === at.kept) return true;
    const { parts, left: missing } = keepable(def, at.values);
    const fixed = Object.fromEntries(
      (keep.fixed ?? [])
        .map((part) => [part, at.values[part]])
        .filter(([, value]) => value !== null && value !== undefined),
    );
    const body = at.id === null ? { ...fixed, ...parts } : parts;
    const text = JSON.stringify([at.id, at.version, body]);
    if (key.current?.text !== text) key.current = { text, key: newKey() };
    setSaving(true);
    try {
      const answer = await api.command(
        def.subject,
        at.id ?? 'new',
        at.id === null ? keep.create : keep.save,
        body,
        {
          key: key.current.key,
          ...(at.id === null ? {} : { version: at.version }),
        },
      );
      now.current = { ...now.current, id: answer.id, version: answer.version, kept: at.values };
      setId(answer.id);
      setVersion(answer.version);
      setKept(at.values);
      setLeft(missing);
      setSavedAt(serverClock.now());
      setFailure(null);
      if (at.id === null) onBegin(answer.id);
      return true;
    } catch (error) {
      setFailure(failureOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  }, [def, keep, onBegin]);

  const save = useCallback(async (): Promise<boolean> => {
    if (busy.current) await busy.current;
    busy.current = attempt();
    const done = await busy.current;
    busy.current = null;
    return done;
  }, [attempt]);

  const dirty = values !== kept;
  const paused = failure !== null && !failure.again;
  useEffect(() => {
    if (!keep || !dirty || paused) return undefined;
    const timer = setInterval(() => void save(), EVERY_MS);
    return () => clearInterval(timer);
  }, [keep, dirty, paused, save]);
  useEffect(() => {
    const hide = (): void => {
      if (document.visibilityState === 'hidden' && now.current.values !== now.current.kept) void save();
    };
    document.addEventListener('visibilitychange', hide);
    const off = onNotice(
      (notice) => notice.kind === 'up' && now.current.values !== now.current.kept && void save(),
    );
    return () => {
      document.removeEventListener('visibilitychange', hide);
      off();
    };
  }, [save]);

  const put = useCallback(
    (path: string, value: unknown) =>
      setValues((old) => {
        if (Object.is(getAt(old, path), value)) return old;
        const next = setAt(old, path, value);
        return (def.settle ? def.settle(next) : next) as Values;
      }),
    [def],
  );
  const rebase = useCallback((next: number) => {
    now.current = { ...now.current, version: next };
    setVersion(next);
    setFailure(null);
  }, []);
  const moved = useCallback((next: number) => {
    now.current = { ...now.current, version: next };
    setVersion(next);
  }, []);
  const dismiss = useCallback(() => setFailure(null), []);
  return {
    values,
    id,
    version,
    dirty,
    saving,
    savedAt,
    left,
    failure,
    get: (path) => getAt(values, path),
    put,
    save,
    rebase,
    moved,
    latest: () => now.current,
    dismiss,
  };
}
