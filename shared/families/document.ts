import type { RecordedEvent, StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { DocumentTotals } from '../core/gst.ts';
import { inPoos, type Group, type Need, type Permission, type Viewer } from '../core/permission.ts';
import {
  defineFeed,
  defineView,
  type FeedDef,
  type Scope,
  type Service,
  type ViewDef,
} from '../core/view.ts';
import type { Rank } from '../core/rank.ts';
import type { Translations } from '../core/translations.ts';
import type { Life } from '../streams/documents/life.ts';
import type { DocumentState, Person } from '../streams/documents/state.ts';
import type { DocumentPrint } from './document-print.ts';
import { documentTranslations } from './document-translations.ts';
import type { Field } from './field.ts';
import type { ColumnOf, ScreenFace } from './screen.ts';

/** Records that documents name, offered as far as they belong to the document's place, supplier or customer. */
export const documentLookups = [
  'product',
  'supplier',
  'transporter',
  'tray',
  'stockReason',
  'placeOfOperation',
  'purchase',
  'customer',
  'address',
  'patient',
  'prescription',
  'substitute',
  'pharmacist',
] as const;
export type DocumentLookup = (typeof documentLookups)[number];

/** A field of a header, a line or an action's dialog, as a person fills it in. */
export interface DocumentField extends Field {
  readonly lookup?: DocumentLookup;
  /** Shown when a document is started, though it may stay empty. */
  readonly begin?: true;
  /** For `choice`: its values; each has the translation `<of>.<value>`, or `<name>.<value>` without it. */
  readonly options?: readonly string[];
  /** For `text`: values that have the translation `<of>.<value>` are shown by it; people wrote the others. */
  readonly of?: string;
  readonly width?: number;
  /** Computed by the server or copied from a master: shown, never typed. */
  readonly shown?: true;
  /** Folded under the line's first text on a narrow screen, unless it is typed there. */
  readonly wide?: true;
}

/** The stages and rights in which header and lines may be edited, and the command that stores them. */
export interface DocumentEdit {
  readonly stages: readonly string[];
  /** `change` takes `{header, put, remove}`; any other takes `{put}` of lines that exist. */
  readonly command: string;
  readonly need: readonly Permission[];
  readonly header: readonly string[];
  readonly lines: readonly string[];
  /**
   * Lines may be added and removed; `scan` names the target of the scan field: products, lines by their
   * label, stock with its quantity, or goods without it.
   */
  readonly adds: boolean;
  readonly scan: 'product' | 'line' | 'stock' | 'goods' | null;
  /** Edited at the other places that the document concerns. */
  readonly at?: 'other';
}

/** Codes that are scanned into an open document: each is sent to the server, which identifies it. */
export interface DocumentScan {
  readonly stages: readonly string[];
  /** Takes `{code, scanId}`; returns `{product, batch, qty, left}`. */
  readonly command: string;
  readonly need: readonly Permission[];
  /** Translation of the field's label. */
  readonly label: string;
}

export interface DocumentAction<S extends DocumentState = DocumentState> {
  readonly name: string;
  readonly command: string;
  readonly need: readonly Permission[];
  readonly stages: readonly string[];
  /** A further condition within those stages. */
  readonly when?: (state: DocumentState) => boolean;
  readonly key?: string;
  readonly primary?: true;
  readonly danger?: true;
  readonly inputs?: readonly DocumentField[];
  /** Done on one line: the body carries `lineId`; offered where the line allows it. */
  readonly line?: (line: S['lines'][number]) => boolean;
  /** Somebody other than its author. */
  readonly fourEyes?: true;
  /** Done at the other places that the document concerns, or at any of them; else at its own. */
  readonly at?: 'other' | 'any';
  /** Starts another document, whose screen opens. */
  readonly begins?: {
    readonly stream: string;
    readonly command: string;
    readonly route: string;
    readonly input: (state: S, line: S['lines'][number] | null) => Readonly<Record<string, unknown>>;
  };
}

/** The fields of every row of a list of documents. */
export interface DocumentRow {
  readonly id: string;
  readonly number: string;
  readonly pooId: number;
  readonly stage: string;
  readonly version: number;
  readonly lineCount: number;
  readonly value: number | null;
  readonly by: Person;
  readonly madeAt: string;
  readonly movedAt: string;
  readonly alsoAt?: readonly number[];
}

interface ListOf<R extends DocumentRow> {
  /** The owner's spelling of the address; its last part is the entity. */
  readonly route: string;
  /** If that is not the document's own. */
  readonly group?: Group;
  readonly entity: string;
  /** Which open documents it shows; `primary`: to readers whose primary place is that of the document. */
  readonly shows: (row: R, about: { readonly today: string; readonly primary: boolean }) => boolean;
  /** For `lines`: which of them. */
  readonly showsLine?: (line: Readonly<Record<string, unknown>>, row: R) => boolean;
  /** Closed ones too, by date and text, from the tables. */
  readonly past: boolean;
  /** New documents are started here. */
  readonly begins: boolean;
  /** The actions offered on the list as a group; default: all that stage and right allow. */
  readonly sla?: { readonly minutes: number };
  /** A line action for many lines at once, by a screen part of that name in `web/special`. */
  readonly together?: string;
}

/** Columns of a list of documents: each name is a key of their row. */
export type DocumentColumns<R extends DocumentRow> = readonly ColumnOf<R>[];

/** Rows are documents, or lines of documents under `lines` of their rows. */
export type DocumentList<R extends DocumentRow = any> = ListOf<R> &
  (
    | { readonly of: 'documents'; readonly columns: DocumentColumns<R> }
    | { readonly of: 'lines'; readonly columns: readonly ColumnOf<R & LineOf<R>>[] }
  );
/** A line as its row holds it. */
type LineOf<R> = R extends { readonly lines: readonly (infer L)[] } ? L : object;

export interface DocumentSpec<S extends DocumentState, R extends DocumentRow> {
  readonly name: string;
  readonly group: Group;
  readonly stream: {
    readonly name: string;
    readonly state: number;
    readonly initial: (key: string) => S;
    readonly evolve: (state: S, event: RecordedEvent<any, any>) => S;
    readonly translations: Translations<any>;
  };
  readonly life: Life;
  readonly header: readonly DocumentField[];
  readonly lines: readonly DocumentField[];
  readonly edits: readonly DocumentEdit[];
  readonly scans?: readonly DocumentScan[];
  readonly actions: readonly DocumentAction<S>[];
  readonly lists: readonly [DocumentList<R>, ...DocumentList<R>[]];
  /** Additional columns of its lists. */
  readonly row: (state: S) => Omit<R, keyof DocumentRow>;
  /** Increment by hand when the row changes. */
  readonly rowVersion?: number;
  /** Texts by which the list of closed ones is searched. */
  readonly find: (state: S) => readonly string[];
  readonly totals?: (state: S) => DocumentTotals | null;
  /** The amount of a line before tax, shown at its end. */
  readonly lineValue?: (line: S['lines'][number], state: Pick<S, 'header' | 'place'>) => number | null;
  readonly tones?: Readonly<Record<string, 'muted' | 'info' | 'accent' | 'ok' | 'warn' | 'danger'>>;
  /** Header fields with a customer's phone that nobody edits here. */
  readonly phones?: readonly string[];
  /** Files that a step needs or may have. */
  readonly files: boolean;
  /**
   * The endpoint that makes a link to the files of a record, `<filesLink>/<id>`, for people without an
   * account.
   */
  readonly filesLink?: string;
  readonly print: DocumentPrint<S> | null;
  /** Its holders see documents of every place. */
  readonly everywhere?: Permission;
  readonly sources: readonly Service[];
  readonly translations: Translations<any>;
}

export interface DocumentDef<S extends DocumentState = any, R extends DocumentRow = any> extends Omit<
  DocumentSpec<S, R>,
  'translations'
> {
  readonly view: ViewDef<Kept<S, R>>;
  readonly feed: FeedDef<Kept<S, R>, Scope, R>;
  readonly need: readonly Permission[];
  readonly screens: readonly ScreenFace[];
  readonly route: string;
  readonly translations: Translations<any>;
  rowOf(state: S): R;
}

/** A document in its view: the row, and the state that the next event is folded onto. */
export interface Kept<S, R> {
  readonly row: R;
  readonly state: S;
}

export const listName = (document: string, entity: string): string => `${document}.${entity}`;
export const viewNeed = (group: Group, entity: string): Permission => `${group}/${entity}:view`;

/** The oldest first, as they are worked off. */
export const documentRank = ({ madeAt, id }: Pick<DocumentRow, 'madeAt' | 'id'>): Rank => [madeAt, id];

/** Open documents only: a closed one leaves memory and stays in the tables. */
function openView<S extends DocumentState, R extends DocumentRow>(
  spec: DocumentSpec<S, R>,
  rowOf: (state: S) => R,
): ViewDef<Kept<S, R>> {
  return defineView<Kept<S, R>>({
    name: `document_${spec.name}`,
    version: spec.stream.state + (spec.rowVersion ?? 0),
    streams: [spec.stream.name],
    ids: ({ stream }) => [streamKey(stream)],
    row: (kept, event: StoredEvent, id) => {
      if (!kept && event.version > 1) return null;
      const state = spec.stream.evolve(kept?.state ?? spec.stream.initial(id), event);
      return !state.exists || spec.life.final.has(state.stage) ? null : { row: rowOf(state), state };
    },
  });
}

/** Defines a kind of document: its lists, their screens, its live view and feed. */
export function defineDocument<S extends DocumentState, R extends DocumentRow>(
  spec: DocumentSpec<S, R>,
): DocumentDef<S, R> {
  const { translations: own, ...rest } = spec;
  const translations: Translations<any> = {
    en: { ...documentTranslations.en, ...spec.stream.translations.en, ...own.en },
    es: { ...documentTranslations.es, ...spec.stream.translations.es, ...own.es },
  };
  const need = [...new Set(spec.lists.map(({ group, entity }) => viewNeed(group ?? spec.group, entity)))];
  const rowOf = (state: S): R =>
    ({
      id: state.id,
      number: state.number,
      pooId: state.pooId,
      stage: state.stage,
      version: state.version,
      lineCount: state.lines.length,
      value: spec.totals?.(state)?.payable ?? null,
      by: state.madeBy,
      madeAt: state.madeAt,
      movedAt: state.movedAt,
      ...(state.alsoAt ? { alsoAt: state.alsoAt } : {}),
      ...spec.row(state),
    }) as R;
  const view = openView(spec, rowOf);
  const { everywhere } = spec;
  const feed = defineFeed<Kept<S, R>, Scope, R>({
    name: `documents/${spec.name}`,
    view,
    need,
    scope: (viewer: Viewer) => ({ poos: poosOf(viewer, everywhere) }),
    see: ({ row }, scope) => (concerns(row, scope as Pick<Viewer, 'poos'>) ? row : null),
    rank: documentRank,
    sources: spec.sources,
  });
  const screens = spec.lists.map(({ route, entity, group }): ScreenFace => ({
    name: listName(spec.name, entity),
    route,
    group: group ?? spec.group,
    entity,
    guard: 'entity',
    translations: {
      en: { title: translations.en[`title.${entity}`] ?? '' },
      es: { title: translations.es[`title.${entity}`] ?? '' },
    },
  }));
  return { ...rest, view, feed, need, screens, route: spec.lists[0].route, translations, rowOf };
}

/** The places whose documents a viewer sees, sorted, so that equal scopes are equal texts. */
export function poosOf(viewer: Viewer, everywhere?: Permission): readonly number[] | 'all' {
  if (viewer.poos === 'all' || (everywhere && viewer.rights.has(everywhere))) return 'all';
  return [...viewer.poos].sort((a, b) => a - b);
}

/** Whether a document is of one of these places, or concerns one of them. */
export function concerns(
  { pooId, alsoAt = [] }: Pick<DocumentRow, 'pooId' | 'alsoAt'>,
  viewer: Pick<Viewer, 'poos'>,
): boolean {
  return [pooId, ...alsoAt].some((id) => inPoos(viewer, id));
}

/** Whether somebody of these places can act `at` a place. */
export function isAt(
  { pooId, alsoAt }: Pick<DocumentRow, 'pooId' | 'alsoAt'>,
  at: 'other' | 'any' | undefined,
  poos: readonly number[],
): boolean {
  if (!alsoAt) return true;
  return (
    (at !== 'other' && poos.includes(pooId)) || (at !== undefined && alsoAt.some((id) => poos.includes(id)))
  );
}

/** The editing that a stage and a viewer's rights allow. */
export function editOf<S extends DocumentState>(
  def: Pick<DocumentDef<S>, 'edits'>,
  stage: string,
  may: (need: Need) => boolean,
  here: (at: DocumentEdit['at']) => boolean = () => true,
): DocumentEdit | null {
  return def.edits.find((edit) => edit.stages.includes(stage) && may(edit.need) && here(edit.at)) ?? null;
}
