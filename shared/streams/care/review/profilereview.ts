import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { blankable, id, note, text } from '../../../core/fields.ts';
import type { Permission } from '../../../core/permission.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { masterId } from '../../../core/record-id.ts';
import { agentworkStream, endLease, itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import { byOf, emit, type By } from '../emit.ts';

/** A new patient whose profile a doctor looks through. */
export interface ProfileFace {
  readonly ref: string;
  readonly pooId: number | null;
  readonly name: string;
  readonly customer: string;
  readonly dob: string | null;
  readonly gender: string | null;
  readonly diagnoses: readonly string[];
  readonly careTierId: number | null;
}

export type ProfileReviewEvent =
  | Event<'ProfileReviewOpened', { readonly face: ProfileFace }>
  | Event<
      'ProfileReviewed',
      {
        readonly ref: string;
        readonly careTierId: number;
        readonly criticalTypeId: number | null;
        readonly remarks: string;
        readonly by: By;
      }
    >
  | Event<'ProfileInfoRequested', { readonly face: ProfileFace; readonly question: string; readonly by: By }>
  | Event<'ProfileInfoGiven', { readonly face: ProfileFace; readonly answer: string; readonly by: By }>;

export interface ProfileReviewState {
  readonly id: string;
  readonly stage: 'none' | 'pending' | 'infoRequested' | 'reviewed';
  readonly face: ProfileFace | null;
  readonly question: { readonly text: string; readonly by: By } | null;
}

const doctor: Permission = 'Out Bound/profileDoctorReview:edit';
export const profileReviewQueue = 'profileDoctorReview';
/** Who works with the patient may answer a doctor's question. */
const answering: readonly Permission[] = [
  doctor,
  'Out Bound/customerSingup:edit',
  'Out Bound/signup-queue:edit',
  'Prescription/careConnect:edit',
];
const made = (event: ProfileReviewEvent) => emit<ProfileReviewEvent>(event);
const item = (key: string): string => itemStream(profileReviewQueue, key);

/** The review and the row in hand; a refusal where there is none. */
function inHand(
  state: ProfileReviewState,
  ctx: Ctx,
): Refusal | { face: ProfileFace; lease: NonNullable<QueueItemState['lease']> } {
  if (!state.face || !inPoos(ctx.viewer, state.face.pooId)) return refuse('notFound', 404);
  if (state.stage !== 'pending') return refuse('profileStage', 409);
  const { lease } = ctx.read['item'] as QueueItemState;
  return lease?.empId === ctx.viewer.empId ? { face: state.face, lease } : refuse('profileClaim', 422);
}
const reads = (state: ProfileReviewState, ctx: Pick<Ctx, 'viewer'>): Record<string, string> => ({
  item: item(state.id),
  work: agentworkStream(ctx.viewer.empId),
});

const opening = z.strictObject({
  name: text(120),
  pooId: blankable(id()),
  customerId: blankable(id()),
  dob: blankable(text(10)),
  gender: blankable(text(20)),
  diagnoses: z.array(texts.own().max(120)).max(30),
  careTierId: blankable(id()),
});

/** The doctor's first look at a new patient: care tier, critical type and remarks, or a question. */
export const profilereview = defineStream<ProfileReviewState, ProfileReviewEvent>({
  name: 'profilereview',
  area: 'care',
  state: 1,
  events: {
    ProfileReviewOpened: true,
    ProfileReviewed: true,
    ProfileInfoRequested: true,
    ProfileInfoGiven: true,
  },
  initial: (key) => ({ id: key, stage: 'none', face: null, question: null }),
  about: {
    prefix: 'PT',
    needs: [],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve(state, event: RecordedEventOf<ProfileReviewEvent>): ProfileReviewState {
    switch (event.type) {
      case 'ProfileReviewOpened':
        return { ...state, stage: 'pending', face: event.data.face };
      case 'ProfileReviewed':
        return { ...state, stage: 'reviewed', question: null };
      case 'ProfileInfoRequested':
        return {
          ...state,
          stage: 'infoRequested',
          question: { text: event.data.question, by: event.data.by },
        };
      case 'ProfileInfoGiven':
        return { ...state, stage: 'pending' };
      default:
        return state;
    }
  },
  visible: (state, viewer) => inPoos(viewer, state.face?.pooId),
  commands: {
    /** Asked when a sign-up registers the patient of the same number. */
    open: command<ProfileReviewState, z.infer<typeof opening>>({
      input: opening,
      need: 'system',
      creates: true,
      decide(state, { customerId, ...given }, ctx) {
        if (state.stage !== 'none') return refuse('noLongerNeeded', 409);
        const face: ProfileFace = {
          ...given,
          ref: reference('PT', ctx.id),
          customer: customerId === null ? '' : reference('CU', customerId),
        };
        return [made({ type: 'ProfileReviewOpened', data: { face } })];
      },
    }),
    review: command<
      ProfileReviewState,
      { careTierId: number; criticalTypeId: number | null; remarks: string }
    >({
      input: z.strictObject({
        careTierId: masterId('careTier'),
        criticalTypeId: blankable(masterId('criticalType')),
        remarks: note(1000, 3),
      }),
      need: doctor,
      reads: (_input, state, ctx) => reads(state, ctx),
      decide(state, { careTierId, criticalTypeId, remarks }, ctx) {
        const held = inHand(state, ctx);
        if (isRefusal(held)) return held;
        const data = { ref: held.face.ref, careTierId, criticalTypeId, remarks, by: byOf(ctx) };
        return [
          made({ type: 'ProfileReviewed', data }),
          ...endLease(item(state.id), held.lease, { type: 'QueueItemCompleted', data: {} }),
        ];
      },
    }),
    /** The row leaves the queue until somebody answers. */
    askInfo: command<ProfileReviewState, { question: string }>({
      input: z.strictObject({ question: note(500, 5) }),
      need: doctor,
      reads: (_input, state, ctx) => reads(state, ctx),
      decide(state, { question }, ctx) {
        const held = inHand(state, ctx);
        if (isRefusal(held)) return held;
        return [
          made({ type: 'ProfileInfoRequested', data: { face: held.face, question, by: byOf(ctx) } }),
          ...endLease(item(state.id), held.lease, { type: 'QueueItemCompleted', data: {} }),
        ];
      },
    }),
    answer: command<ProfileReviewState, { answer: string }>({
      input: z.strictObject({ answer: note(1000, 2) }),
      need: answering,
      decide({ face, stage }, { answer }, ctx) {
        if (!face || !inPoos(ctx.viewer, face.pooId)) return refuse('notFound', 404);
        return stage === 'infoRequested'
          ? [made({ type: 'ProfileInfoGiven', data: { face, answer, by: byOf(ctx) } })]
          : refuse('profileStage', 409);
      },
    }),
  },
  translations: translations({
    en: {
      ProfileReviewOpened: 'Patient registered',
      ProfileReviewed: 'Profile reviewed',
      ProfileInfoRequested: 'Question asked',
      ProfileInfoGiven: 'Question answered',
      profileStage: 'Not possible at this stage of the review.',
      profileClaim: 'Claim the profile first.',
    },
    es: {
      ProfileReviewOpened: 'Paciente registrado',
      ProfileReviewed: 'Perfil revisado',
      ProfileInfoRequested: 'Pregunta hecha',
      ProfileInfoGiven: 'Pregunta respondida',
      profileStage: 'No es posible en esta fase de la revisión.',
      profileClaim: 'Asígnese antes el perfil.',
    },
  }),
  story: [],
});
