import { streamKey } from '../core/event.ts';
import { approvalScope, seeApproval } from '../families/approval-feed.ts';
import { defineSearch } from '../families/search.ts';
import type { ApprovalState } from '../streams/approvals/approval/state.ts';
import { evolveApproval, noApproval } from '../streams/approvals/approval/state.ts';

/** Whether it is still in anybody's list. */
const moves = (state: ApprovalState): boolean =>
  seeApproval(state, { empId: 0, admin: true, approve: null }) !== null;

/** Open requests, for those who have a part in them. */
export const approvalSearch = defineSearch<ApprovalState>({
  kind: 'approval',
  label: { en: 'Approvals', es: 'Aprobaciones' },
  streams: ['approval'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (before, event, id) => evolveApproval(before ?? noApproval(id), event),
  entry: (state) => {
    const { ref, requestedBy, subject } = state;
    return moves(state)
      ? {
          ref,
          title: `${ref} · ${subject.ref}`,
          hint: requestedBy.name,
          translations: [requestedBy.name, subject.ref],
          phones: [],
          over: false,
        }
      : null;
  },
  screens: [{ need: 'signedIn', link: (_state, id) => `/approvals?id=${id}` }],
  see: (state, viewer) => seeApproval(state, approvalScope(viewer)) !== null,
  phonesNeed: null,
});
