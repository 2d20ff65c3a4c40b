import type { Stored } from '#shared/core/event.ts';
import type { MasterEvent } from '#shared/streams/masters/state.ts';
import { importOf, streamKey, type StoredEvent } from '#shared/core/event.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import { withoutSecrets } from '#shared/streams/masters/secret.ts';
import type { HistoryEntry, MasterRow, WaitingChange } from '#shared/families/master-wire.ts';
import { taken } from '../../store/set-aside.ts';
import { foldRow, touchedBy, type FoldedRow } from './fold-rows.ts';
import { changesOf } from '#shared/streams/masters/changes.ts';
import { wireRow } from './wire-row.ts';

/** The history of one record with the changes of each step; with `field` only the steps that touched it. */
export function historyOf(
  def: MasterDef,
  id: number,
  events: readonly StoredEvent[],
  field: string | null,
): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let row: FoldedRow | null | undefined;
  for (const event of events) {
    const before = row;
    const after = taken(() => ({ row: step(def, id, row, event) }));
    if (!after) continue;
    row = after.row;
    const { now, before: old } = changesOf(before?.fields ?? {}, row?.fields ?? {});
    const changes = Object.keys(now)
      .filter((name) => name !== 'state')
      .map((name) => ({ field: name, before: old[name] ?? null, after: now[name] ?? null }));
    if (before && row && before.status !== row.status)
      changes.push({ field: 'iStatus', before: before.status, after: row.status });
    if (field !== null && !changes.some((change) => change.field === field)) continue;
    const {
      fields: _fields,
      before: _before,
      kind: _kind,
      id: _id,
      reason,
      revertedTo,
      importId,
      bound: _bound,
      boundBefore: _boundBefore,
      proposed,
      ...detail
    } = (event.data ?? {}) as Record<string, unknown>;
    entries.push({
      version: event.version,
      type: event.type,
      at: event.at,
      by: event.actor.name,
      empId: event.actor.empId,
      reason: reason == null ? null : String(reason),
      changes: field === null ? changes : changes.filter((change) => change.field === field),
      revertedTo: revertedTo == null ? null : Number(revertedTo),
      importId: importId == null ? importOf(event) : String(importId),
      detail: def.source
        ? {}
        : { ...detail, ...(proposed ? { proposed: withoutSecrets(def, proposed as Fields) } : {}) },
    });
  }
  return entries.reverse();
}

/** The record as of an instant; null before it existed. */
export function rowAt(
  def: MasterDef,
  id: number,
  events: readonly StoredEvent[],
  at: string,
): MasterRow | null {
  let row: FoldedRow | null | undefined;
  for (const event of events) {
    if (event.at > at) break;
    const after = taken(() => ({ row: step(def, id, row, event) }));
    if (after) row = after.row;
  }
  return row ? asWire(row) : null;
}

export function asWire(row: FoldedRow): MasterRow {
  const { state: _state, ...fields } = row.fields;
  return wireRow({ ...row, fields });
}

/** The change of a record that waits for a second person, its secrets masked. */
export function waitingIn(def: MasterDef, events: readonly StoredEvent[]): WaitingChange | null {
  const last = (events as readonly Stored<MasterEvent>[]).findLast(({ type }) =>
    type.startsWith('MasterRecordChange'),
  );
  return last?.type === 'MasterRecordChangeProposed'
    ? {
        fields: withoutSecrets(def, last.data.proposed),
        by: last.actor.name,
        empId: last.actor.empId,
        at: last.at,
      }
    : null;
}

function step(
  def: MasterDef,
  id: number,
  row: FoldedRow | null | undefined,
  event: StoredEvent,
): FoldedRow | null | undefined {
  const sources = def.source ? [def] : [];
  const mine = touchedBy(event, sources).find((one) => one.kind === def.kind && one.id === id);
  return mine ? foldRow(row ?? undefined, event, def.kind, id, mine.def) : row;
}

export function streamOf(def: MasterDef, id: number): string {
  return def.source ? `${def.source.streams[0]}-${id}` : `master-${def.kind}-${id}`;
}

export function idIn(stream: string): number {
  const key = streamKey(stream);
  return Number(key.slice(key.lastIndexOf('-') + 1));
}
