import type { Directory } from '#shared/core/directory.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { inPoos } from '#shared/core/permission.ts';
import { namedStream, namingFields, valuesAt, type Names } from '#shared/core/record-id.ts';
import { refuse, type Refusal } from '#shared/core/refusal.ts';
import type { CommandDef, StreamDef } from '#shared/core/stream.ts';
import type { Loaded } from './states.ts';

export interface NamedRecordsParts {
  readonly streams: ReadonlyMap<string, StreamDef>;
  readonly directory: Directory;
}

interface Named {
  readonly at: string;
  readonly names: Names;
  readonly id: number | string;
  readonly stream: string;
}

/** People and places are in memory: every command asks about them. */
const isDirected = ({ stream, kind }: Names): boolean =>
  stream === 'employee' || kind === 'placeOfOperation' || kind === 'designation';

/** Whether somebody or a place is active; null where there is none, undefined for other records. */
function inDirectory(names: Names, id: number | string, directory: Directory): boolean | null | undefined {
  if (typeof id === 'string' || !isDirected(names)) return undefined;
  if (names.stream === 'employee') return directory.employee(id)?.active ?? null;
  const found = names.kind === 'designation' ? directory.designation(id) : directory.poo(id);
  return found && found.active !== false;
}

/** The records that the declared fields of an input name. */
export function recordsNamed(command: Pick<CommandDef<any>, 'input'>, input: unknown): readonly Named[] {
  return namingFields(command.input).flatMap(({ path, names }) =>
    [...valuesAt(input, path)].flatMap(({ at, value }) =>
      typeof value === 'number' || typeof value === 'string'
        ? [{ at, names, id: value, stream: namedStream(names, value) }]
        : [],
    ),
  );
}

/**
 * Refuses a command of somebody that names a record which does not exist for them, or is no longer in use. A
 * field may keep what it named before: an old record keeps a supplier that was deactivated since.
 */
export async function namedRefused(
  { streams, directory }: NamedRecordsParts,
  records: readonly Named[],
  viewer: Viewer,
  state: unknown,
  load: (stream: string) => Promise<Pick<Loaded, 'version' | 'state'>>,
): Promise<Refusal | null> {
  if (viewer.kind !== 'person' || records.length === 0) return null;
  const found = new Map(
    await Promise.all(
      [...new Set(records.filter(({ names }) => !isDirected(names)).map(({ stream }) => stream))].map(
        async (stream) => [stream, await load(stream)] as const,
      ),
    ),
  );
  const refusedOf = (one: Named): Refusal | null => {
    const { names, id, stream } = one;
    // A list of numbers is one field of a form.
    const at = one.at.replace(/\.\d+$/, '');
    const missing = names.unknown
      ? refuse(names.unknown, 422, undefined, at)
      : refuse('notInList', 422, { label: at }, at);
    if (names.kind === 'placeOfOperation' && !names.anywhere && !inPoos(viewer, Number(id))) return missing;
    const known = inDirectory(names, id, directory);
    if (known === null) return missing;
    if (known !== undefined)
      return known || names.former ? null : refuse('masterInactive', 422, { label: at }, at);
    const def = streams.get(names.stream);
    const { version, state: named } = found.get(stream)!;
    if (!def || version === 0) return missing;
    if (!names.anywhere && def.visible && !def.visible(named, viewer, directory)) return missing;
    const status = def.status?.(named) ?? 'active';
    if (status === 'active' || (status === 'inactive' && names.former)) return null;
    return (
      def.unnamable?.(named, at) ??
      (status === 'missing' ? missing : refuse('masterInactive', 422, { label: at }, at))
    );
  };
  const wrong = records.flatMap((one) => {
    const no = refusedOf(one);
    return no && !keeps(state, lastName(one.at), one.id) ? [no] : [];
  });
  const [first] = wrong;
  return first
    ? {
        ...first,
        details: {
          ...first.details,
          problems: wrong.slice(0, 20).map(({ field, code }) => `${field}: ${code}`),
        },
      }
    : null;
}

const lastName = (at: string): string => at.split('.').findLast((part) => !/^\d+$/.test(part)) ?? at;

/** Whether a state holds this number under this name, at any depth. */
function keeps(state: unknown, name: string, id: number | string, depth = 6): boolean {
  if (typeof state !== 'object' || state === null || depth === 0) return false;
  return Object.entries(state).some(
    ([key, value]) =>
      (key === name && (value === id || (Array.isArray(value) && value.includes(id)))) ||
      keeps(value, name, id, depth - 1),
  );
}
