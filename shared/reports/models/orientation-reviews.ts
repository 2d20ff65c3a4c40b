import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  evolveOrientation,
  noOrientation,
  type OrientationState,
} from '../../streams/care/review/orientation-state.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { orientationreview } from '../../streams/care/review/orientationreview.ts';

interface Reviewed {
  readonly review: OrientationState;
  readonly openedAt: string | null;
  readonly closedAt: string | null;
}
const DUE_MINUTES = 48 * 60;

/** One row per orientation visit: the comments of the team lead and the doctor, and their times. */
export const orientationReviews = {
  name: 'orientation_reviews',
  version: 2,
  streams: ['orientationreview'],
  subject: ({ stream }) => (streamName(stream) === 'orientationreview' ? streamKey(stream) : null),
  fold: (before, event) => {
    const now = before ?? { review: noOrientation(), openedAt: null, closedAt: null };
    return {
      review: evolveOrientation(now.review, event as Parameters<typeof evolveOrientation>[1]),
      openedAt: event.type === 'OrientationReviewOpened' ? event.at : now.openedAt,
      closedAt: event.type === 'OrientationReviewClosed' ? event.at : now.closedAt,
    };
  },
  rows: ({ review, closedAt }, id) => {
    const { orientation, comments } = review;
    if (orientation === null) return [];
    const lead = comments[1];
    const doctor = comments[2];
    const minutes = minutesBetween(orientation.completedAt, closedAt);
    return [
      {
        id,
        ref: orientation.ref,
        appointmentId: orientation.appointmentId,
        completedAt: orientation.completedAt,
        customer: orientation.customer,
        customerRef: orientation.who ?? null,
        executive: orientation.executive.name,
        outcome: orientation.outcome,
        leadBy: lead?.by.name ?? null,
        leadAt: lead?.at ?? null,
        leadText: lead?.text ?? null,
        doctorBy: doctor?.by.name ?? null,
        doctorAt: doctor?.at ?? null,
        doctorText: doctor?.text ?? null,
        closedAt,
        state: closedAt !== null ? 'closed' : lead ? 'doctor' : doctor ? 'lead' : 'both',
        inTime: minutes === null ? null : minutes <= DUE_MINUTES ? 'yes' : 'no',
        minutes,
        iPooId: orientation.pooId,
      },
    ];
  },
} satisfies ReportModel<Reviewed, EventOf<typeof orientationreview>>;

export const orientationColumns = {
  completedAt: { name: 'completedAt', kind: 'datetime', width: 140 },
  ref: { name: 'ref', kind: 'id', width: 110 },
  appointmentId: { name: 'appointmentId', kind: 'id', width: 110, hidden: true },
  customer: {
    name: 'customer',
    kind: 'person',
    width: 150,
    unmask: ['Prescription/reviewerType/1:view', 'Prescription/reviewerType/2:view'],
  },
  customerRef: { name: 'customerRef', kind: 'id', width: 110, hidden: true },
  executive: { name: 'executive', kind: 'text', width: 150 },
  outcome: { name: 'outcome', kind: 'text', width: 200 },
  state: { name: 'state', kind: 'choice', width: 150, options: ['both', 'lead', 'doctor', 'closed'] },
  leadBy: { name: 'leadBy', kind: 'text', author: true, width: 150 },
  leadAt: { name: 'leadAt', kind: 'datetime', width: 140 },
  leadText: { name: 'leadText', kind: 'text', width: 260 },
  doctorBy: { name: 'doctorBy', kind: 'text', author: true, width: 150 },
  doctorAt: { name: 'doctorAt', kind: 'datetime', width: 140 },
  doctorText: { name: 'doctorText', kind: 'text', width: 260 },
  closedAt: { name: 'closedAt', kind: 'datetime', width: 140 },
  inTime: { name: 'inTime', kind: 'choice', width: 110, options: ['yes', 'no'] },
  minutes: { name: 'minutes', kind: 'minutes', width: 130, total: 'average' },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
