import { headOf, partBeforeLast } from '../core/cut.ts';
import type { StoredEvent } from '../core/event.ts';
import { streamKey, streamName } from '../core/event.ts';
import { maskPhone } from '../core/phone.ts';
import type { Viewer } from '../core/permission.ts';
import { defineFeed, defineView, type FeedDef, type Scope } from '../core/view.ts';
import type { Fields, MasterDef } from './master-def.ts';
import { withoutSecrets } from '../streams/masters/secret.ts';
import { reaches, scopeFields, type Bound } from '../streams/masters/scope.ts';
import { isRecordEvent } from '../streams/masters/state.ts';
import type { MasterChange } from './master-wire.ts';

interface Noted extends MasterChange {
  readonly kind: string;
  /** The record's current scope and the one before it moved; absent when its events do not name it. */
  readonly bound: Bound | null;
  readonly boundBefore: Bound | null;
}
type Sight = Readonly<Record<string, unknown>> & Partial<Pick<Viewer, 'poos' | 'territories' | 'empId'>>;

/** Slots for the changes of one kind; new changes overwrite the oldest. */
const places = 128;

/**
 * A light feed for each master: the latest changes rather than the records. A change goes into the slot given
 * by its log position modulo the number of slots, so the number of rows is bounded. A list applies the
 * changes that concern its page.
 */
export function masterFeeds(defs: readonly MasterDef[]): FeedDef[] {
  const sources = [...new Map(defs.filter((def) => def.source).map((def) => [def.kind, def])).values()];
  const about = (event: StoredEvent): { kind: string; recordId: number; def: MasterDef | null }[] => {
    const name = streamName(event.stream);
    if (name === 'master') {
      const key = streamKey(event.stream);
      const cut = key.lastIndexOf('-');
      return isRecordEvent(event.type)
        ? [{ kind: headOf(key, cut), recordId: Number(key.slice(cut + 1)), def: null }]
        : [];
    }
    return sources.flatMap((def) => {
      const id = def.source!.streams.includes(name) ? def.source!.idOf(event) : null;
      return id === null ? [] : [{ kind: def.kind, recordId: id, def }];
    });
  };
  const view = defineView<Noted>({
    name: 'masterChanges',
    version: 2,
    streams: ['master', ...new Set(sources.flatMap((def) => def.source!.streams))],
    ids: (event) => about(event).map(({ kind }) => `${kind}.${event.position % places}`),
    row(_row, event, id) {
      const kind = partBeforeLast(id, '.');
      const { recordId, def } = about(event).find((one) => one.kind === kind)!;
      return note(id, kind, recordId, event, def);
    },
  });
  return [...new Map(defs.map((def) => [def.name, def])).values()].map((def) =>
    defineFeed<Noted, Scope, MasterChange>({
      name: `masters/${def.name}`,
      view,
      need: def.need('view'),
      scope: (viewer) =>
        def.scope && viewer.poos !== 'all'
          ? {
              kind: def.kind,
              poos: viewer.poos,
              territories: viewer.territories ?? [],
              empId: ownIn(def) ? viewer.empId : null,
            }
          : { kind: def.kind },
      see: (row, scope) => (row.kind === def.kind ? shown(def, row, scope as Sight) : null),
      // Rows are changes, not records; presence is only offered to viewers who see every record.
      meets: (scope, id) => (scope as unknown as Sight).poos === undefined && /^[1-9]\d{0,9}$/.test(id),
      sources: [def.service ?? 'masters'],
    }),
  );
}

/**
 * For records with a stream of their own the feed only says that they changed; the list reads the row again.
 */
function note(
  id: string,
  kind: string,
  recordId: number,
  event: StoredEvent,
  source: MasterDef | null,
): Noted {
  const data = event.data as {
    fields?: Fields;
    set?: Fields;
    iStatus?: 0 | 1;
    stage?: string | null;
    to?: string;
    bound?: Bound;
    boundBefore?: Bound;
  };
  const status =
    event.type === 'MasterRecordActivated'
      ? 1
      : event.type === 'MasterRecordDeactivated'
        ? 0
        : (data.iStatus ?? null);
  return {
    id,
    kind,
    recordId,
    type: event.type,
    version: event.version,
    set: source ? {} : (data.fields ?? data.set ?? {}),
    masked: source ? ['*'] : [],
    iStatus: source ? null : status,
    iCancelFlag: event.type === 'MasterRecordCancelled' || event.type === 'MasterRecordMerged' ? 1 : null,
    stage: event.type === 'MasterRecordStageChanged' ? (data.to ?? null) : (data.stage ?? null),
    bound: data.bound ?? null,
    boundBefore: data.boundBefore ?? null,
    updatedBy: event.actor.name,
    updatedAt: event.at,
  };
}

const ownIn = (def: MasterDef): boolean => scopeFields(def).some((field) => field.of === 'employee');

/**
 * Viewers of the record's places get the change itself; viewers of a place it left only learn that it
 * changed, so their list reloads it and finds it gone. Events without a scope (records with a stream of their
 * own) carry no name.
 */
function shown(def: MasterDef, row: Noted, { poos, territories, empId = null }: Sight): MasterChange | null {
  if (poos === undefined) return withoutHidden(def, row);
  if (def.source) return withoutHidden(def, { ...row, updatedBy: '' });
  const viewer = { poos, territories, empId };
  if (row.bound && reaches(viewer, row.bound)) return withoutHidden(def, row);
  return row.boundBefore && reaches(viewer, row.boundBefore)
    ? withoutHidden(def, { ...row, set: {}, masked: ['*'] })
    : null;
}

function withoutHidden(
  def: MasterDef,
  { kind: _kind, bound: _bound, boundBefore: _before, ...row }: Noted,
): MasterChange {
  const hidden = def.fields.filter(
    (field) => (field.kind === 'phone' || field.secret) && row.set[field.name] != null,
  );
  if (hidden.length === 0) return row;
  return {
    ...row,
    set: {
      ...withoutSecrets(def, row.set),
      ...Object.fromEntries(
        hidden
          .filter(({ kind }) => kind === 'phone')
          .map(({ name }) => [name, maskPhone(String(row.set[name]))]),
      ),
    },
    masked: hidden.map(({ name }) => name),
  };
}
