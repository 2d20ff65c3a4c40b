import { streamKey } from '../core/event.ts';
import type { RecordedEventOf, StoredEvent } from '../core/event.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { CallPurpose } from '../streams/calls/call/dispositions.ts';
import type { CallClass } from '../streams/calls/call/hours.ts';
import {
  evolveCall,
  isLive,
  noCall,
  type CallEvent,
  type CallStage,
  type CallState,
} from '../streams/calls/call/state.ts';

/** A call that is not finished, as the call bar shows it. */
export interface CallRow {
  readonly id: string;
  readonly ref: string;
  readonly stage: CallStage;
  readonly purpose: CallPurpose;
  readonly callClass: CallClass;
  readonly subject: string;
  readonly subjectRef: string;
  readonly name: string;
  readonly phoneMasked: string;
  /** The number tried next where this one does not exist, masked. */
  readonly otherMasked: string | null;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly item: string | null;
  readonly empId: number;
  readonly agent: string;
  readonly attempt: number;
  readonly placedAt: string;
  readonly answeredAt: string | null;
  readonly heldAt: string | null;
  readonly endedAt: string | null;
  readonly talkSec: number;
  readonly holdSec: number;
  readonly muted: boolean;
  readonly hangUpAsked: boolean;
  readonly consent: boolean | null;
  readonly status: CallState['status'];
  readonly conference: readonly string[];
  readonly notes: string;
  readonly version: number;
  readonly reportedAt: string;
}

type Kept = CallRow & { readonly state: CallState };

function rowOf(
  state: CallState,
  id: string,
  { version, at }: Pick<StoredEvent, 'version' | 'at'>,
): Kept | null {
  const { face, agent } = state;
  if (!face || !agent || !isLive(state)) return null;
  const {
    ref,
    purpose,
    callClass,
    subject,
    subjectRef,
    name,
    phoneMasked,
    otherMasked = null,
    pooId,
    language,
    item,
    attempt,
  } = face;
  const { stage, answeredAt, heldAt, endedAt, talkSec, holdSec, muted, hangUpAsked, consent, status, notes } =
    state;
  return {
    ...{
      id,
      ref,
      stage,
      purpose,
      callClass,
      subject,
      subjectRef,
      name,
      phoneMasked,
      otherMasked,
      pooId,
      language,
      item,
      attempt,
    },
    ...{
      empId: agent.empId,
      agent: agent.name,
      placedAt: state.placedAt ?? at,
      answeredAt,
      heldAt,
      endedAt,
      talkSec,
      holdSec,
    },
    ...{
      muted,
      hangUpAsked,
      consent,
      status,
      conference: state.conference.map((one) => one.name),
      notes,
      version,
      reportedAt: at,
      state,
    },
  };
}

/** Every call in progress or in wrap-up. */
export const callsView = defineView<Kept>({
  name: 'calls',
  version: 2,
  streams: ['call'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const fact: RecordedEventOf<CallEvent> = event as StoredEvent & RecordedEventOf<CallEvent>;
    return rowOf(evolveCall(row?.state ?? noCall(id), fact), id, event);
  },
});

const shown = ({ state: _state, ...row }: Kept): CallRow => row;

/** One's own call: the bar in the frame follows it over reloads, tabs and nodes. */
export const callsMe = defineFeed<Kept, { readonly empId: number | null }, CallRow>({
  name: 'calls/me',
  view: callsView,
  need: 'signedIn',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.empId === scope.empId ? shown(row) : null),
  sources: [],
});
