import { streamKey } from '../core/event.ts';
import { approvalScope, isMoving, partOf } from '../families/approval-feed.ts';
import { defineSearch } from '../families/search.ts';
import type { ApprovalState } from '../streams/approvals/approval/state.ts';
import { evolveApproval, noApproval } from '../streams/approvals/approval/state.ts';

/** Requests, for those who have or had a part in them. */
export const approvalSearch = defineSearch<ApprovalState>({
  kind: 'approval',
  label: { en: 'Approvals', es: 'Aprobaciones' },
  streams: ['approval'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (before, event, id) =>
    evolveApproval(before ?? noApproval(id), event as Parameters<typeof evolveApproval>[1]),
  entry: (state) => {
    const { ref, requestedBy, subject } = state;
    return state.state === 'none'
      ? null
      : {
          ref,
          title: `${ref} · ${subject.ref}`,
          hint: requestedBy.name,
          translations: [requestedBy.name, subject.ref],
          phones: [],
          over: !isMoving(state),
        };
  },
  screens: [{ need: 'signedIn', link: (_state, id) => `/approvals?id=${id}` }],
  see: (state, viewer) => partOf(state, approvalScope(viewer)) !== null,
  phonesNeed: null,
});
