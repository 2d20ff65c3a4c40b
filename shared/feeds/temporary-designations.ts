import type { EventOf } from '../core/stream.ts';
import { streamKey } from '../core/event.ts';
import { may } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import { tempdesig, type TempdesigState } from '../streams/access/tempdesig.ts';

/**
 * A temporary designation from its request until its last day is over, or until it is rejected or cancelled.
 */
export interface TemporaryDesignationRow extends TempdesigState {
  readonly id: string;
  /** Who requested it; the team lead's name also when it was granted through a team request. */
  readonly by: string;
  readonly at: string;
  /** Version of its stream. */
  readonly version: number;
}

const open: ReadonlySet<TempdesigState['state']> = new Set(['requested', 'active']);

export const temporaryDesignationsView = defineView<TemporaryDesignationRow, EventOf<typeof tempdesig>>({
  name: 'temporaryDesignations',
  version: 1,
  streams: ['tempdesig'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const state = tempdesig.evolve(row ?? tempdesig.initial(id), event);
    return state.exists && open.has(state.state)
      ? {
          ...state,
          id,
          by: row?.by ?? event.actor.name,
          at: row?.at ?? event.at,
          version: event.version,
        }
      : null;
  },
});

/** Requesters and approvers see everybody's, others their own. */
export const temporaryDesignations = defineFeed<
  TemporaryDesignationRow,
  { readonly empId: number | 'all' },
  TemporaryDesignationRow
>({
  name: 'people/temporary-designations',
  view: temporaryDesignationsView,
  need: ['approvals/tlApproval:approve', 'Masters/rolemasterv2:edit', 'Masters/emplist:view'],
  scope: (viewer) => ({
    empId:
      viewer.kind === 'person' &&
      !may(viewer, 'approvals/tlApproval:approve').ok &&
      !may(viewer, 'Masters/rolemasterv2:edit').ok
        ? (viewer.empId ?? 0)
        : 'all',
  }),
  see: (row, { empId }) => (empId === 'all' || row.empId === empId ? row : null),
  sources: ['employee'],
});
