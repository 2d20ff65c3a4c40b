import type { RecordedEventOf, StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { EscalationStage } from '../streams/care/escalation/escalation.machine.ts';
import {
  evolveEscalation,
  noEscalation,
  type EscalationEvent,
  type EscalationFace,
  type EscalationState,
} from '../streams/care/escalation/state.ts';

/** An escalation that is open, as the desks of care show it. */
export interface EscalationRow extends EscalationFace {
  readonly id: string;
  readonly stage: EscalationStage;
  readonly level: 1 | 2 | 3;
  readonly rings: number;
  readonly raisedAt: string;
  readonly ackBy: string | null;
  readonly resolveBy: string | null;
  readonly acknowledgedBy: string | null;
  readonly notified: readonly number[];
  readonly version: number;
  readonly state: EscalationState;
}

export const escalationsView = defineView<EscalationRow>({
  name: 'escalations',
  version: 2,
  streams: ['escalation'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event: StoredEvent, id) => {
    // It holds only events of the stream's own union.
    const state = evolveEscalation(row?.state ?? noEscalation(), event as RecordedEventOf<EscalationEvent>);
    if (!state.face || state.stage === 'resolved')
      return state.stage === 'resolved' && state.face ? null : (row ?? null);
    const { stage, level, rings, raisedAt, ackBy, resolveBy, acknowledgedBy, notified } = state;
    return {
      ...state.face,
      ...{
        id,
        stage,
        level,
        rings,
        raisedAt: raisedAt ?? event.at,
        ackBy,
        resolveBy,
        acknowledgedBy: acknowledgedBy?.name ?? null,
        notified,
        version: event.version,
        state,
      },
    };
  },
});

type Sight = { readonly poos: readonly number[] | 'all' };

/** Open escalations of one's own places. */
export const escalations = defineFeed<EscalationRow, Sight, Omit<EscalationRow, 'state'>>({
  name: 'care/escalations',
  view: escalationsView,
  need: [
    'Prescription/careConnect:view',
    'Prescription/careConnectV2:view',
    'Prescription/DoctorView:view',
    'Out Bound/cc-queue:view',
  ],
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: ({ state: _state, ...row }, scope) => (inPoos(scope, row.pooId) ? row : null),
  sources: ['prescription'],
});
