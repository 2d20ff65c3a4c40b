import { z } from 'zod';
import { note } from '../../../core/fields.ts';
import { emptyHash, mixRow } from '../../../core/hash.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { endLease } from '../leases.ts';
import {
  event,
  item,
  mayNotScore,
  ownHold,
  person,
  scored,
  scoring,
  settling,
  whoHolds,
  type Scoring,
} from './scoring.ts';
import { inCalibration, type ReviewState } from './state.ts';

/** One scored call in so many is scored by a second reviewer too. */
export const calibrateEvery = 10;
const lead = 'Out Bound/qualityReview:approve' as const;

/** Whether sampling picks this review for calibration; the number alone does not give it away. */
export function picked(key: string): boolean {
  const hash = emptyHash();
  mixRow(hash, key, 'calibration', 1);
  return hash.a % calibrateEvery === 0;
}

const completed = { type: 'QueueItemCompleted', data: {} } as const;

/** A lead asks for a second score; from now on nobody sees the first. */
export const calibrate = command<ReviewState, object>({
  input: z.strictObject({}),
  need: lead,
  decide(state, _input, ctx) {
    const { face, scored: first, calibration } = state;
    if (inCalibration(state) || calibration) return refuse('calibrationDone', 409);
    if (!face || !first || (state.stage !== 'scored' && state.stage !== 'final'))
      return refuse('reviewStage', 409);
    const no = mayNotScore(face, ctx, false);
    if (no) return no;
    const data = { face, first: first.by, why: 'lead', by: person(ctx) } as const;
    return [event({ type: 'CallCalibrationRequested', data })];
  },
});

/** The second score, by a reviewer who has no way to see the first. */
export const scoreAgain = command<ReviewState, Scoring>({
  input: scoring,
  need: 'Out Bound/qualityReview:edit',
  reads: whoHolds,
  decide(state, input, ctx) {
    const { face, scored: first } = state;
    if (!face || !first || state.stage !== 'calibrating') return refuse('reviewStage', 409);
    const no = mayNotScore(face, ctx, false);
    if (no) return no;
    if (first.by.empId === ctx.viewer.empId) return refuse('calibrationSame', 403);
    if (ctx.may(lead)) return refuse('calibrationBlind', 403);
    const lease = ownHold(ctx);
    if ('refused' in lease) return lease;
    // The row leaves the queue before it enters again for the lead.
    return [
      ...endLease(item(state.id), lease, completed),
      event({ type: 'CallCalibrationScored', data: { face, first: first.by, ...scored(input, ctx) } }),
    ];
  },
});

/** A lead who gave neither score decides what counts, head by head. */
export const settleCalibration = command<ReviewState, z.infer<typeof settling>>({
  input: settling,
  need: lead,
  reads: whoHolds,
  decide(state, { scores, fatal, reason }, ctx) {
    const { face, scored: first, calibration } = state;
    if (!face || !first || !calibration?.second || state.stage !== 'comparing')
      return refuse('reviewStage', 409);
    const no = mayNotScore(face, ctx, false);
    if (no) return no;
    if ([first.by.empId, calibration.second.by.empId].includes(ctx.viewer.empId ?? 0))
      return refuse('calibrationScorer', 403);
    const lease = ownHold(ctx);
    if ('refused' in lease) return lease;
    const counts = scored({ scores, fatal, remarks: reason }, ctx);
    return [
      event({ type: 'CallCalibrationSettled', data: { face, before: calibration.before, ...counts } }),
      ...endLease(item(state.id), lease, completed),
    ];
  },
});

/** Nobody can give a second score: the first counts again. */
export const withdrawCalibration = command<ReviewState, { reason: string }>({
  input: z.strictObject({ reason: note(500, 10) }),
  need: lead,
  decide(state, { reason }, ctx) {
    const { face, calibration, total, scored: first } = state;
    if (!face || !calibration || state.stage !== 'calibrating') return refuse('reviewStage', 409);
    const no = mayNotScore(face, ctx, false);
    if (no) return no;
    if (first?.by.empId === ctx.viewer.empId) return refuse('calibrationScorer', 403);
    const data = { face, before: calibration.before, total: total ?? 0, reason, by: person(ctx) };
    return [event({ type: 'CallCalibrationWithdrawn', data })];
  },
});
