import type { Permission, Viewer, Need } from '../core/permission.ts';
import type { DocumentState } from '../streams/documents/state.ts';
import { concerns, isAt, poosOf, viewNeed } from './document.ts';
import type { DocumentAction, DocumentDef, DocumentList, DocumentRow, Kept } from './document.ts';
import type { WaitingDocuments } from './document-wire.ts';

export interface DocumentViewer {
  readonly viewer: Pick<Viewer, 'empId' | 'poos' | 'rights'>;
  readonly may: (need: Need) => boolean;
  readonly primary: number | null;
}

/** Documents that wait for the same people on the same lists. */
interface Group extends Pick<DocumentRow, 'pooId' | 'alsoAt'> {
  /** The main steps that their stage and state allow. */
  readonly steps: readonly DocumentAction[];
  /** Their author, where one of the steps is for somebody else. */
  readonly author: number | null;
  /** The lists that show them to readers of their primary place, and to others. */
  readonly lists: { readonly primary: readonly DocumentList[]; readonly other: readonly DocumentList[] };
  /** Since when each of them has stood there. */
  readonly movedAt: Map<string, string>;
  /** Null until it is looked for again. */
  oldestAt: string | null;
}

/**
 * The open documents of a kind, grouped by whom they wait for, so that a count looks at groups instead of
 * documents. A document waits for whoever may take the main step of its stage, and counts in the first list
 * that shows it and that the person may open.
 */
export class DocumentWaits {
  readonly today: string;
  readonly #def: DocumentDef;
  readonly #main: readonly DocumentAction[];
  readonly #groups = new Map<string, Group>();
  readonly #groupOf = new Map<string, string>();

  /** `today`: the business day that lists are shown for. */
  constructor(def: DocumentDef, today: string) {
    this.today = today;
    this.#def = def;
    this.#main = def.actions.filter(({ primary, line }: DocumentAction) => primary && !line);
  }

  /** Takes note of a document's present state; undefined when it is no longer open. */
  put(id: string, kept: Kept<DocumentState, DocumentRow> | undefined): void {
    const left = this.#groupOf.get(id);
    if (left !== undefined) this.#remove(left, id);
    if (!kept) return;
    const { row, state } = kept;
    const steps = this.#main.filter(
      ({ stages, when }) => stages.includes(state.stage) && (when?.(state) ?? true),
    );
    if (steps.length === 0) return;
    const shown = (primary: boolean): readonly DocumentList[] =>
      this.#def.lists.filter((list: DocumentList) => list.shows(row, { today: this.today, primary }));
    const lists = { primary: shown(true), other: shown(false) };
    const author = steps.some(({ fourEyes }) => fourEyes) ? state.madeBy.empId : null;
    const { pooId, alsoAt } = row;
    const routes = [lists.primary, lists.other].map((all) => all.map(({ route }) => route));
    const key = JSON.stringify([pooId, alsoAt ?? null, steps.map(({ name }) => name), author, routes]);
    let group = this.#groups.get(key);
    if (!group) {
      group = {
        pooId,
        ...(alsoAt ? { alsoAt } : {}),
        steps,
        author,
        lists,
        movedAt: new Map(),
        oldestAt: null,
      };
      this.#groups.set(key, group);
    }
    group.movedAt.set(id, row.movedAt);
    if (group.oldestAt !== null && row.movedAt < group.oldestAt) group.oldestAt = row.movedAt;
    this.#groupOf.set(id, key);
  }

  /** How many wait for a person, for each list. */
  of({ viewer, may, primary }: DocumentViewer): readonly WaitingDocuments[] {
    const opens = new Set(
      this.#def.lists.filter(({ group, entity }: DocumentList) =>
        may(viewNeed(group ?? this.#def.group, entity)),
      ),
    );
    const takes = new Set(
      this.#main.filter(({ need }) => need.some((permission: Permission) => may(permission))),
    );
    if (opens.size === 0 || takes.size === 0) return [];
    const poos = poosOf(viewer as Viewer, this.#def.everywhere);
    const waiting = new Map<string, { count: number; oldestAt: string }>();
    for (const group of this.#groups.values()) {
      const waits = group.steps.some(
        (step) =>
          takes.has(step) &&
          !(step.fourEyes && group.author === viewer.empId) &&
          (viewer.poos === 'all' || isAt(group, step.at, viewer.poos)),
      );
      if (!waits || !concerns(group, { poos })) continue;
      const list = group.lists[group.pooId === primary ? 'primary' : 'other'].find((one) => opens.has(one));
      if (!list) continue;
      const before = waiting.get(list.route);
      const oldestAt = oldestOf(group);
      waiting.set(list.route, {
        count: (before?.count ?? 0) + group.movedAt.size,
        oldestAt: before && before.oldestAt < oldestAt ? before.oldestAt : oldestAt,
      });
    }
    return [...waiting].map(([route, one]) => ({ route, ...one }));
  }

  #remove(key: string, id: string): void {
    this.#groupOf.delete(id);
    const group = this.#groups.get(key)!;
    if (group.movedAt.get(id) === group.oldestAt) group.oldestAt = null;
    group.movedAt.delete(id);
    if (group.movedAt.size === 0) this.#groups.delete(key);
  }
}

function oldestOf(group: Group): string {
  if (group.oldestAt === null)
    for (const at of group.movedAt.values())
      if (group.oldestAt === null || at < group.oldestAt) group.oldestAt = at;
  return group.oldestAt!;
}
