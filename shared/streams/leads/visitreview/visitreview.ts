import { z } from 'zod';
import { DAY_MS } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { id, note } from '../../../core/fields.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { agentworkStream, endLease, itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import { startsAt, taskStatus, type AppointmentState } from '../appointment/state.ts';
import { customerOf } from '../appointment/customer-ref.ts';
import {
  evolveVisitReview,
  lowScore,
  noVisitReview,
  visitHeads,
  visitTotal,
  type VisitFace,
  type VisitHead,
  type VisitReviewEvent,
  type VisitReviewState,
} from './state.ts';

export const visitReviewQueue = 'reviewAppointmentList';
export const visitReviewNeed: readonly Permission[] = [
  'Out Bound/visitReviewV2:edit',
  'Out Bound/reviewAppointmentList:edit',
];
/** The number of days within which a review may be reopened. */
export const reopenDays = 30;

const made = (event: VisitReviewEvent): NewEvent => ({ type: event.type, data: { ...event.data } });
const person = ({ viewer }: Ctx) => ({ empId: viewer.empId, name: viewer.name });
const item = (key: string): string => itemStream(visitReviewQueue, key);

const score = z.int('badFormat').min(1, 'badFormat').max(5, 'badFormat');
const scored = z.strictObject({
  scores: z.strictObject(
    Object.fromEntries(visitHeads.map((head) => [head, score])) as Record<VisitHead, typeof score>,
  ),
  remarks: note(1000, 3),
});

function faceOf(task: AppointmentState, minutes: number): VisitFace | null {
  if (task.iTaskStatus !== taskStatus.completed || !task.outcome || !task.completedAt) return null;
  return {
    ref: reference('VR', task.id),
    appointmentId: task.id,
    pooId: task.iPooId,
    visitor: { empId: task.iAssignedTo, name: task.assignedName },
    who: customerOf(task),
    customer: task.place?.name ?? '',
    type: task.vAppType,
    slotAt: new Date(startsAt(task)).toISOString(),
    startedAt: task.startedAt,
    completedAt: task.completedAt,
    minutes,
    startDistanceM: task.startDistanceM,
    startPosition: task.startPosition,
    place: task.place,
    outcome: task.outcome,
    vitals: task.vitals,
    files: task.files,
  };
}

/** A completed visit, reviewed by somebody else: six scores and remarks; low ones are followed up. */
export const visitreview = defineStream<VisitReviewState, VisitReviewEvent>({
  name: 'visitreview',
  area: 'leads',
  state: 1,
  events: { VisitReviewOpened: true, VisitReviewed: true, VisitReviewReopened: true },
  initial: noVisitReview,
  about: {
    prefix: 'VR',
    needs: ['Out Bound/visitReviewV2:view'],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve: evolveVisitReview,
  visible: (state, viewer) => inPoos(viewer, state.face?.pooId),
  files: ({ face }) => face?.files.map(({ fileId }) => fileId) ?? [],
  commands: {
    /** Sent when the visit of the same number is completed. */
    open: command<VisitReviewState, { appointmentId: number; minutes: number }>({
      input: z.strictObject({ appointmentId: id(), minutes: z.int().min(0) }),
      need: 'system',
      creates: true,
      reads: ({ appointmentId }) => ({ task: `appointment-${appointmentId}` }),
      decide(state, { minutes }, ctx) {
        const face = state.stage === 'none' ? faceOf(ctx.read.task as AppointmentState, minutes) : null;
        return face ? [made({ type: 'VisitReviewOpened', data: { face } })] : refuse('noLongerNeeded', 409);
      },
    }),
    review: command<VisitReviewState, z.infer<typeof scored>>({
      input: scored,
      need: visitReviewNeed,
      reads: (_input, state, ctx) => ({ item: item(state.id), work: agentworkStream(ctx.viewer.empId) }),
      decide({ id: key, face, stage }, { scores, remarks }, ctx) {
        if (!face || !inPoos(ctx.viewer, face.pooId)) return refuse('notFound', 404);
        if (stage !== 'pending') return refuse('visitReviewed', 409);
        if (face.visitor.empId === ctx.viewer.empId) return refuse('ownVisit', 403);
        const { lease } = ctx.read.item as QueueItemState;
        if (lease?.empId !== ctx.viewer.empId) return refuse('visitClaim', 422);
        const { ref, visitor, pooId, customer } = face;
        const low = visitHeads.filter((head) => scores[head] <= lowScore);
        return [
          made({
            type: 'VisitReviewed',
            data: {
              face: { ref, visitor, pooId, customer },
              scores,
              total: visitTotal(scores),
              low,
              remarks,
              by: person(ctx),
            },
          }),
          ...endLease(item(key), lease, { type: 'QueueItemCompleted', data: {} }),
        ];
      },
    }),
    reopen: command<VisitReviewState, { reason: string }>({
      input: z.strictObject({ reason: note(500, 5) }),
      need: 'Out Bound/visitReviewV2:edit',
      versioned: true,
      decide({ face, stage, review }, { reason }, ctx) {
        if (!face || !inPoos(ctx.viewer, face.pooId)) return refuse('notFound', 404);
        if (stage !== 'reviewed' || !review) return refuse('visitNotReviewed', 409);
        if (face.visitor.empId === ctx.viewer.empId) return refuse('ownVisit', 403);
        if (ctx.now > Date.parse(review.at) + reopenDays * DAY_MS)
          return refuse('reopenLate', 410, { days: reopenDays });
        return [made({ type: 'VisitReviewReopened', data: { face, reason, by: person(ctx) } })];
      },
    }),
  },
  translations: translations({
    en: {
      VisitReviewOpened: 'Visit completed',
      VisitReviewed: 'Visit reviewed',
      VisitReviewReopened: 'Review reopened',
      ownVisit: 'This was your own visit; somebody else reviews it.',
      visitReviewed: 'This visit is reviewed already.',
      visitNotReviewed: 'This visit is not reviewed yet.',
      visitClaim: 'Claim the review first.',
      reopenLate: 'A review can be reopened for {{days}} days.',
    },
    es: {
      VisitReviewOpened: 'Visita completada',
      VisitReviewed: 'Visita revisada',
      VisitReviewReopened: 'Revisión reabierta',
      ownVisit: 'Fue su propia visita; la revisa otra persona.',
      visitReviewed: 'Esta visita ya está revisada.',
      visitNotReviewed: 'Esta visita aún no está revisada.',
      visitClaim: 'Asígnese antes la revisión.',
      reopenLate: 'Una revisión se puede reabrir durante {{days}} días.',
    },
  }),
  story: [],
});
