import type { DocumentLine, DocumentState } from '#shared/streams/documents/state.ts';
import { sameValue } from '#shared/streams/documents/state.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Unsaved input: header fields, fields of lines, new lines, removed lines. */
export interface Pending {
  readonly header: Values;
  readonly put: Readonly<Record<string, Values>>;
  /** New lines in the sequence they were added. */
  readonly added: readonly string[];
  readonly remove: readonly string[];
}
export const nothingPending: Pending = { header: {}, put: {}, added: [], remove: [] };

export const isEmpty = ({ header, put, remove }: Pending): boolean =>
  Object.keys(header).length + Object.keys(put).length + remove.length === 0;

export function withHeader(pending: Pending, fields: Values): Pending {
  return { ...pending, header: { ...pending.header, ...fields } };
}

export function withLine(pending: Pending, id: string, fields: Values, isNew: boolean): Pending {
  return {
    ...pending,
    put: { ...pending.put, [id]: { ...pending.put[id], ...fields } },
    added: isNew && !pending.added.includes(id) ? [...pending.added, id] : pending.added,
  };
}

/** Adds many lines at once. */
export function withNewLines(
  pending: Pending,
  lines: readonly (readonly [id: string, fields: Values])[],
): Pending {
  return {
    ...pending,
    put: { ...pending.put, ...Object.fromEntries(lines) },
    added: [...pending.added, ...lines.map(([id]) => id)],
  };
}

export function withoutLine(pending: Pending, id: string): Pending {
  const { [id]: _gone, ...put } = pending.put;
  const isNew = pending.added.includes(id);
  return {
    ...pending,
    put,
    added: pending.added.filter((one) => one !== id),
    remove: isNew ? pending.remove : [...pending.remove, id],
  };
}

/** The input that remains after a save: only later changes. */
export function afterSave(now: Pending, sent: Pending): Pending {
  const left = (mine: Values, theirs: Values | undefined): Values =>
    Object.fromEntries(
      Object.entries(mine).filter(([name, value]) => !theirs || !sameValue(theirs[name], value)),
    );
  const put: Record<string, Values> = {};
  for (const [id, fields] of Object.entries(now.put)) {
    const rest = left(fields, sent.put[id]);
    if (Object.keys(rest).length > 0) put[id] = rest;
  }
  return {
    header: left(now.header, sent.header),
    put,
    added: now.added.filter((id) => !sent.added.includes(id)),
    remove: now.remove.filter((id) => !sent.remove.includes(id)),
  };
}

/** Lines with their input, by what was typed: a line that nobody touched since is the very same object. */
const typedLines = new WeakMap<Values, { readonly of: DocumentLine | null; readonly line: DocumentLine }>();
function typedLine(of: DocumentLine | null, typed: Values, id: string): DocumentLine {
  const known = typedLines.get(typed);
  if (known && known.of === of) return known.line;
  const line: DocumentLine = { ...of, ...typed, id };
  typedLines.set(typed, { of, line });
  return line;
}

/** The document with all unsaved input applied; what was not touched, lines and header, is the very same object. */
export function overlaid<S extends DocumentState>(state: S, pending: Pending): S {
  if (isEmpty(pending)) return state;
  const removed = new Set(pending.remove);
  const known = new Set(state.lines.map(({ id }) => id));
  const lines: DocumentLine[] = [];
  for (const line of state.lines) {
    if (removed.has(line.id)) continue;
    const typed = pending.put[line.id];
    lines.push(typed ? typedLine(line, typed, line.id) : line);
  }
  for (const id of pending.added) {
    const typed = pending.put[id];
    if (!known.has(id) && typed) lines.push(typedLine(null, typed, id));
  }
  const header =
    Object.keys(pending.header).length > 0 ? { ...state.header, ...pending.header } : state.header;
  return { ...state, header, lines };
}

/** The fields of a line that are sent to the server: editable ones, and the product's id. */
export function sentLine(
  id: string,
  fields: Values,
  allowed: ReadonlySet<string>,
): Values & { readonly id: string } {
  return { ...Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name))), id };
}
