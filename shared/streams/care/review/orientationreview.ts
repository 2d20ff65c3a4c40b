import { z } from 'zod';
import { DAY_MS } from '../../../core/day.ts';
import { id, note } from '../../../core/fields.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { customerOf } from '../../leads/appointment/customer-ref.ts';
import { taskStatus, type AppointmentState } from '../../leads/appointment/state.ts';
import { byOf, emit } from '../emit.ts';
import {
  evolveOrientation,
  noOrientation,
  reviewerTypes,
  type Orientation,
  type OrientationEvent,
  type OrientationState,
  type ReviewerType,
} from './orientation-state.ts';

const right = (type: ReviewerType): Permission => `Prescription/reviewerType/${type}:edit`;
const either: readonly Permission[] = [right(1), right(2)];
const made = (event: OrientationEvent) => emit<OrientationEvent>(event);

const commentShape = z.object({ reviewerType: z.union([z.literal(1), z.literal(2)]), text: note(2_000, 10) });

function orientationOf(task: AppointmentState, id: string): Orientation | null {
  if (task.iTaskStatus !== taskStatus.completed || !task.outcome || !task.completedAt) return null;
  const who = customerOf(task);
  return {
    appointmentId: task.id,
    ref: reference('OR', id),
    pooId: task.iPooId,
    customer: task.place?.name || who,
    who,
    executive: { empId: task.iAssignedTo, name: task.assignedName },
    completedAt: task.completedAt,
    outcome: task.outcome.notes || null,
    result: task.outcome.result,
    topics: task.outcome.topics.length,
  };
}

/** An orientation visit that two people look back at, in any order. */
export const orientationreview = defineStream<OrientationState, OrientationEvent>({
  name: 'orientationreview',
  area: 'care',
  numbered: true,
  state: 1,
  initial: noOrientation,
  about: {
    prefix: 'OR',
    needs: [],
    there: ({ orientation }) => orientation !== null,
    sees: ({ orientation }, viewer) => inPoos(viewer, orientation?.pooId),
  },
  evolve: evolveOrientation,
  events: {
    OrientationReviewOpened: true,
    OrientationCommented: true,
    OrientationCommentedByLead: true,
    OrientationCommentedByDoctor: true,
    OrientationCommentEdited: true,
    OrientationReviewClosed: true,
  },
  visible: (state, viewer) => inPoos(viewer, state.orientation?.pooId),
  commands: {
    /** Sent when the orientation visit of the same number is completed. */
    open: command<OrientationState, { appointmentId: number }>({
      input: z.strictObject({ appointmentId: id() }),
      need: 'system',
      creates: true,
      reads: ({ appointmentId }) => ({ task: `appointment-${appointmentId}` }),
      decide(state, _given, ctx) {
        const orientation = state.orientation
          ? null
          : orientationOf(ctx.read['task'] as AppointmentState, ctx.id);
        return orientation
          ? [made({ type: 'OrientationReviewOpened', data: orientation })]
          : refuse('noLongerNeeded', 409);
      },
    }),
    comment: command<OrientationState, { reviewerType: ReviewerType; text: string }>({
      input: commentShape,
      need: either,
      decide(state, { reviewerType, text: said }, ctx) {
        const { orientation } = state;
        if (!orientation || !inPoos(ctx.viewer, orientation.pooId)) return refuse('notFound', 404);
        if (!ctx.may(right(reviewerType)))
          return refuse('forbidden', 403, { permission: right(reviewerType) });
        if (orientation.executive.empId !== null && orientation.executive.empId === ctx.viewer.empId)
          return refuse('ownVisit', 403);
        if (state.comments[reviewerType])
          return refuse('alreadyCommented', 409, { name: state.comments[reviewerType].by.name });
        const { ref } = orientation;
        const other = reviewerTypes.find((one) => one !== reviewerType);
        return [
          made({ type: 'OrientationCommented', data: { reviewerType, text: said, by: byOf(ctx) } }),
          // Each of the two queues lets its row go by an event of its own.
          made({
            type: reviewerType === 1 ? 'OrientationCommentedByLead' : 'OrientationCommentedByDoctor',
            data: { ref },
          }),
          ...(other && state.comments[other]
            ? [made({ type: 'OrientationReviewClosed', data: { ref } })]
            : []),
        ];
      },
    }),
    edit: command<OrientationState, { reviewerType: ReviewerType; text: string }>({
      input: commentShape,
      need: either,
      versioned: true,
      decide(state, { reviewerType, text: said }, ctx) {
        const before = state.comments[reviewerType];
        if (!before || !inPoos(ctx.viewer, state.orientation?.pooId)) return refuse('notFound', 404);
        if (before.by.empId !== ctx.viewer.empId) return refuse('notYourComment', 403);
        if (ctx.now - Date.parse(before.at) > DAY_MS) return refuse('editTooLate', 409);
        return before.text === said
          ? []
          : [made({ type: 'OrientationCommentEdited', data: { reviewerType, text: said, by: byOf(ctx) } })];
      },
    }),
  },
  translations: translations({
    en: {
      OrientationReviewOpened: 'Orientation completed',
      OrientationCommented: 'Comment written',
      OrientationCommentedByLead: 'Team lead commented',
      OrientationCommentedByDoctor: 'Doctor commented',
      OrientationCommentEdited: 'Comment changed',
      OrientationReviewClosed: 'Review closed',
      noLongerNeeded: 'Nothing left to do.',
      ownVisit: 'This was your own visit; somebody else must comment on it.',
      alreadyCommented: '{{name}} has commented already.',
      notYourComment: 'Only its author may change a comment.',
      editTooLate: 'A comment can be changed for 24 hours.',
    },
    es: {
      OrientationReviewOpened: 'Orientación completada',
      OrientationCommented: 'Comentario escrito',
      OrientationCommentedByLead: 'Comentó el jefe de equipo',
      OrientationCommentedByDoctor: 'Comentó el médico',
      OrientationCommentEdited: 'Comentario cambiado',
      OrientationReviewClosed: 'Revisión cerrada',
      noLongerNeeded: 'Ya no hay nada que hacer.',
      ownVisit: 'Fue su propia visita; debe comentarla otra persona.',
      alreadyCommented: '{{name}} ya ha comentado.',
      notYourComment: 'Solo su autor puede cambiar un comentario.',
      editTooLate: 'Un comentario puede cambiarse durante 24 horas.',
    },
  }),
  story: [],
});
