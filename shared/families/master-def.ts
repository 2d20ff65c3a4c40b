import type { z } from 'zod';
import type { StoredEvent } from '../core/event.ts';
import type { Group, Permission } from '../core/permission.ts';
import type { Story } from '../core/stream.ts';
import type { Words } from '../core/words.ts';
import type { Both, MasterField } from './master-field.ts';
import type { ColumnDef, ScreenFace } from './screen.ts';

export type Fields = Readonly<Record<string, unknown>>;
export interface Problem {
  readonly code: string;
  readonly field: string;
  readonly details?: Readonly<Record<string, string | number>>;
}
/** A rule over several fields; `before` is null while the record is being made. */
export type MasterRule = (fields: Fields, about: { readonly today: string; readonly before: Fields | null }) => Problem | null;

/** The fields of a record of that kind; undefined when there is none. */
export type LookAt = (kind: string, id: unknown) => Fields | undefined;

/** What only one live record of a kind may have: the fields that name it, or keys made from them. */
export interface UniqueRule {
  readonly name: string;
  readonly field: string;
  readonly keys: (fields: Fields) => readonly string[];
}

/** One step in the life of a master that has more states than active and inactive. */
export interface StageAction {
  readonly from: readonly string[];
  readonly to: string;
  /** Back to where the record stood before; to `to` when nobody knows. */
  readonly back?: true;
  readonly label: Both;
  readonly right: 'create' | 'edit' | 'approve' | 'delete';
  readonly asksReason?: boolean;
  /** Why it cannot be done to such a record; of the kinds in `weighs` it may look at what the record names. */
  readonly guard?: (fields: Fields, named: LookAt) => Problem | null;
  readonly weighs?: readonly string[];
  /** Only from this screen of the kind, by its own right. */
  readonly screen?: string;
  /** A right of another screen that is asked for instead. */
  readonly need?: Permission;
  /** Not by who did one of these before: another pair of eyes. */
  readonly notBy?: readonly string[];
  /** Not by the employee whom this field names. */
  readonly notSelf?: string;
  /** The field that keeps at what time of the day it was done. */
  readonly stamps?: string;
  /** Fields that must be filled by then. */
  readonly requires?: readonly string[];
  /** Fields that the event carries, for what follows elsewhere. */
  readonly tells?: readonly string[];
}

/** A record as another one names it. */
export interface NamedRecord {
  readonly name: string;
  readonly iStatus: 0 | 1;
  readonly stage: string | null;
}

/** An order to a record that lives in a stream of its own, offered on the list; `fields` are asked for first. */
export interface MasterOrder {
  readonly name: string;
  readonly label: Both;
  readonly aggregate: string;
  readonly command: string;
  /** What its door asks for; shown disabled without it. */
  readonly need: Permission;
  readonly fields: readonly MasterField[];
  /** The command's body from what was filled in. */
  readonly input: (asked: Fields, today: string) => Readonly<Record<string, unknown>>;
  /** When it is refused with this code, the record that the refusal names under `id` can be given another order: of a file's line it is. */
  readonly instead?: {
    readonly code: string;
    readonly label: Both;
    readonly id: string;
    readonly command: string;
    readonly input: (asked: Fields) => Readonly<Record<string, unknown>>;
    readonly takeBack?: string;
  };
  /** When it is refused with this code, there is such a record already, named under `id`: it can be opened. */
  readonly elsewhere?: { readonly code: string; readonly id: string; readonly lookup: string; readonly label: Both };
  /** Why the stream would refuse the record that this field names: told of a file's lines before any of them is done. */
  readonly shut?: (field: string, named: NamedRecord) => Problem | null;
  /** The order that undoes it at the version it made, when a whole import is taken back. */
  readonly takeBack?: string;
  /** Makes a new record: asked for above the list, not on a row. */
  readonly creates?: boolean;
  /** What its form begins with, from the record as it stands. */
  readonly start?: (row: Fields) => Fields;
  readonly versioned?: boolean;
  readonly danger?: boolean;
  /** Left out: many records are given it as it is. A list: one of these fields at a time is set in many. False: it is about one record alone. */
  readonly bulk?: false | readonly string[];
  readonly when?: (row: { readonly iStatus: 0 | 1; readonly fields: Fields }) => boolean;
}

/** Many records asked for at once: each is a line of an import, told of before any is made, and all are taken back like one. */
export interface Series {
  readonly label: Both;
  readonly fields: readonly MasterField[];
  /** Most records at once. */
  readonly most: number;
  /** The key by which a record is known that is there already: it stays as it stands. */
  readonly known: string;
  /** The records, or why there can be none; it may look at what was chosen, and at what that names. */
  readonly lines: (asked: Fields, named: LookAt) => readonly Fields[] | Problem;
}
export interface Stages {
  readonly initial: string;
  readonly names: Readonly<Record<string, Both>>;
  /** Stages in which the record counts as active (iStatus 1). */
  readonly active: readonly string[];
  readonly actions: Readonly<Record<string, StageAction>>;
  /** Only one record of a kind may be in this stage under each of these keys. */
  readonly only?: { readonly stage: string; readonly field: string; readonly keys: (fields: Fields) => readonly string[] };
}

/** Records that live in a stream of their own (employees, roles): how its events make a row of the list. */
export interface MasterSource {
  readonly streams: readonly string[];
  readonly idOf: (event: StoredEvent) => number | null;
  readonly row: (before: SourceRow | undefined, event: StoredEvent) => SourceRow | null;
  /** Whether the state of `<streams[0]>-<id>` may be chosen: for references to it. */
  readonly standing: (state: any) => 'active' | 'inactive' | 'missing';
  /** The row's fields from the state, where other records name only some of these (`lookupWhere`). */
  readonly fieldsOf?: (state: any) => Fields;
  /** Orders that make record 1, for stories that refer to it. */
  readonly story: Story;
}
export interface SourceRow {
  readonly fields: Fields;
  readonly iStatus: 0 | 1;
  readonly iCancelFlag: 0 | 1;
  readonly stage: string | null;
  /** The record that this one was a double of. */
  readonly mergedInto?: number | null;
}

/**
 * How many records of another kind name this one, kept as they change and added up over the places of whoever looks. One
 * sentence says what is counted and which list shows it: its records whose field `by` names this one and whose `when` holds.
 */
export interface Count {
  readonly name: string;
  readonly label: Both;
  readonly of: string;
  /** Who may not see those records sees no count of them. */
  readonly need: Permission;
  /** The field that says where such a record belongs; those of no place are everybody's. */
  readonly place: string;
  readonly by: string;
  /** A field of those records, `stage` or `iStatus`. */
  readonly when?: { readonly field: string; readonly in: readonly (string | number)[] };
}

/** A column of a master's list; `lookup` says that the value is the id of a record, shown by the page's labels. */
export interface MasterColumn extends ColumnDef {
  readonly lookup?: string;
  readonly field?: MasterField;
  readonly count?: Count;
}

export type Checked = { readonly fields: Fields; readonly problems?: undefined } | { readonly problems: readonly Problem[]; readonly fields?: undefined };
export type MasterRight = 'view' | 'create' | 'edit' | 'delete' | 'approve';

export interface MasterSpec {
  /** The owner's route; its last part names the door, the feed and the permission. */
  readonly route: string;
  /** Left out: the last part of the route. */
  readonly name?: string;
  readonly kind: string;
  /** Of several screens of one kind the one that speaks for it: its title, its link, its fields where one is looked for. */
  readonly main?: true;
  readonly title: Both;
  readonly group?: Group;
  readonly entity?: string;
  /** Without code and name of its own: mappings, thresholds. */
  readonly plain?: boolean;
  /** The field by whose text a plain record is called where others name it. */
  readonly called?: string;
  readonly fields?: readonly MasterField[];
  /** Fields shown in the list, in this order; left out: every field that does not say no. */
  readonly list?: readonly string[];
  readonly rules?: readonly MasterRule[];
  readonly counts?: readonly Count[];
  /** Besides code and name: fields that together name one record. */
  readonly unique?: readonly (readonly string[] | UniqueRule)[];
  /** Why a record cannot be named in that field of this one. */
  readonly fits?: (field: string, fields: Fields, other: Fields) => Problem | null;
  /** Records with the same values of `of` may not overlap in time. */
  readonly spans?: { readonly of: readonly string[]; readonly from: string; readonly to: string };
  readonly stages?: Stages;
  readonly source?: MasterSource;
  /** In these stages the fields stand as they are. */
  readonly frozen?: readonly string[];
  /** The only fields that may be changed on this screen. */
  readonly changeable?: readonly string[];
  /** Fields that a new record takes from the one it names; nobody is asked for them. */
  readonly takes?: { readonly reference: string; readonly fields: readonly string[] };
  /** Days that lie inside those of the record referred to. */
  readonly inside?: { readonly reference: string; readonly from: string; readonly to: string };
  /** A record takes a seat at the one it names while it stands in one of these stages; that one's field `most` says how many there are. */
  readonly seats?: { readonly reference: string; readonly most: string; readonly in: readonly string[] };
  /** What the log calls a change of nothing but the order of these lines. */
  readonly reordered?: { readonly field: string; readonly event: 'RouteStopsReordered' };
  /** Orders to records that live in a stream of their own. */
  readonly orders?: readonly MasterOrder[];
  readonly series?: Series;
  /** The screen is made for reading files in. */
  readonly importFirst?: boolean;
  /** A file is done whole or not at all, and has at most so many rows. */
  readonly importWhole?: number;
  /** Fields that name places, territories or employees: a viewer sees and changes records of the own places only, and those of none. */
  readonly scope?: string | readonly string[];
  /**
   * Where records name no place themselves, the list can be filtered by the places of the employee whom this field names, or by
   * the place of any record that one of these fields names.
   */
  readonly placeOf?: string | readonly string[];
  /** In these stages a record waits for somebody: the list shows for how long, the longest first, and can be filtered by it. */
  readonly waits?: readonly string[];
  /** Two records may have one name. */
  readonly nameMayRepeat?: boolean;
  /** The code is made from the number: `P000123`. */
  readonly autoCode?: { readonly prefix: string; readonly digits: number };
  readonly rights?: readonly MasterRight[];
  /** Inactive only when nothing active uses it. */
  readonly deactivateUnused?: boolean;
  readonly mergeable?: boolean;
  /** Ids that can be neither cancelled nor made inactive. */
  readonly keep?: readonly number[];
  /** Rows every house begins with. */
  readonly fixed?: readonly { readonly id: number; readonly fields: Fields }[];
  /** Most rows of one page (specification §9). */
  readonly pageSize?: number;
  /** A true record of this kind; references in it name the first record of theirs. */
  readonly example: Fields;
  readonly words?: Words<any>;
}

export interface MasterDef extends ScreenFace, Omit<MasterSpec, 'words' | 'name'> {
  readonly group: Group;
  readonly entity: string;
  readonly fields: readonly MasterField[];
  readonly columns: readonly MasterColumn[];
  /** What the list can be filtered by: its fields, and the place of its people. */
  readonly filters: readonly MasterField[];
  readonly uniques: readonly UniqueRule[];
  readonly rights: readonly MasterRight[];
  readonly pageSize: number;
  /** Shape and field rules, the same on both ends; made when first asked for. */
  schema(): z.ZodObject;
  /** All fields of a record together: normalised, or what is wrong. */
  check(fields: Fields, about: { readonly today: string; readonly before: Fields | null }): Checked;
  need(right: MasterRight): Permission;
}
