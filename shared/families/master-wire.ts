import type { Fields } from './master-def.ts';

/**
 * The HTTP API of a master's screen. `<name>` is the last segment of the owner's route (`reasonmaster`); every
 * endpoint requires that screen's own right.
 *
 * GET    /masters-list/<name>?pageNo&records&sort&filter&q&cancelled&columns → MasterPage
 * GET    /masters-record/<name>/<id>?at=                                     → MasterRecord
 * GET    /masters-record/<name>/<id>/history?field=                          → MasterHistory
 * GET    /masters-record/<name>/<id>/used-by?records=                        → UsedBy
 * GET    /masters-lookup/<name>/<field>?q=&ids=&records=                     → LookupAnswer    (field: `iZoneId`, in lines: `items.iProductId`, of a command: `command.add.roleId`)
 * GET    /masters-duplicates/<name>?id=&<field>=…                            → DuplicateAnswer
 * GET    /masters-views/<name> · PUT /masters-views/<name>/<viewId> (body SavedViewBody) · DELETE …  → SavedView[] · SavedView · {}
 * GET    /masters-import/<name>/template?format=csv|xlsx&lang=               → file
 * POST   /masters-import/<name>   (multipart, one file, CSV or XLSX)         → ImportFile (checked in the background)
 * POST   /masters-series/<name>   {fields}: many records at once             → ImportFile (checked in the background)
 * GET    /masters-import/<name>                                              → { files: ImportFile[] }
 * GET    /masters-import/<name>/<importId>?pageNo&records&only=bad           → ImportFile & { lines: ImportLine[], total }
 * POST   /masters-import/<name>/<importId>/apply · /undo                     → ImportFile (continues in the background)
 * GET    /masters-export/<name>?format=csv|xlsx&lang&filter&sort&q&columns   → file, streamed
 * POST   /masters-bulk/<name>     (BulkCommand)                              → BulkAnswer
 *
 * Changes are commands: POST /commands/master/<kind>-new/create {fields, iStatus?, reason?},
 * /commands/master/<kind>-<id>/update {fields: changed only, reason?} with If-Match (merged field by field),
 * …/activate · deactivate {reason?}, …/cancel · revert {version} · merge {into} with If-Match, …/move {action, reason?},
 * …/reveal {} (the secrets in full, recorded), …/confirm {} · decline {reason} of a waiting change with If-Match.
 * Feed `masters/<name>`: MasterChange rows, recent changes only; apply those on the current page, count the others.
 */
export interface MasterRow {
  readonly id: number;
  readonly version: number;
  readonly iStatus: 0 | 1;
  readonly iCancelFlag: 0 | 1;
  readonly stage: string | null;
  /** When it entered that stage. */
  readonly stageAt: string;
  /** The record this duplicate was merged into. */
  readonly mergedInto: number | null;
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** `zone:3` → its display name; inactive records are marked. */
export type Labels = Readonly<
  Record<string, { readonly code: string; readonly name: string; readonly iStatus: 0 | 1 }>
>;

export interface MasterPage {
  readonly rows: readonly MasterRow[];
  readonly labels: Labels;
  readonly total: number;
  readonly pageNo: number;
  readonly records: number;
  /** More rows were requested than a page may hold; `limit` is the number returned. */
  readonly cut: boolean;
  readonly limit: number;
  /** The log position that the rows include at least. */
  readonly position: number;
}

export interface MasterRecord {
  readonly row: MasterRow;
  readonly labels: Labels;
  /** The instant of the version shown; null means current. */
  readonly at: string | null;
  /** The record this duplicate was merged into; null otherwise, or when the viewer may not see it. */
  readonly into: CalledRecord | null;
  /** Duplicates merged into this record. */
  readonly doubles: readonly CalledRecord[];
  /** The change that waits for a second person, where the master has such fields. */
  readonly waiting?: WaitingChange | null;
}

export interface WaitingChange {
  /** New values; null empties a field. Secrets are masked. */
  readonly fields: Fields;
  readonly by: string;
  readonly empId: number | null;
  readonly at: string;
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
  /** Old and new value of each changed field. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly revertedTo: number | null;
  /** The import that caused it. */
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
    readonly records: readonly {
      readonly id: number;
      readonly code: string;
      readonly name: string;
      readonly iStatus: 0 | 1;
    }[];
  }[];
}

export interface LookupAnswer {
  readonly items: readonly {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly iStatus: 0 | 1;
  }[];
  readonly more: boolean;
}

/** Existing records similar to the one being entered: `exact` blocks saving, `alike` is a warning. */
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
  /** Rows by what they do; `cleared` are those of them that empty a field. */
  readonly counts: Readonly<Partial<Record<LineEffect | 'cleared', number>>>;
  readonly headings: readonly string[];
  /** Columns that were ignored because they are not known, as they are headed. */
  readonly unknown: readonly string[];
  /** Columns whose heading another column before them has too, as they are headed, with both columns' letters. */
  readonly twice: readonly string[];
  /** The letters of columns that have values and no heading. */
  readonly surplus: readonly string[];
  readonly madeBy: string;
  readonly madeAt: string;
}
export interface ImportLine {
  readonly line: number;
  readonly effect: LineEffect;
  readonly recordId: number | null;
  readonly given: Readonly<Record<string, string>>;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  readonly problems: readonly {
    readonly code: string;
    readonly field: string;
    /** Where it is in the file, as the program that wrote it shows the cell: `D7`. */
    readonly cell: string | null;
    readonly message: string;
  }[];
}

/** At most 500 records; each is processed on its own and has its own result. */
export interface BulkCommand {
  /** Name of one of the master's `bulkSteps`: `update`, `move.pause`, `command.deactivate` … */
  readonly action: string;
  readonly records: readonly { readonly id: number; readonly version: number }[];
  /** The step's inputs; for `update` and for commands that set one field, only that field. */
  readonly fields?: Fields;
  readonly reason?: string;
}
export interface BulkAnswer {
  readonly results: readonly {
    readonly id: number;
    readonly ok: boolean;
    readonly version?: number;
    readonly code?: string;
    readonly message?: string;
  }[];
}

/** A row of the feed `masters/<name>`: a change to one record. `masked` fields must be reloaded through the list. */
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
