import type { Stored, StoredEvent } from '#shared/core/event.ts';
import { streamKey, streamName } from '#shared/core/event.ts';
import type { Fields, MasterDef } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import { dialledDigits, plainText } from '#shared/core/plain.ts';
import {
  evolveMaster,
  isRecordEvent,
  nothing,
  splitKey,
  type MasterEvent,
} from '#shared/streams/masters/state.ts';
import { namedIn } from '#shared/streams/masters/references.ts';
import { cutText } from '#shared/core/cut.ts';

/** The largest value of an integer column. */
const largestId = 2_147_483_647;

/** A record as its row in `master_rows`. */
export interface FoldedRow {
  readonly kind: string;
  readonly id: number;
  readonly fields: Fields;
  readonly status: 0 | 1;
  readonly cancelled: boolean;
  readonly stage: string | null;
  readonly stage_at: string;
  readonly merged_into: number | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_by_id: number | null;
  readonly updated_at: string;
}

/**
 * The record of each kind that an event concerns, for every kind that folds its stream. A stream whose key
 * is not a record number has none: its row could not be written, and all lists would wait for it forever.
 */
export function touchedBy(
  event: StoredEvent,
  sources: readonly MasterDef[],
): { kind: string; id: number; def: MasterDef | null }[] {
  const records =
    streamName(event.stream) === 'master'
      ? [{ ...splitKey(streamKey(event.stream)), def: null }]
      : sources.flatMap((def) => {
          if (!def.source!.streams.includes(streamName(event.stream))) return [];
          const id = def.source!.idOf(event);
          return id === null ? [] : [{ kind: def.kind, id, def }];
        });
  return records.filter(({ id }) => Number.isInteger(id) && id > 0 && id <= largestId);
}

/** The row after an event; the same object when nothing changed, null when the record is no longer listed. */
export function foldRow(
  before: FoldedRow | undefined,
  event: StoredEvent,
  kind: string,
  id: number,
  def: MasterDef | null,
): FoldedRow | null | undefined {
  const stamp = {
    version: event.version,
    updated_by: event.actor.name,
    updated_by_id: event.actor.empId,
    updated_at: event.at,
  };
  if (def) {
    const old = before && {
      fields: before.fields,
      iStatus: before.status,
      iCancelFlag: before.cancelled ? (1 as const) : (0 as const),
      stage: before.stage,
      mergedInto: before.merged_into,
    };
    const row = def.source!.row(old, event);
    if (row === null) return null;
    if (row === old) return before;
    return {
      kind,
      id,
      fields: row.fields,
      status: row.iStatus,
      cancelled: row.iCancelFlag === 1,
      stage: row.stage,
      stage_at: before?.stage === row.stage ? before.stage_at : event.at,
      merged_into: row.mergedInto ?? null,
      created_at: before?.created_at ?? event.at,
      ...stamp,
    };
  }
  if (!isRecordEvent(event.type)) return before;
  const start = nothing(`${kind}-${id}`);
  const state = evolveMaster(
    before
      ? {
          ...start,
          exists: true,
          fields: before.fields,
          iStatus: before.status,
          cancelled: before.cancelled,
          stage: before.stage,
          mergedInto: before.merged_into,
        }
      : start,
    event as Stored<MasterEvent>,
  );
  return {
    kind,
    id,
    fields: state.fields,
    status: state.iStatus,
    cancelled: state.cancelled,
    stage: state.stage,
    stage_at: before?.stage === state.stage ? before.stage_at : event.at,
    merged_into: state.mergedInto,
    created_at: before?.created_at ?? event.at,
    ...stamp,
  };
}

/** The display name of a record. */
export function calledBy(def: MasterDef | undefined, row: Pick<FoldedRow, 'fields'>): string {
  return String(row.fields[def?.called ?? 'vName'] ?? '');
}

/**
 * The search texts, folded by `plainText` and separated by spaces: `search` holds number, code, name and
 * every other text but secrets; `phones` the numbers as dialled, separate because not everyone may find a record by
 * them.
 */
export function searchTexts(
  def: MasterDef | undefined,
  row: FoldedRow,
): { readonly plain: string; readonly search: string; readonly phones: string } {
  const parts = [String(row.id)];
  const phones: string[] = [];
  for (const field of def?.fields ?? []) {
    const value = row.fields[field.name];
    if (value == null || field.secret) continue;
    if (field.kind === 'phone') phones.push(...String(value).split(', ').map(dialledDigits));
    else if (['text', 'paragraph', 'email', 'pincode', 'gstin', 'url'].includes(field.kind))
      parts.push(String(value));
  }
  return {
    plain: plainText(calledBy(def, row)),
    search: ` ${cutText(plainText(parts.join(' ')), 2_000)} `,
    phones: phones.length === 0 ? '' : ` ${[...new Set(phones)].join(' ')} `,
  };
}

/**
 * By kind the fields whose references count as a use: those of its first screen, and of its other screens
 * references to plain records, which cannot be cancelled while in use.
 */
export function namingFields(defs: readonly MasterDef[]): ReadonlyMap<string, readonly MasterField[]> {
  const withSource = new Set(defs.flatMap((def) => (def.source ? [def.kind] : [])));
  const plainOnly = ({ lookup, fields, ...field }: MasterField): MasterField[] => {
    const lines = fields?.flatMap(plainOnly) ?? [];
    if (lookup !== undefined && !withSource.has(lookup)) return [{ ...field, lookup }];
    return lines.length > 0 ? [{ ...field, fields: lines }] : [];
  };
  const found = new Map<string, MasterField[]>();
  for (const def of defs) {
    const known = found.get(def.kind);
    if (known)
      known.push(
        ...def.fields.filter(({ name }) => !known.some((one) => one.name === name)).flatMap(plainOnly),
      );
    else found.set(def.kind, [...def.fields]);
  }
  return found;
}

export function referencesOf(
  fields: readonly MasterField[],
  row: FoldedRow,
): { lookup: string; id: number; field: string }[] {
  return namedIn(fields, row.fields).map(({ lookup, id, field }) => ({
    lookup,
    id,
    field: field.split('.')[0]!,
  }));
}
