import type { z } from 'zod';
import type { StoredEvent } from '../core/event.ts';
import type { Group, Permission } from '../core/permission.ts';
import type { RecordStatus } from '../core/record-id.ts';
import type { Story } from '../core/stream.ts';
import type { Translations } from '../core/translations.ts';
import type { Service } from '../core/view.ts';
import type { Both, MasterField } from './master-field.ts';
import type { MasterFilter } from './master-filter.ts';
import type { ColumnDef, ScreenFace } from './screen.ts';

export type Fields = Readonly<Record<string, unknown>>;
export interface Problem {
  readonly code: string;
  readonly field: string;
  readonly details?: Readonly<Record<string, string | number>>;
}
/** A rule over several fields; `before` is null while the record is being created. */
export type MasterRule = (
  fields: Fields,
  about: { readonly today: string; readonly before: Fields | null },
) => Problem | null;

/** The fields of a record of that kind, with its `stage`; undefined when there is none. */
export type CheckedReference = (kind: string, id: unknown) => Fields | undefined;

/**
 * A uniqueness rule among live records of a kind: the fields that identify a record, or keys derived from
 * them.
 */
export interface UniqueRule {
  readonly name: string;
  readonly field: string;
  readonly keys: (fields: Fields) => readonly string[];
}

/** A transition between stages, for masters with more states than active and inactive. */
export interface StageAction {
  readonly from: readonly string[];
  readonly to: string;
  /** Returns to the previous stage; to `to` when that is unknown. */
  readonly back?: true;
  readonly label: Both;
  readonly right: 'create' | 'edit' | 'approve' | 'delete';
  readonly requiresReason?: boolean;
  /** Why the record does not allow it; may look up the records it names, of the kinds in `weighs`. */
  readonly guard?: (fields: Fields, named: CheckedReference) => Problem | null;
  readonly weighs?: readonly string[];
  /** Only from this screen of the kind, by that screen's right. */
  readonly screen?: string;
  /** Another screen's right that is required instead. */
  readonly need?: Permission;
  /** Refused to the person who did one of these before (four eyes). */
  readonly notBy?: readonly string[];
  /** Refused to the person who last changed one of these fields (four eyes). */
  readonly notChanged?: readonly string[];
  /** Refused to the employee that this field names. */
  readonly notSelf?: string;
  /** The field that records the time of day of the transition. */
  readonly stamps?: string;
  /** Fields that must be filled before the transition. */
  readonly requires?: readonly string[];
  /** Fields copied into the event for its subscribers. */
  readonly carries?: readonly string[];
}

/** A record as another one refers to it. */
export interface NamedRecord {
  readonly name: string;
  readonly iStatus: 0 | 1;
  readonly stage: string | null;
}

/** A command to a record that has a stream of its own, offered on the list; `fields` are its inputs. */
export interface MasterCommand {
  readonly name: string;
  readonly label: Both;
  readonly aggregate: string;
  readonly command: string;
  /** The right its route requires; shown disabled without it. */
  readonly need: Permission;
  readonly fields: readonly MasterField[];
  /** The command's body from the inputs. */
  readonly input: (requested: Fields, today: string) => Readonly<Record<string, unknown>>;
  /**
   * On a refusal with this code, another command can be sent to the record that the refusal names under `id`;
   * an imported row does so.
   */
  readonly instead?: {
    readonly code: string;
    readonly label: Both;
    readonly id: string;
    readonly command: string;
    readonly input: (requested: Fields) => Readonly<Record<string, unknown>>;
    readonly takeBack?: string;
  };
  /** On a refusal with this code, the record exists already, named under `id`, and can be opened. */
  readonly elsewhere?: {
    readonly code: string;
    readonly id: string;
    readonly lookup: string;
    readonly label: Both;
  };
  /**
   * Why the stream would refuse the record that this field names; reported for a file's rows before any of
   * them is applied.
   */
  readonly problem?: (field: string, named: NamedRecord) => Problem | null;
  /** The command that reverts it at the version it made, when a whole import is undone. */
  readonly takeBack?: string;
  /** Creates a record: offered above the list, not on a row. */
  readonly creates?: boolean;
  /** Initial values of its form, from the current record. */
  readonly start?: (row: Fields) => Fields;
  readonly versioned?: boolean;
  /** Edits fields by themselves: only those that were changed are sent, and others' changes merge. */
  readonly merges?: true;
  readonly danger?: boolean;
  /**
   * Default: applies to many records at once. A list: one of these fields at a time is set in many. False:
   * one record only.
   */
  readonly bulk?: false | readonly string[];
  readonly when?: (row: { readonly iStatus: 0 | 1; readonly fields: Fields }) => boolean;
}

/**
 * Creates many records at once: each is a row of an import, previewed before any is created, and all are
 * undone together.
 */
export interface Series {
  readonly label: Both;
  readonly fields: readonly MasterField[];
  /** Maximum number of records. */
  readonly most: number;
  /** The key by which an existing record is recognized; that record stays unchanged. */
  readonly known: string;
  /** The records to create, or why there can be none; may look up what the inputs name. */
  readonly lines: (requested: Fields, named: CheckedReference) => readonly Fields[] | Problem;
}
export interface Stages {
  readonly initial: string;
  readonly names: Readonly<Record<string, Both>>;
  /** Stages that count as active (iStatus 1). */
  readonly active: readonly string[];
  readonly actions: Readonly<Record<string, StageAction>>;
  /** At most one record of a kind may be in this stage for each of these keys. */
  readonly only?: {
    readonly stage: string;
    readonly field: string;
    readonly keys: (fields: Fields) => readonly string[];
  };
}

/**
 * For records in a stream of their own (employees, roles): how its events become a row of the list. `E`: the
 * events of its streams.
 */
export interface MasterSource<E extends StoredEvent<string, any> = any> {
  readonly streams: readonly string[];
  readonly idOf: (event: E) => number | null;
  readonly row: (before: SourceRow | undefined, event: E) => SourceRow | null;
  /** Whether `<streams[0]>-<id>` may be referred to. */
  readonly status: (state: any) => RecordStatus;
  /** The row's fields from the state, for references restricted by `lookupWhere`. */
  readonly fieldsOf?: (state: any) => Fields;
  /** Commands that create record 1, for stories that refer to it. */
  readonly story: Story;
}
export interface SourceRow {
  readonly fields: Fields;
  readonly iStatus: 0 | 1;
  readonly iCancelFlag: 0 | 1;
  readonly stage: string | null;
  /** The record this duplicate was merged into. */
  readonly mergedInto?: number | null;
}

/**
 * Number of records of another kind that refer to this one, maintained as they change and summed over the
 * viewer's places. The same declaration defines the linked list: records whose field `by` names this one and
 * whose `when` holds.
 */
export interface Count {
  readonly name: string;
  readonly label: Both;
  readonly of: string;
  /** A viewer who may not see those records sees no count. */
  readonly need: Permission;
  /** The field that holds such a record's place; records without a place count for everybody. */
  readonly place: string;
  readonly by: string;
  /** A field of those records, `stage` or `iStatus`. */
  readonly when?: { readonly field: string; readonly in: readonly (string | number)[] };
}

/**
 * A column of a master's list; with `lookup` the value is the id of a record, shown by the labels of the
 * page.
 */
export interface MasterColumn extends ColumnDef {
  readonly lookup?: string;
  readonly field?: MasterField;
  readonly count?: Count;
}

export type Checked =
  | { readonly fields: Fields; readonly problems?: undefined }
  | { readonly problems: readonly Problem[]; readonly fields?: undefined };
export type MasterRight = 'view' | 'create' | 'edit' | 'delete' | 'approve';

/** A call of the specification over a master: its path, the name of its id, and renamed fields. */
export interface ServiceCall {
  readonly service: Service;
  readonly path: string;
  readonly id: string;
  readonly names?: Readonly<Record<string, string>>;
  /** Its records can be created and changed by the call. */
  readonly changes?: true;
}

export interface MasterSpec {
  /** The owner's route; its last segment names the endpoint, the feed and the permission. */
  readonly route: string;
  /** Default: the last segment of the route. */
  readonly name?: string;
  readonly kind: string;
  /** The main screen among several of one kind: it provides title, link and fields for lookups. */
  readonly main?: true;
  readonly title: Both;
  readonly group?: Group;
  readonly entity?: string;
  /** Has no code and name of its own: mappings, thresholds. */
  readonly plain?: boolean;
  /** The field whose text names a plain record where others refer to it. */
  readonly called?: string;
  readonly fields?: readonly MasterField[];
  /** Fields shown in the list, in this order; default: every field whose `column` is not false. */
  readonly list?: readonly string[];
  readonly rules?: readonly MasterRule[];
  readonly counts?: readonly Count[];
  /** Field combinations that must be unique, besides code and name. */
  readonly unique?: readonly (readonly string[] | UniqueRule)[];
  /** Why that field of this record may not refer to the other record. */
  readonly fits?: (field: string, fields: Fields, other: Fields) => Problem | null;
  /**
   * Records with equal values of `of` may not overlap in time; with `among`, a list of ids, only those that
   * share one of them or name none.
   */
  readonly spans?: {
    readonly of: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly among?: string;
  };
  readonly stages?: Stages;
  readonly source?: MasterSource;
  /**
   * The day from which a record is in force. Once it has come, the record stays as it is, and a change is a
   * new record.
   */
  readonly inForceFrom?: string;
  /**
   * A change of these fields waits, while the old values stay in force, until a second person with the right
   * `approve` confirms it; the flag `mark` shows that one waits.
   */
  readonly checked?: { readonly fields: readonly string[]; readonly mark: string };
  /** A change of these fields in these stages returns the record to an earlier step. */
  readonly returns?: readonly {
    readonly fields: readonly string[];
    readonly from: readonly string[];
    readonly to: string;
  }[];
  /** Fields are read-only in these stages. */
  readonly frozen?: readonly string[];
  /** The only fields that may be changed on this screen. */
  readonly changeable?: readonly string[];
  /** Fields that a new record copies from the one it refers to, instead of asking for them. */
  readonly takes?: { readonly reference: string; readonly fields: readonly string[] };
  /** The record's days must lie within those of the record it refers to. */
  readonly inside?: { readonly reference: string; readonly from: string; readonly to: string };
  /**
   * In these stages a record occupies a seat of the record it refers to, whose field `most` is the number of
   * seats.
   */
  readonly seats?: { readonly reference: string; readonly most: string; readonly in: readonly string[] };
  /** Event name for a change that only reorders this list. */
  readonly reordered?: { readonly field: string; readonly event: 'RouteStopsReordered' };
  /** Commands to records that have a stream of their own. */
  readonly commands?: readonly MasterCommand[];
  readonly series?: Series;
  /** The screen opens on the file import. */
  readonly importFirst?: boolean;
  /** A file is applied as a whole or not at all, with at most this many rows. */
  readonly importWhole?: number;
  /**
   * Fields that name places, territories or employees: a viewer sees and changes only records of their own
   * places and records without a place.
   */
  readonly scope?: string | readonly string[];
  /**
   * For records without a place of their own: the list can be filtered by the places of the employee that
   * this field names, or by the place of any record that one of these fields names.
   */
  readonly placeOf?: string | readonly string[];
  /**
   * In these stages a record waits for somebody: the list shows and filters the waiting time, longest first.
   */
  readonly waits?: readonly string[];
  /** Names need not be unique. */
  readonly nameMayRepeat?: boolean;
  /** The code is derived from the id: `P000123`. */
  readonly autoCode?: {
    readonly prefix: string;
    readonly digits: number;
    /** A number of a series, allotted by the system. */
    readonly always?: true;
  };
  readonly rights?: readonly MasterRight[];
  /** Cannot be deactivated while an active record uses it. */
  readonly deactivateUnused?: boolean;
  readonly mergeable?: boolean;
  /** The base service that its data comes from; default: `masters`. */
  readonly service?: Service;
  readonly serviceCall?: ServiceCall;
  /** Its records are the directory's people: everybody may choose any of them, and sees their own. */
  readonly people?: true;
  /** Prefix of the references by which requests name its records; their readers see the name beside it. */
  readonly prefix?: string;
  /** A list that names one of its records is personal data. */
  readonly personal?: true;
  /** How many records a search for one offers. */
  readonly offers?: number;
  /** Ids that can be neither cancelled nor deactivated. */
  readonly keep?: readonly number[];
  /** Rows that every installation starts with. */
  readonly fixed?: readonly { readonly id: number; readonly fields: Fields }[];
  /** The condition of every row of this list, where it shows a part of its kind. */
  readonly only?: MasterFilter;
  /** Columns by which the list is sorted until somebody sorts it otherwise. */
  readonly order?: readonly string[];
  /** Maximum rows per page (specification §9). */
  readonly pageSize?: number;
  /** A valid record of this kind; its references name the first record of theirs. */
  readonly example: Fields;
  readonly translations?: Translations<any>;
}

export interface MasterDef extends ScreenFace, Omit<MasterSpec, 'translations' | 'name'> {
  readonly group: Group;
  readonly entity: string;
  readonly fields: readonly MasterField[];
  readonly columns: readonly MasterColumn[];
  /** Filters of the list: its fields, and the place of the people it names. */
  readonly filters: readonly MasterField[];
  readonly uniques: readonly UniqueRule[];
  readonly rights: readonly MasterRight[];
  readonly pageSize: number;
  /** Shape and field rules, shared by server and client; built lazily. */
  schema(): z.ZodObject;
  /** Checks all fields of a record together: normalized fields, or the problems. */
  check(fields: Fields, about: { readonly today: string; readonly before: Fields | null }): Checked;
  need(right: MasterRight): Permission;
}
