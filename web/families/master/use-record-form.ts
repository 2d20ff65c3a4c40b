import { useCallback, useMemo, useRef, useState } from 'react';
import { businessDay } from '#shared/core/day.ts';
import type { Fields, MasterDef, Problem } from '#shared/families/master-def.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import type { FieldConflict } from '#shared/core/merge-fields.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useHere } from '#web/live/use-here.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { keepDraft } from '#web/parts/drafts.ts';
import { useKeeping, useKept } from '#web/parts/use-draft.ts';
import { blankOf, changedFields, filled, problemsOf, takeTheirs } from './form-values.ts';

/** How a record is sent: by the family's own commands, or by those of its own stream. */
export interface Sending {
  readonly create: (fields: Fields, key: string) => Promise<{ id: number; version: number }>;
  readonly update: (
    id: number,
    changes: Fields,
    version: number,
    key: string,
    all: Fields,
  ) => Promise<{ id: number; version: number }>;
}

/** Commands of a master without a stream of its own. */
export function masterSending(def: MasterDef): Sending {
  return {
    async create(fields, key) {
      const answer = await api.command('master', `${def.kind}-new`, 'create', { fields }, { key });
      return { id: Number(answer.recordId), version: answer.version };
    },
    async update(id, changes, version, key) {
      const answer = await api.command(
        'master',
        `${def.kind}-${id}`,
        'update',
        { fields: changes },
        { key, version },
      );
      return { id, version: answer.version };
    },
  };
}

/** A record as its form saved it. */
export interface Saved {
  readonly id: number;
  readonly version: number;
  /** The form was closed before the answer came. */
  readonly left?: boolean;
  /** Something was typed while it was being saved: it is the record's draft now. */
  readonly typedSince?: boolean;
}

export interface RecordForm {
  readonly values: Fields;
  readonly base: Fields;
  readonly dirty: boolean;
  readonly pending: boolean;
  /** Why saving failed, when no field is concerned. */
  readonly failure: Failure | null;
  /** When a restored draft was typed. */
  readonly restored: string | null;
  readonly conflicts: readonly FieldConflict[];
  /** Fields a colleague changed while this form was open. */
  readonly taken: readonly string[];
  readonly version: number | null;
  /** Problems to show now, by path. */
  readonly problems: ReadonlyMap<string, Problem>;
  put(name: string, value: unknown): void;
  left(name: string): void;
  /** Resolves with the saved record, or null. */
  save(): Promise<Saved | null>;
  /** Resolves a conflict: these fields stay mine, the others become theirs. */
  settle(mine: readonly string[]): Promise<Saved | null>;
  stopSettling(): void;
  forget(): void;
  received(row: MasterRow): void;
  dismiss(): void;
}

/** What changed as it was typed; null empties a field. */
const typedOf = (changes: Fields, values: Fields): Fields =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, values[name] ?? null]));

/** The form of one record: changes, problems, draft, and how it is sent. */
export function useRecordForm({
  def,
  row,
  empId,
  sending,
}: {
  def: MasterDef;
  row: MasterRow | null;
  empId: number;
  sending: Sending;
}): RecordForm {
  const id = row?.id ?? null;
  const keeping = useKept(empId, def.name, id);
  const { kept, restored } = keeping;
  const [start] = useState<Fields>(() => (row ? row.fields : blankOf(def)));
  const [base, setBase] = useState<Fields>(start);
  const [values, setValues] = useState<Fields>(kept ? { ...start, ...kept.values } : start);
  const [version, setVersion] = useState<number | null>(kept?.version ?? row?.version ?? null);
  const [shown, setShown] = useState<ReadonlySet<string> | 'all'>(new Set<string>());
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [conflicts, setConflicts] = useState<{ list: readonly FieldConflict[]; version: number }>({
    list: [],
    version: 0,
  });
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const sent = useRef<{ text: string; key: string } | null>(null);

  const changes = useMemo(() => changedFields(base, values), [base, values]);
  const dirty = Object.keys(changes).length > 0;
  const today = businessDay(serverClock.now());
  const found = useMemo(
    () => problemsOf(def, values, { today, before: row ? base : null }),
    [def, values, today, row, base],
  );
  const problems = useMemo(() => {
    const map = new Map<string, Problem>();
    for (const problem of found)
      if (shown === 'all' || shown.has(problem.field.split('.')[0]!)) map.set(problem.field, problem);
    for (const problem of refused) if (!map.has(problem.field)) map.set(problem.field, problem);
    return map;
  }, [found, refused, shown]);

  const latest = useRef({ values, base, version });
  latest.current = { values, base, version };

  const here = useHere();
  useKeeping(
    keeping,
    useMemo(() => typedOf(changes, values), [changes, values]),
    version,
  );

  const send = useCallback(
    async (fields: Fields, what: Fields, seen: number | null): Promise<Saved | null> => {
      if (busy.current) return null;
      busy.current = true;
      setPending(true);
      setFailure(null);
      setRefused([]);
      const text = JSON.stringify([what, seen]);
      if (sent.current?.text !== text) sent.current = { text, key: newKey() };
      try {
        const answer =
          id === null
            ? await sending.create(filled(fields), sent.current.key)
            : await sending.update(id, what, seen ?? 0, sent.current.key, filled(fields));
        const since = changedFields(fields, latest.current.values);
        const typedSince = Object.keys(since).length > 0;
        keeping.drop();
        if (typedSince) {
          const at = new Date(serverClock.now()).toISOString();
          keepDraft(empId, def.name, answer.id, {
            values: typedOf(since, latest.current.values),
            version: answer.version,
            at,
          });
        }
        // The record as it was sent is what is typed over now.
        setBase(fields);
        setVersion(answer.version);
        setConflicts({ list: [], version: 0 });
        return { ...answer, typedSince, left: !here.current };
      } catch (error) {
        const reason = failureOf(error);
        if (!reason.again) sent.current = null;
        const issues = reason.details?.issues as
          | readonly (Problem & Record<string, string | number>)[]
          | undefined;
        const clashes = reason.details?.conflicts as readonly FieldConflict[] | undefined;
        if (reason.code === 'fieldConflict' && clashes)
          setConflicts({ list: clashes, version: Number(reason.details?.version ?? 0) });
        else if (issues && issues.length > 0)
          setRefused(issues.map(({ code, field, ...details }) => ({ code, field, details })));
        else if (reason.field !== undefined && def.fields.some(({ name }) => name === reason.field))
          setRefused([{ code: reason.message, field: reason.field, details: { text: 1 } }]);
        else setFailure(reason);
        return null;
      } finally {
        busy.current = false;
        setPending(false);
      }
    },
    [def, empId, id, sending, keeping, here],
  );

  return {
    values,
    base,
    dirty,
    pending,
    failure,
    restored,
    conflicts: conflicts.list,
    taken,
    version,
    problems,
    put: (name, value) => {
      keeping.typed();
      setValues((now) => ({ ...now, [name]: value }));
      setRefused((list) => list.filter(({ field }) => field.split('.')[0] !== name));
    },
    left: (name) => setShown((now) => (now === 'all' || now.has(name) ? now : new Set([...now, name]))),
    async save() {
      setShown('all');
      if (found.length > 0) return null;
      return send(values, changes, version);
    },
    async settle(mine) {
      const theirs = conflicts.list.filter(({ field }) => !mine.includes(field));
      const next = {
        ...values,
        ...Object.fromEntries(theirs.map(({ field, theirs: value }) => [field, value])),
      };
      const nextBase = {
        ...base,
        ...Object.fromEntries(conflicts.list.map(({ field, theirs: value }) => [field, value])),
      };
      setValues(next);
      setBase(nextBase);
      setVersion(conflicts.version);
      setConflicts({ list: [], version: 0 });
      const left = changedFields(nextBase, next);
      if (Object.keys(left).length === 0) {
        keeping.drop();
        return { id: id!, version: conflicts.version };
      }
      return send(next, left, conflicts.version);
    },
    stopSettling: () => setConflicts({ list: [], version: 0 }),
    forget: () => {
      keeping.drop();
      setValues(base);
      setRefused([]);
      setShown(new Set<string>());
      setFailure(null);
    },
    received: (next) => {
      const now = latest.current;
      if (next.version <= (now.version ?? 0)) return;
      const result = takeTheirs(now.base, now.values, next.fields);
      if (result.taken.length === 0) return;
      setBase(result.base);
      setValues(result.values);
      setTaken((before) => [...new Set([...before, ...result.taken])]);
    },
    dismiss: () => setFailure(null),
  };
}
