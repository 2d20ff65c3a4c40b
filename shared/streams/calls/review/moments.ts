import { z } from 'zod';
import { note, text } from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { CallState } from '../call/state.ts';
import { event, mayNotScore, ownHold, person, whoHolds } from './scoring.ts';
import type { ReviewState } from './state.ts';

export const mostMoments = 50;

/** Whoever reviews the call notes what is said at a second of its recording. */
export const noteMoment = command<ReviewState, { atSec: number; text: string }>({
  input: z.strictObject({ atSec: z.int().min(0).max(86_400), text: note(500, 2) }),
  need: 'Out Bound/qualityReview:edit',
  reads: (input, state, ctx) => ({ ...whoHolds(input, state, ctx), call: `call-${state.id}` }),
  decide(state, { atSec, text: said }, ctx) {
    if (!state.face || state.stage === 'none') return refuse('notFound', 404);
    const no = mayNotScore(state.face, ctx, false);
    if (no) return no;
    const lease = ownHold(ctx);
    if ('refused' in lease) return lease;
    const { recording }: CallState = ctx.read.call;
    if (!recording) return refuse('callNoRecording', 404);
    if (atSec > recording.seconds) return refuse('momentLate', 422, { seconds: recording.seconds }, 'atSec');
    if (state.moments.length >= mostMoments) return refuse('momentsFull', 409, { most: mostMoments });
    return [
      event({ type: 'CallMomentNoted', data: { id: ctx.newId(), atSec, text: said, by: person(ctx) } }),
    ];
  },
});

export const removeMoment = command<ReviewState, { id: string }>({
  input: z.strictObject({ id: text(40) }),
  need: 'Out Bound/qualityReview:edit',
  reads: whoHolds,
  decide(state, { id }, ctx) {
    const found = state.moments.find((one) => one.id === id);
    if (!found) return refuse('notFound', 404);
    // Others' notes are not shown during a calibration, so they are not known to exist.
    if (found.by.empId !== ctx.viewer.empId)
      return state.stage === 'calibrating' ? refuse('notFound', 404) : refuse('momentOwn', 403);
    const lease = ownHold(ctx);
    return 'refused' in lease ? lease : [event({ type: 'CallMomentRemoved', data: { id } })];
  },
});
