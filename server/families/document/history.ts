import type { StoredEvent } from '#shared/core/event.ts';
import { sameValue, type DocumentLine, type DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentChange, DocumentMoment } from '#shared/families/document-wire.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { taken } from '../../store/set-aside.ts';

const quiet = new Set(['id', 'links']);

function fieldChanges(
  before: object,
  after: object,
  line: number | null,
  what: string | null,
): DocumentChange[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) =>
    quiet.has(field) || sameValue(old.get(field), value)
      ? []
      : [{ line, what, field, before: old.get(field) ?? null, after: value }],
  );
}

const nameOf = (line: DocumentLine): string =>
  String(new Map<string, unknown>(Object.entries(line)).get('product') ?? line.id);

/** The changes of an event, field by field and line by line; initial values are not changes. */
function changesOf(before: DocumentState, after: DocumentState): readonly DocumentChange[] {
  if (!before.exists) return [];
  const old = new Map(before.lines.map((line) => [line.id, line]));
  const now = new Set(after.lines.map(({ id }) => id));
  return [
    ...fieldChanges(before.header, after.header, null, null),
    ...after.lines.flatMap((line, i) => {
      const was = old.get(line.id);
      return was
        ? fieldChanges(was, line, i + 1, nameOf(line))
        : [{ line: i + 1, what: nameOf(line), field: 'added', before: null, after: nameOf(line) }];
    }),
    ...before.lines.flatMap((line, i) =>
      now.has(line.id)
        ? []
        : [{ line: i + 1, what: nameOf(line), field: 'removed', before: nameOf(line), after: null }],
    ),
  ];
}

/** A document's history, newest first, each event with its changes. */
export function historyOf(
  def: DocumentDef,
  id: string,
  events: readonly StoredEvent[],
  most: number,
): readonly DocumentMoment[] {
  const moments: DocumentMoment[] = [];
  let state: DocumentState = def.stream.initial(id);
  for (const event of events) {
    const after: DocumentState | undefined = taken(() => def.stream.evolve(state, event));
    if (!after) continue;
    const note =
      (event.data as { reason?: unknown; note?: unknown } | null)?.reason ??
      (event.data as { note?: unknown } | null)?.note;
    moments.push({
      version: event.version,
      type: event.type,
      at: event.at,
      by: { empId: event.actor.empId, name: event.actor.name },
      note: typeof note === 'string' ? note : null,
      changes: changesOf(state, after).slice(0, 200),
    });
    state = after;
  }
  return moments.reverse().slice(0, most);
}
