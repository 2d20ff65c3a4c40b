import type { Fields } from './master-def.ts';

/**
 * What crosses HTTP between a master's screen and the server. `<name>` is the last part of the owner's route
 * (`reasonmaster`); every door asks for that screen's own right.
 *
 * GET    /masters-list/<name>?pageNo&records&sort&filter&q&cancelled&columns → MasterPage
 * GET    /masters-record/<name>/<id>?at=                                     → MasterRecord
 * GET    /masters-record/<name>/<id>/history?field=                          → MasterHistory
 * GET    /masters-record/<name>/<id>/used-by?records=                        → UsedBy
 * GET    /masters-lookup/<name>/<field>?q=&ids=&records=                     → LookupAnswer    (field: `iZoneId`, of lines: `items.iProductId`, of an order: `order.add.roleId`)
 * GET    /masters-duplicates/<name>?id=&<field>=…                            → DuplicateAnswer
 * GET    /masters-views/<name> · PUT /masters-views/<name>/<viewId> (body SavedViewBody) · DELETE …  → SavedView[] · SavedView · {}
 * GET    /masters-import/<name>/template?format=csv|xlsx&lang=               → file
 * POST   /masters-import/<name>   (multipart, one file, CSV or XLSX)         → ImportFile (checked in the background)
 * POST   /masters-series/<name>   {fields}: many records of one choice       → ImportFile (checked in the background)
 * GET    /masters-import/<name>                                              → { files: ImportFile[] }
 * GET    /masters-import/<name>/<importId>?pageNo&records&only=bad           → ImportFile & { lines: ImportLine[], total }
 * POST   /masters-import/<name>/<importId>/apply · /undo                     → ImportFile (goes on in the background)
 * GET    /masters-export/<name>?format=csv|xlsx&lang&filter&sort&q&columns   → file, streamed
 * POST   /masters-bulk/<name>     (BulkOrder)                                → BulkAnswer
 *
 * Changes go through the one door for orders: POST /commands/master/<kind>-new/create {fields, iStatus?, reason?},
 * /commands/master/<kind>-<id>/update {fields: changed only, reason?} with If-Match (merged field by field),
 * …/activate · deactivate {reason?}, …/cancel · revert {version} · merge {into} with If-Match, …/move {action, reason?}.
 * Feed `masters/<name>`: rows MasterChange, the last changes only; apply those with `recordId` on the page, count the others.
 */
export interface MasterRow {
  readonly id: number;
  readonly version: number;
  readonly iStatus: 0 | 1;
  readonly iCancelFlag: 0 | 1;
  readonly stage: string | null;
  /** Since when it has been in that stage. */
  readonly stageAt: string;
  /** This one was a double of that one. */
  readonly mergedInto: number | null;
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** `zone:3` → what people call it; inactive ones are marked. */
export type Labels = Readonly<Record<string, { readonly code: string; readonly name: string; readonly iStatus: 0 | 1 }>>;

export interface MasterPage {
  readonly rows: readonly MasterRow[];
  readonly labels: Labels;
  readonly total: number;
  readonly pageNo: number;
  readonly records: number;
  /** More rows were asked for than one page may hold; `limit` is what was given. */
  readonly cut: boolean;
  readonly limit: number;
  /** The log position that the rows show at least. */
  readonly position: number;
}

/** One condition of `filter`, which is JSON: `{"vReasonGroup": {"op": "in", "value": ["exit"]}}`. Several are all meant. */
export interface Condition {
  readonly op: 'eq' | 'ne' | 'contains' | 'starts' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'in' | 'blank' | 'notBlank';
  readonly value?: unknown;
}
export type MasterFilter = Readonly<Record<string, Condition>>;

export interface MasterRecord {
  readonly row: MasterRow;
  readonly labels: Labels;
  /** The instant it is shown as of; null is now. */
  readonly at: string | null;
  /** The record that this double is one with now; null for all others, and where the viewer may not know of it. */
  readonly into: CalledRecord | null;
  /** Those that were merged into this record. */
  readonly doubles: readonly CalledRecord[];
}

export interface CalledRecord {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

export interface HistoryEntry {
  readonly version: number;
  readonly type: string;
  readonly at: string;
  readonly by: string;
  readonly empId: number | null;
  readonly reason: string | null;
  /** Field by field, old and new. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly revertedTo: number | null;
  /** The import that did it. */
  readonly importId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}
export interface MasterHistory {
  readonly entries: readonly HistoryEntry[];
  readonly labels: Labels;
}

export interface UsedBy {
  readonly total: number;
  readonly active: number;
  readonly groups: readonly {
    readonly kind: string;
    readonly name: string | null;
    readonly field: string;
    readonly n: number;
    readonly records: readonly { readonly id: number; readonly code: string; readonly name: string; readonly iStatus: 0 | 1 }[];
  }[];
}

export interface LookupAnswer {
  readonly items: readonly { readonly id: number; readonly code: string; readonly name: string; readonly iStatus: 0 | 1 }[];
  readonly more: boolean;
}

/** What looks like the record being typed: `exact` cannot be saved, `alike` deserves a look. */
export interface DuplicateAnswer {
  readonly exact: readonly Duplicate[];
  readonly alike: readonly Duplicate[];
}
export interface Duplicate {
  readonly field: string;
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly iStatus: 0 | 1;
  readonly likeness: number;
}

export interface SavedViewBody {
  readonly name: string;
  readonly scope: 'private' | 'role' | 'shared';
  readonly settings: Readonly<Record<string, unknown>>;
}
export interface SavedView extends SavedViewBody {
  readonly id: string;
  readonly mine: boolean;
  readonly at: string;
}

export type ImportState = 'checking' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone' | 'failed';
export type LineEffect = 'create' | 'update' | 'same' | 'bad' | 'done' | 'failed' | 'undone' | 'kept';
export interface ImportFile {
  readonly id: string;
  readonly master: string;
  readonly fileName: string;
  readonly state: ImportState;
  readonly rows: number;
  readonly done: number;
  readonly counts: Readonly<Partial<Record<LineEffect, number>>>;
  readonly headings: readonly string[];
  readonly madeBy: string;
  readonly madeAt: string;
}
export interface ImportLine {
  readonly line: number;
  readonly effect: LineEffect;
  readonly recordId: number | null;
  readonly given: Readonly<Record<string, string>>;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly problems: readonly { readonly code: string; readonly field: string; readonly message: string }[];
}

/** At most 500 records; each is tried by itself and answers for itself. */
export interface BulkOrder {
  /** The name of one of the master's `bulkSteps`: `update`, `move.pause`, `order.deactivate` … */
  readonly action: string;
  readonly records: readonly { readonly id: number; readonly version: number }[];
  /** What the step asks for; of `update` and of orders that set one field, that field alone. */
  readonly fields?: Fields;
  readonly reason?: string;
}
export interface BulkAnswer {
  readonly results: readonly { readonly id: number; readonly ok: boolean; readonly version?: number; readonly code?: string; readonly message?: string }[];
}

/** A row of the feed `masters/<name>`: what became of one record. `masked` fields must be read again through the list. */
export interface MasterChange {
  readonly id: string;
  readonly recordId: number;
  readonly type: string;
  readonly version: number;
  readonly set: Fields;
  readonly masked: readonly string[];
  readonly iStatus: 0 | 1 | null;
  readonly iCancelFlag: 0 | 1 | null;
  readonly stage: string | null;
  readonly updatedBy: string;
  readonly updatedAt: string;
}
