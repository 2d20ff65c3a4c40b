import type { Need, Permission, Viewer } from '../core/permission.ts';
import type { DocumentState } from '../streams/documents/state.ts';
import { concerns, isAt, poosOf, viewNeed } from './document.ts';
import type { DocumentAction, DocumentDef, DocumentList, DocumentRow } from './document.ts';
import type { WaitingDocuments } from './document-wire.ts';

export interface DocumentViewer {
  readonly viewer: Pick<Viewer, 'empId' | 'poos' | 'rights'>;
  readonly may: (need: Need) => boolean;
  /** The business day. */
  readonly today: string;
  readonly primary: number | null;
}

/**
 * How many open documents of a kind wait for a person, for each list. A document waits for whoever may take
 * the main step of its stage, and counts in the first list that shows it and that the person may open.
 */
export function waitingDocuments(
  def: DocumentDef,
  open: Iterable<{ readonly row: DocumentRow; readonly state: DocumentState }>,
  { viewer, may, today, primary }: DocumentViewer,
): readonly WaitingDocuments[] {
  const lists: readonly DocumentList[] = def.lists.filter(({ group, entity }: DocumentList) =>
    may(viewNeed(group ?? def.group, entity)),
  );
  const steps: readonly DocumentAction[] = def.actions.filter(
    (action) => action.primary && !action.line && action.need.some((need: Permission) => may(need)),
  );
  if (lists.length === 0 || steps.length === 0) return [];
  const poos = poosOf(viewer as Viewer, def.everywhere);
  /** Whether the person may take the main step of this document's stage. */
  const waits = (state: DocumentState): boolean =>
    steps.some(
      ({ stages, when, fourEyes, at }) =>
        stages.includes(state.stage) &&
        (when?.(state) ?? true) &&
        !(fourEyes && state.madeBy.empId === viewer.empId) &&
        (viewer.poos === 'all' || isAt(state, at, viewer.poos)),
    );
  const waiting = new Map<string, { count: number; oldestAt: string }>();
  for (const { row, state } of open) {
    if (!concerns(row, { poos }) || !waits(state)) continue;
    const list = lists.find((one) => one.shows(row, { today, poos: viewer.poos, primary }));
    if (!list) continue;
    const before = waiting.get(list.route);
    waiting.set(list.route, {
      count: (before?.count ?? 0) + 1,
      oldestAt: before && before.oldestAt < row.movedAt ? before.oldestAt : row.movedAt,
    });
  }
  return [...waiting].map(([route, one]) => ({ route, ...one }));
}
