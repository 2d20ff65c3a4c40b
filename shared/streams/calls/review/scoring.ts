import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import { note } from '../../../core/fields.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import type { CallPerson } from '../call/state.ts';
import { agentworkStream, itemStream, type Lease } from '../leases.ts';
import type { QueueItemState } from '../queueitem/state.ts';
import {
  fatalFaults,
  scoreHeads,
  totalOf,
  type ReviewEvent,
  type ReviewFace,
  type ReviewState,
  type Score,
  type Scores,
} from './state.ts';

export const reviewQueue = 'qualityReview';
export const item = (key: string): string => itemStream(reviewQueue, key);
export const event = (one: ReviewEvent): NewEvent => ({ type: one.type, data: { ...one.data } });
export const person = (ctx: Pick<Ctx, 'viewer'>): CallPerson => ({
  empId: ctx.viewer.empId ?? 0,
  name: ctx.viewer.name,
});

const points = z.int().min(0).max(20);
const card = {
  scores: z.strictObject(
    Object.fromEntries(scoreHeads.map((head) => [head, points])) as Record<keyof Scores, typeof points>,
  ),
  fatal: z.array(z.enum(fatalFaults)).max(fatalFaults.length),
};
export const scoring = z.strictObject({ ...card, remarks: note(1000, 3) });
export type Scoring = z.infer<typeof scoring>;
export const settling = z.strictObject({ ...card, reason: note(1000, 10) });

export const scored = ({ scores, fatal, remarks }: Scoring, ctx: Ctx): Score => ({
  scores,
  fatal,
  total: totalOf(scores, fatal),
  remarks,
  by: person(ctx),
});

/** Nobody scores their own call, nor that of a colleague they lead when it is disputed. */
export function mayNotScore(face: ReviewFace, ctx: Ctx, disputed: boolean): Refusal | null {
  if (face.agent.empId === ctx.viewer.empId) return refuse('reviewOwn', 403);
  const managerId = ctx.directory.employee(face.agent.empId)?.managerId ?? null;
  return disputed && managerId !== null && managerId === ctx.viewer.empId
    ? refuse('reviewLed', 403, { name: face.agent.name })
    : null;
}

/** Whoever scores holds the row, and lets go of it with the score. */
export const whoHolds = (
  _input: unknown,
  state: ReviewState,
  ctx: Pick<Ctx, 'viewer'>,
): Record<string, string> => ({ item: item(state.id), work: agentworkStream(ctx.viewer.empId) });

export function ownHold(ctx: Ctx): Lease | Refusal {
  const row: QueueItemState | undefined = ctx.read.item;
  return row?.lease?.empId === ctx.viewer.empId ? row.lease : refuse('reviewClaim', 422);
}
