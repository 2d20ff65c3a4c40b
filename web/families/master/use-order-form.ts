import { useMemo, useRef, useState } from 'react';
import { fieldProblems } from '#shared/core/fields.ts';
import { businessDay } from '#shared/core/day.ts';
import type { Fields, MasterDef, MasterOrder, Problem } from '#shared/families/master-def.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { schemaOf } from '#shared/families/master-schema.ts';
import { api, newKey } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useHere } from '#web/live/use-here.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useKeeping, useKept } from '#web/parts/use-draft.ts';
import { changedFields, filled } from './form-values.ts';
import type { Saved } from './use-record-form.ts';

export interface OrderForm {
  readonly values: Fields;
  readonly dirty: boolean;
  readonly pending: boolean;
  readonly failure: Failure | null;
  readonly problems: ReadonlyMap<string, Problem>;
  /** When what stands here was typed, if it is a draft that was put back. */
  readonly restored: string | null;
  /** Begins anew without the draft. */
  forget(): void;
  put(name: string, value: unknown): void;
  send(): Promise<Saved | null>;
  /** The refusal when there is such a record already, until something is changed. */
  readonly known: Failure | null;
  /** Gives the record that is there already the order that stands for this case. */
  sendInstead(): Promise<Saved | null>;
}

/** What one order to a record asks for, checked here as its fields say and there as its stream says; what was typed is kept until it is sent. */
export function useOrderForm(def: MasterDef, order: MasterOrder, row: MasterRow | null): OrderForm {
  const { empId } = usePerson();
  const keeping = useKept(empId, `${def.name}.${order.name}`, row?.id ?? null);
  const { kept, restored } = keeping;
  const [start] = useState<Fields>(() => ({
    ...Object.fromEntries(
      order.fields.flatMap((field) => (field.default === undefined ? (field.kind === 'flag' ? [[field.name, 0]] : []) : [[field.name, field.default]])),
    ),
    ...(row && order.start ? filled(order.start(row.fields)) : {}),
  }));
  const [values, setValues] = useState<Fields>(kept ? { ...start, ...kept.values } : start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [known, setKnown] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const key = useRef<{ text: string; key: string } | null>(null);
  const parsed = useMemo(() => schemaOf(order.fields).safeParse(filled(values)), [order, values]);
  const problems = useMemo(() => {
    const list: readonly Problem[] = [...(tried && !parsed.success ? fieldProblems(parsed.error) : []), ...refused];
    return new Map(list.map((problem) => [problem.field, problem]));
  }, [tried, parsed, refused]);
  const changed = useMemo(() => changedFields(start, values), [start, values]);
  const dirty = Object.keys(changed).length > 0;
  useKeeping(keeping, changed);
  const here = useHere();
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
      if (!parsed.success || pending) return null;
      setPending(true);
      setFailure(null);
      setRefused([]);
      setKnown(null);
      try {
        const asked = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
        const body = order.input(asked, businessDay(serverClock.now()));
        const text = JSON.stringify([body, row?.version]);
        if (key.current?.text !== text) key.current = { text, key: newKey() };
        const answer = await api.command(order.aggregate, row === null ? 'new' : row.id, order.command, body, {
          key: key.current.key,
          ...(order.versioned && row ? { version: row.version } : {}),
        });
        keeping.drop();
        return { id: row?.id ?? Number(answer.id), version: answer.version, left: !here.current };
      } catch (error) {
        const reason = failureOf(error);
        if (!reason.again) key.current = null;
        if (reason.code === order.instead?.code || reason.code === order.elsewhere?.code) setKnown(reason);
        else if (reason.field !== undefined && order.fields.some(({ name }) => name === reason.field!.split('.')[0]))
          setRefused([{ code: reason.message, field: reason.field, details: { said: 1 } }]);
        else setFailure(reason);
        return null;
      } finally {
        setPending(false);
      }
    },
    known,
    async sendInstead() {
      const id = order.instead && known?.code === order.instead.code ? Number(known.details?.[order.instead.id]) : NaN;
      if (Number.isNaN(id) || pending || !parsed.success) return null;
      setPending(true);
      setFailure(null);
      try {
        const body = order.instead!.input(parsed.data);
        const text = JSON.stringify([id, body]);
        if (key.current?.text !== text) key.current = { text, key: newKey() };
        const answer = await api.command(order.aggregate, id, order.instead!.command, body, { key: key.current.key });
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

/** The orders of a master that make a record, and those that are given to one. */
export function ordersOf(def: MasterDef): { readonly making: MasterOrder | null; readonly given: readonly MasterOrder[] } {
  const orders = def.orders ?? [];
  return { making: orders.find(({ creates }) => creates) ?? null, given: orders.filter(({ creates }) => !creates) };
}
