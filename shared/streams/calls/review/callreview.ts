import { z } from 'zod';
import { DAY_MS } from '../../../core/day.ts';
import { id, note, text } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { dispositionCodes } from '../call/dispositions.ts';
import type { CallerState } from '../call/caller.ts';
import { callerStream } from '../call/caller.ts';
import { endLease } from '../leases.ts';
import { calibrate, picked, scoreAgain, settleCalibration, withdrawCalibration } from './calibration.ts';
import { noteMoment, removeMoment } from './moments.ts';
import {
  event,
  item,
  mayNotScore,
  ownHold,
  person,
  scored,
  scoring,
  whoHolds,
  type Scoring,
} from './scoring.ts';
import {
  evolveReview,
  inCalibration,
  noReview,
  type ReviewEvent,
  type ReviewState,
  type SampledWhy,
} from './state.ts';

/** One connected call in so many is reviewed, beside complaints and the first calls of a new agent. */
export const sampleEvery = 20;
export const firstCallsReviewed = 10;
export const disputeDays = 3;

const sampled = z.strictObject({
  ref: text(20),
  agent: z.strictObject({ empId: id(), name: text(100) }),
  pooId: id().nullable(),
  talkSec: z.int().min(0),
  code: z.enum(dispositionCodes),
});
type Sampled = z.infer<typeof sampled>;

function whySampled({ code }: Sampled, key: string, calls: number): SampledWhy | null {
  if (code === 'COMPLAINT') return 'complaint';
  if (calls <= firstCallsReviewed) return 'newAgent';
  return Number(key) % sampleEvery === 0 ? 'chance' : null;
}

/** The review of one call: sampled by rule, scored by somebody else, open to a dispute, final. */
export const callreview = defineStream<ReviewState, ReviewEvent>({
  name: 'callreview',
  area: 'calls',
  state: 2,
  events: {
    CallSampled: true,
    CallQualityScored: true,
    CallQualityDisputed: true,
    CallQualityFinalized: true,
    CallCalibrationRequested: true,
    CallCalibrationScored: true,
    CallCalibrationSettled: true,
    CallCalibrationWithdrawn: true,
    CallMomentNoted: true,
    CallMomentRemoved: true,
  },
  initial: noReview,
  about: {
    prefix: 'CL',
    needs: [],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve: evolveReview,
  visible: (state, viewer) =>
    state.face?.agent.empId === viewer.empId || !state.face || inPoos(viewer, state.face.pooId),
  commands: {
    /** Asked for every connected call that has its disposition; most are not sampled. */
    sample: command<ReviewState, Sampled>({
      input: sampled,
      need: 'system',
      creates: true,
      reads: ({ agent }) => ({ caller: callerStream(agent.empId) }),
      decide(state, input, ctx) {
        const caller: CallerState | undefined = ctx.read.caller;
        const why = state.stage === 'none' ? whySampled(input, ctx.id, caller?.calls ?? 0) : null;
        return why === null
          ? refuse('noLongerNeeded', 409)
          : [event({ type: 'CallSampled', data: { face: { ...input, why } } })];
      },
    }),
    score: command<ReviewState, Scoring>({
      input: scoring,
      need: 'Out Bound/qualityReview:edit',
      reads: whoHolds,
      decide(state, input, ctx) {
        const { face } = state;
        if (!face || state.stage !== 'sampled') return refuse('reviewStage', 409);
        const no = mayNotScore(face, ctx, false);
        if (no) return no;
        const lease = ownHold(ctx);
        if ('refused' in lease) return lease;
        const { by, ...score } = scored(input, ctx);
        const sampledAgain = picked(ctx.id);
        return [
          event({
            type: 'CallQualityScored',
            data: { face, ...score, by, ...(sampledAgain ? { calibrate: true } : {}) },
          }),
          ...endLease(item(state.id), lease, { type: 'QueueItemCompleted', data: {} }),
          ...(sampledAgain
            ? [
                event({
                  type: 'CallCalibrationRequested',
                  data: { face, first: by, why: 'sample', by: null },
                }),
              ]
            : []),
        ];
      },
    }),
    /** The agent disagrees, within three days of the score. */
    dispute: command<ReviewState, { reason: string }>({
      input: z.strictObject({ reason: note(500, 10) }),
      need: 'signedIn',
      decide(state, { reason }, ctx) {
        if (!state.face || state.face.agent.empId !== ctx.viewer.empId) return refuse('notFound', 404);
        if (inCalibration(state)) return refuse('reviewCalibrating', 409);
        if (state.stage !== 'scored') return refuse('reviewStage', 409);
        if (ctx.now > Date.parse(state.scoredAt ?? '') + disputeDays * DAY_MS)
          return refuse('disputeLate', 410, { days: disputeDays });
        return [
          event({ type: 'CallQualityDisputed', data: { face: state.face, reason, total: state.total ?? 0 } }),
        ];
      },
    }),
    /** Decides a dispute; the score stays or is changed. */
    finalize: command<ReviewState, { total: number; remarks: string }>({
      input: z.strictObject({ total: z.int().min(0).max(100), remarks: note(1000, 3) }),
      need: 'Out Bound/qualityReview:approve',
      reads: whoHolds,
      decide(state, { total, remarks }, ctx) {
        if (!state.face || state.stage !== 'disputed') return refuse('reviewStage', 409);
        const no = mayNotScore(state.face, ctx, true);
        if (no) return no;
        const lease = ownHold(ctx);
        if ('refused' in lease) return lease;
        return [
          event({ type: 'CallQualityFinalized', data: { total, remarks, by: person(ctx) } }),
          ...endLease(item(state.id), lease, { type: 'QueueItemCompleted', data: {} }),
        ];
      },
    }),
    /** Three days passed without a dispute; a calibration begins them anew. */
    settle: command<ReviewState, object>({
      input: z.strictObject({}),
      need: 'system',
      decide: (state, _input, ctx) =>
        state.stage === 'scored' && ctx.now >= Date.parse(state.scoredAt ?? '') + disputeDays * DAY_MS
          ? [
              event({
                type: 'CallQualityFinalized',
                data: { total: state.total ?? 0, remarks: '', by: null },
              }),
            ]
          : refuse('noLongerNeeded', 409),
    }),
    calibrate,
    scoreAgain,
    settleCalibration,
    withdrawCalibration,
    noteMoment,
    removeMoment,
  },
  translations: translations({
    en: {
      CallSampled: 'Sampled for review',
      CallQualityScored: 'Scored',
      CallQualityDisputed: 'Score disputed',
      CallQualityFinalized: 'Score final',
      CallCalibrationRequested: 'Calibration requested',
      CallCalibrationScored: 'Scored by a second reviewer',
      CallCalibrationSettled: 'Calibration settled',
      CallCalibrationWithdrawn: 'Calibration withdrawn',
      CallMomentNoted: 'Moment noted',
      CallMomentRemoved: 'Note removed',
      reviewOwn: 'You cannot review your own call.',
      reviewLed: 'A dispute of {{name}} is decided by somebody who does not lead them.',
      reviewStage: 'Not possible at this stage of the review.',
      reviewClaim: 'Claim the call first.',
      disputeLate: 'A score can be disputed within {{days}} days.',
      reviewCalibrating: 'A second reviewer is scoring this call; wait until the two scores are settled.',
      calibrationDone: 'This call has been calibrated already.',
      calibrationSame: 'You gave the first score; somebody else gives the second.',
      calibrationBlind:
        'You may see the scores of others, so you cannot give the second score. A reviewer without approval rights gives it.',
      calibrationScorer: 'You scored this call; somebody else decides on its calibration.',
      momentLate: 'The recording is {{seconds}} seconds long.',
      momentsFull: 'A call holds up to {{most}} notes.',
      momentOwn: 'Only its author removes a note.',
    },
    es: {
      CallSampled: 'Seleccionada para revisión',
      CallQualityScored: 'Puntuada',
      CallQualityDisputed: 'Puntuación impugnada',
      CallQualityFinalized: 'Puntuación definitiva',
      CallCalibrationRequested: 'Calibración solicitada',
      CallCalibrationScored: 'Puntuada por un segundo revisor',
      CallCalibrationSettled: 'Calibración resuelta',
      CallCalibrationWithdrawn: 'Calibración retirada',
      CallMomentNoted: 'Momento anotado',
      CallMomentRemoved: 'Nota eliminada',
      reviewOwn: 'No puede revisar su propia llamada.',
      reviewLed: 'Una impugnación de {{name}} la decide alguien que no sea su jefe.',
      reviewStage: 'No es posible en esta fase de la revisión.',
      reviewClaim: 'Asígnese antes la llamada.',
      disputeLate: 'Una puntuación se puede impugnar en {{days}} días.',
      reviewCalibrating:
        'Un segundo revisor está puntuando esta llamada; espere a que se resuelvan las dos puntuaciones.',
      calibrationDone: 'Esta llamada ya se ha calibrado.',
      calibrationSame: 'Usted dio la primera puntuación; la segunda la da otra persona.',
      calibrationBlind:
        'Puede ver las puntuaciones de otros, así que no puede dar la segunda. La da un revisor sin permiso de aprobación.',
      calibrationScorer: 'Usted puntuó esta llamada; sobre su calibración decide otra persona.',
      momentLate: 'La grabación dura {{seconds}} segundos.',
      momentsFull: 'Una llamada admite hasta {{most}} notas.',
      momentOwn: 'Solo su autor elimina una nota.',
    },
  }),
  story: [
    {
      as: 'system',
      stream: 'callreview-7',
      command: 'sample',
      input: {
        ref: 'CL-000007',
        agent: { empId: 101, name: 'Ravi Kulkarni' },
        pooId: 1,
        talkSec: 80,
        code: 'COMPLAINT',
      },
    },
  ],
});
