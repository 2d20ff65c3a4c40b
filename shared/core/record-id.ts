import { z } from 'zod';
import { id, text } from './fields.ts';

/** Whether a command may name a record in this state. */
export type RecordStatus = 'active' | 'inactive' | 'missing';

/** What a field of a command names. */
export interface Names {
  /** The stream of the record, and the kind of master within `master`. */
  readonly stream: string;
  readonly kind?: string;
  /** A record that is no longer in use may be named too, or the command itself decides by its stage. */
  readonly former?: true;
  /** A record of a place that is not the actor's may be named too. */
  readonly anywhere?: true;
  /** The refusal of one that does not exist; by default `notInList`. */
  readonly unknown?: 'fileNotUploaded';
}
type Wider = Pick<Names, 'former' | 'anywhere'>;

const named = z.registry<Names>();

/** The number of a record of this stream; the server refuses one that the actor may not name. */
export const recordId = (stream: string, wider: Wider = {}) => id().register(named, { stream, ...wider });

/** The number of a record of this kind of master. */
export const masterId = (kind: string, wider: Wider = {}) =>
  id().register(named, { stream: 'master', kind, ...wider });

/** The number of somebody who works here. */
export const employeeId = (wider: Wider = {}) => recordId('employee', wider);

/** The number of a place of operation, one of the actor's own. */
export const placeId = (wider: Wider = {}) => masterId('placeOfOperation', wider);

/** The id of an uploaded file; the command decides whose uploads it takes, and for what. */
export const uploadId = () =>
  text(64)
    .regex(/^[\w-]+$/, 'badFormat')
    .register(named, { stream: 'file', anywhere: true, unknown: 'fileNotUploaded' });

/** A field of a command that names a record; `*` in its path stands for each item of a list. */
export interface NamingField {
  readonly path: readonly string[];
  readonly names: Names;
}

/** The stream of the record that a field names. */
export const namedStream = ({ stream, kind }: Names, value: number | string): string =>
  kind === undefined ? `${stream}-${value}` : `${stream}-${kind}-${value}`;

const found = new WeakMap<z.core.$ZodType, readonly NamingField[]>();

/** Every field of an input that is declared to name a record. */
export function namingFields(schema: z.core.$ZodType): readonly NamingField[] {
  const known = found.get(schema);
  if (known) return known;
  const fields = new Map<string, NamingField>();
  for (const field of visit(schema, [], []))
    fields.set(`${field.path.join('.')} ${JSON.stringify(field.names)}`, field);
  const all = [...fields.values()];
  found.set(schema, all);
  return all;
}

function* visit(
  schema: z.core.$ZodType,
  path: readonly string[],
  above: readonly z.core.$ZodType[],
): Generator<NamingField> {
  const names = named.get(schema as z.ZodType);
  if (names) {
    yield { path, names };
    return;
  }
  if (above.includes(schema)) return;
  const within = [...above, schema];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      for (const [name, one] of Object.entries(def.shape)) yield* visit(one, [...path, name], within);
      return;
    case 'array':
      yield* visit(def.element, [...path, '*'], within);
      return;
    case 'record':
      yield* visit(def.valueType, [...path, '*'], within);
      return;
    case 'tuple':
      for (const one of def.items) yield* visit(one, [...path, '*'], within);
      return;
    case 'union':
      for (const one of def.options) yield* visit(one, path, within);
      return;
    case 'intersection':
      yield* visit(def.left, path, within);
      yield* visit(def.right, path, within);
      return;
    case 'pipe':
      yield* visit(def.in, path, within);
      yield* visit(def.out, path, within);
      return;
    case 'lazy':
      yield* visit(def.getter(), path, within);
      return;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      yield* visit(def.innerType, path, within);
  }
}

/** The values at a path of {@link NamingField}, each with where it stands: `lines.0.productId`. */
export function* valuesAt(
  value: unknown,
  path: readonly string[],
  at: readonly string[] = [],
): Generator<{ readonly at: string; readonly value: unknown }> {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (value !== undefined && value !== null) yield { at: at.join('.'), value };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  for (const [key, one] of name === '*' ? entries : entries.filter(([key]) => key === name))
    yield* valuesAt(one, rest, [...at, key]);
}
