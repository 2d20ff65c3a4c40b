import { useMemo, useRef, useState } from 'react';
import { fieldProblems } from '#shared/core/fields.ts';
import { businessDay } from '#shared/core/day.ts';
import type { Fields, MasterDef, MasterCommand, Problem } from '#shared/families/master-def.ts';
import type { FieldConflict } from '#shared/core/merge-fields.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { schemaOf } from '#shared/families/master-schema.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useHere } from '#web/live/use-here.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useKeeping, useKept } from '#web/parts/use-draft.ts';
import { changedFields, filled } from './form-values.ts';
import type { Saved } from './use-record-form.ts';

export interface CommandForm {
  readonly values: Fields;
  readonly dirty: boolean;
  readonly pending: boolean;
  readonly failure: Failure | null;
  readonly problems: ReadonlyMap<string, Problem>;
  /** When a restored draft was typed. */
  readonly restored: string | null;
  /** Starts over without the draft. */
  forget(): void;
  put(name: string, value: unknown): void;
  send(): Promise<Saved | null>;
  /** Fields that somebody else changed since this form was opened. */
  readonly conflicts: readonly FieldConflict[];
  /** Resolves a conflict: these fields stay mine, the others become theirs. */
  settle(mine: readonly string[]): Promise<Saved | null>;
  stopSettling(): void;
  /** The refusal that the record already exists, until the input changes. */
  readonly known: Failure | null;
  /** Sends the alternative command to the existing record. */
  sendInstead(): Promise<Saved | null>;
}

const noConflicts = { list: [], version: 0 } as const;

/**
 * Inputs of one command to a record: validated here by their fields and there by the stream; the draft is
 * kept until it is sent.
 */
export function useCommandForm(def: MasterDef, command: MasterCommand, row: MasterRow | null): CommandForm {
  const { empId } = usePerson();
  const keeping = useKept(empId, `${def.name}.${command.name}`, row?.id ?? null);
  const { kept, restored } = keeping;
  const [start, setStart] = useState<Fields>(() => ({
    ...Object.fromEntries(
      command.fields.flatMap((field) =>
        field.default === undefined
          ? field.kind === 'yesNo'
            ? [[field.name, 0]]
            : []
          : [[field.name, field.default]],
      ),
    ),
    ...(row && command.start ? filled(command.start(row.fields)) : {}),
  }));
  const [values, setValues] = useState<Fields>(kept ? { ...start, ...kept.values } : start);
  const [seen, setSeen] = useState(kept?.version ?? row?.version);
  const [conflicts, setConflicts] = useState<{ list: readonly FieldConflict[]; version: number }>(
    noConflicts,
  );
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [known, setKnown] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const key = useRef<{ text: string; key: string } | null>(null);
  const parsed = useMemo(() => schemaOf(command.fields).safeParse(filled(values)), [command, values]);
  const problems = useMemo(() => {
    const list: readonly Problem[] = [
      ...(tried && !parsed.success ? fieldProblems(parsed.error) : []),
      ...refused,
    ];
    return new Map(list.map((problem) => [problem.field, problem]));
  }, [tried, parsed, refused]);
  const changed = useMemo(() => changedFields(start, values), [start, values]);
  const dirty = Object.keys(changed).length > 0;
  useKeeping(keeping, changed, seen ?? null);
  const here = useHere();
  /** Sends these inputs; of a command that merges, only those that were changed. */
  const deliver = async (
    inputs: Fields,
    edits: Fields,
    version: number | undefined,
  ): Promise<Saved | null> => {
    if (pending) return null;
    setPending(true);
    setFailure(null);
    setRefused([]);
    setKnown(null);
    try {
      const prompted = Object.fromEntries(
        Object.entries(inputs).filter(
          ([name, value]) => value !== undefined && (!command.merges || row === null || name in edits),
        ),
      );
      const body = command.input(prompted, businessDay(serverClock.now()));
      const text = JSON.stringify([body, version]);
      if (key.current?.text !== text) key.current = { text, key: newKey() };
      const answer = await api.command(
        command.aggregate,
        row === null ? 'new' : row.id,
        command.command,
        body,
        { key: key.current.key, ...(command.versioned && row ? { version: version ?? row.version } : {}) },
      );
      keeping.drop();
      return { id: row?.id ?? Number(answer.id), version: answer.version, left: !here.current };
    } catch (error) {
      const reason = failureOf(error);
      if (!reason.again) key.current = null;
      const clashes = conflictsIn(reason, command);
      if (clashes) setConflicts(clashes);
      else if (reason.code === command.instead?.code || reason.code === command.elsewhere?.code)
        setKnown(reason);
      else if (
        reason.field !== undefined &&
        command.fields.some(({ name }) => name === reason.field!.split('.')[0])
      )
        setRefused([{ code: reason.message, field: reason.field, details: { text: 1 } }]);
      else setFailure(reason);
      return null;
    } finally {
      setPending(false);
    }
  };
  return {
    values,
    restored,
    forget: () => {
      keeping.drop();
      setValues(start);
      setRefused([]);
      setTried(false);
      setFailure(null);
    },
    pending,
    failure,
    problems,
    dirty,
    put: (name, value) => {
      keeping.typed();
      setValues((now) => ({ ...now, [name]: value }));
      setRefused((list) => list.filter(({ field }) => field.split('.')[0] !== name));
      setKnown(null);
    },
    async send() {
      setTried(true);
      return parsed.success ? deliver(parsed.data, changed, seen) : null;
    },
    conflicts: conflicts.list,
    stopSettling: () => setConflicts(noConflicts),
    async settle(mine) {
      const theirs = Object.fromEntries(conflicts.list.map(({ field, theirs: value }) => [field, value]));
      const next = {
        ...values,
        ...Object.fromEntries(Object.entries(theirs).filter(([field]) => !mine.includes(field))),
      };
      const base = { ...start, ...theirs };
      setStart(base);
      setValues(next);
      setSeen(conflicts.version);
      setConflicts(noConflicts);
      const settled = schemaOf(command.fields).safeParse(filled(next));
      return settled.success ? deliver(settled.data, changedFields(base, next), conflicts.version) : null;
    },
    known,
    async sendInstead() {
      const id =
        command.instead && known?.code === command.instead.code
          ? Number(known.details?.[command.instead.id])
          : NaN;
      if (Number.isNaN(id) || pending || !parsed.success) return null;
      setPending(true);
      setFailure(null);
      try {
        const body = command.instead!.input(parsed.data);
        const text = JSON.stringify([id, body]);
        if (key.current?.text !== text) key.current = { text, key: newKey() };
        const answer = await api.command(command.aggregate, id, command.instead!.command, body, {
          key: key.current.key,
        });
        keeping.drop();
        return { id, version: answer.version, left: !here.current };
      } catch (error) {
        const reason = failureOf(error);
        if (!reason.again) key.current = null;
        setFailure(reason);
        return null;
      } finally {
        setPending(false);
      }
    },
  };
}

/** Fields that two people changed, where this form can show both values. */
function conflictsIn(
  { code, details }: Failure,
  command: MasterCommand,
): { list: readonly FieldConflict[]; version: number } | null {
  const list = details?.conflicts as readonly FieldConflict[] | undefined;
  return code === 'fieldConflict' &&
    list?.every(({ field }) => command.fields.some(({ name, kind }) => name === field && kind !== 'rows'))
    ? { list, version: Number(details?.version ?? 0) }
    : null;
}

/** A master's commands that create a record, and those sent to one. */
export function commandsOf(def: MasterDef): {
  readonly making: MasterCommand | null;
  readonly given: readonly MasterCommand[];
} {
  const commands = def.commands ?? [];
  return {
    making: commands.find(({ creates }) => creates) ?? null,
    given: commands.filter(({ creates }) => !creates),
  };
}
