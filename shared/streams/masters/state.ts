import { headOf } from '../../core/cut.ts';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import type { Permission } from '../../core/permission.ts';
import type { Fields } from '../../families/master-def.ts';

/** Who last set a field, at which version of the record. */
export interface Touch {
  readonly version: number;
  readonly by: string;
  readonly empId: number | null;
  readonly at: string;
}

/** A change that waits for a second person. */
export interface Proposed {
  readonly fields: Fields;
  readonly by: number | null;
  readonly name: string;
  readonly at: string;
}

/** A record of a master, folded from the log. Blank fields are absent. */
export interface MasterState {
  readonly kind: string;
  readonly id: number;
  readonly exists: boolean;
  readonly version: number;
  readonly fields: Fields;
  readonly iStatus: 0 | 1;
  readonly cancelled: boolean;
  readonly stage: string | null;
  /** The stage before the current one. */
  readonly cameFrom: string | null;
  readonly mergedInto: number | null;
  readonly touched: Readonly<Record<string, Touch>>;
  /** Who last made each transition. */
  readonly doneBy: Readonly<Record<string, number | null>>;
  readonly proposed: Proposed | null;
  /** Fields before each change, newest last; enough to restore any version. */
  readonly past: readonly { readonly version: number; readonly before: Fields }[];
}

/** Whether an event belongs to a record of a master. */
export const isRecordEvent = (type: string): boolean =>
  type.startsWith('MasterRecord') || type === 'RouteStopsReordered';

/** `reason-7` → kind `reason`, id 7. */
export function splitKey(key: string): { kind: string; id: number } {
  const cut = key.lastIndexOf('-');
  return { kind: headOf(key, cut), id: Number(key.slice(cut + 1)) };
}

export function nothing(key: string): MasterState {
  return {
    ...splitKey(key),
    exists: false,
    version: 0,
    fields: {},
    iStatus: 1,
    cancelled: false,
    stage: null,
    cameFrom: null,
    mergedInto: null,
    touched: {},
    doneBy: {},
    proposed: null,
    past: [],
  };
}

/** Fields after a change; null empties one. */
export function withChanges(fields: Fields, changes: Fields): Fields {
  const all: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined) delete all[name];
    else all[name] = value;
  }
  return all;
}

interface Subject {
  readonly kind: string;
  readonly id: number;
  readonly reason?: string;
}
/** The fields that changed, and their values before. */
interface Changed extends Subject {
  readonly fields: Fields;
  readonly before: Fields;
}

export type MasterEvent =
  | Event<'MasterRecordCreated', Subject & Pick<MasterState, 'fields' | 'iStatus' | 'stage'>>
  | Event<'MasterRecordUpdated' | 'RouteStopsReordered', Changed>
  | Event<
      'MasterRecordChangeProposed',
      Subject & {
        /** Applied at once; `proposed` waits for a second person. */
        readonly set: Fields;
        readonly proposed: Fields;
        readonly name: string;
        /** Older ones do not name the deciders. */
        readonly decides?: { readonly need: Permission; readonly route: string };
      }
    >
  | Event<'MasterRecordChangeDeclined', Subject & { readonly set: Fields }>
  | Event<'MasterRecordChangeConfirmed', Changed & { readonly proposedBy: number | null }>
  | Event<'MasterRecordActivated' | 'MasterRecordDeactivated' | 'MasterRecordCancelled', Subject>
  | Event<'MasterRecordMerged', Subject & { readonly into: number }>
  | Event<
      'MasterRecordStageChanged',
      Subject & {
        readonly action: string;
        readonly from: string | null;
        readonly to: string;
        readonly iStatus: 0 | 1;
        readonly set?: Fields;
        /** Fields that readers of the step need. */
        readonly carried?: Fields;
      }
    >;

export function evolveMaster(state: MasterState, event: RecordedEventOf<MasterEvent>): MasterState {
  const touch: Touch = {
    version: event.version,
    by: event.actor.name,
    empId: event.actor.empId,
    at: event.at,
  };
  const next = { ...state, version: event.version };
  switch (event.type) {
    case 'MasterRecordCreated': {
      const { fields, iStatus, stage } = event.data;
      return {
        ...next,
        exists: true,
        fields,
        iStatus,
        stage,
        doneBy: { create: event.actor.empId },
        touched: Object.fromEntries(Object.keys(fields).map((name) => [name, touch])),
      };
    }
    case 'MasterRecordChangeProposed':
      return {
        ...next,
        fields: withChanges(state.fields, event.data.set),
        proposed: {
          fields: event.data.proposed,
          by: event.actor.empId,
          name: event.actor.name,
          at: event.at,
        },
      };
    case 'MasterRecordChangeDeclined':
      return { ...next, fields: withChanges(state.fields, event.data.set), proposed: null };
    case 'MasterRecordChangeConfirmed':
    case 'RouteStopsReordered':
    case 'MasterRecordUpdated': {
      const { fields, before } = event.data;
      const touched = { ...state.touched };
      for (const name of Object.keys(fields)) touched[name] = touch;
      return {
        ...next,
        fields: withChanges(state.fields, fields),
        ...(event.type === 'MasterRecordChangeConfirmed' ? { proposed: null } : {}),
        touched,
        past: [...state.past, { version: event.version, before }],
      };
    }
    case 'MasterRecordActivated':
      return { ...next, iStatus: 1, touched: { ...state.touched, iStatus: touch } };
    case 'MasterRecordDeactivated':
      return { ...next, iStatus: 0, touched: { ...state.touched, iStatus: touch } };
    case 'MasterRecordStageChanged':
      return {
        ...next,
        ...(event.data.set ? { fields: withChanges(state.fields, event.data.set) } : {}),
        stage: event.data.to,
        cameFrom: event.data.from,
        iStatus: event.data.iStatus,
        touched: { ...state.touched, stage: touch },
        doneBy: { ...state.doneBy, [event.data.action]: event.actor.empId },
      };
    case 'MasterRecordCancelled':
      return { ...next, cancelled: true };
    case 'MasterRecordMerged':
      return { ...next, cancelled: true, mergedInto: event.data.into };
    default:
      return next;
  }
}

/** The fields at `version`, by undoing later changes one by one. */
export function fieldsAt(state: MasterState, version: number): Fields {
  let fields = state.fields;
  for (let i = state.past.length - 1; i >= 0 && state.past[i]!.version > version; i -= 1)
    fields = withChanges(fields, state.past[i]!.before);
  return fields;
}
