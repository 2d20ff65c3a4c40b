import { z } from 'zod';
import { DAY_MS } from '../../../core/day.ts';
import { note } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { careFileStream, readsCareFile, type CareFileEvent } from '../carefile/carefile.ts';
import { byOf, emit } from '../emit.ts';
import { doctorRight } from '../escalation/ladder.ts';
import type { GivenValue } from './read-value.ts';
import { judgeReading, readingEvents, readsFor, valuesShape } from './record.ts';
import type { Reading, VitalEvent, VitalState } from './state.ts';

/** Its author puts a reading right for a day; after that a doctor does. */
export function mayWithdraw(
  by: { readonly empId: number | null } | undefined,
  at: string | null,
  ctx: Ctx,
): Refusal | null {
  if (ctx.may(doctorRight)) return null;
  if (by?.empId !== ctx.viewer.empId || at === null) return refuse('authorOrDoctor', 403);
  return ctx.now - Date.parse(at) > DAY_MS ? refuse('authorTooLate', 403) : null;
}

function condition(state: VitalState, ctx: Ctx): Reading | Refusal {
  if (!state.reading || !inPoos(ctx.viewer, state.reading.pooId)) return refuse('notFound', 404);
  if (state.status === 'corrected') return refuse('alreadyCorrected', 409);
  if (state.status === 'enteredInError') return refuse('alreadyInError', 409);
  return mayWithdraw(state.reading.by, state.recordedAt, ctx) ?? state.reading;
}

/** A new reading in the place of this one; both stay for ever. It is judged anew, as any other. */
export const correct = command<VitalState, { values: readonly GivenValue[]; reason: string }>({
  input: z.object({ values: valuesShape, reason: note(200, 5) }),
  need: ['Prescription/vitalStats:edit', 'Prescription/careConnect:edit', 'Prescription/careConnectV2:edit'],
  versioned: true,
  reads: ({ values }, state) => (state.reading ? readsFor(state.reading.patientId, values) : {}),
  decide(state, { values, reason }, ctx) {
    const old = condition(state, ctx);
    if ('refused' in old) return old;
    // The day on which it was taken was right, whenever it is corrected.
    const reading = judgeReading(
      { ...old, values, source: old.source, keepBoth: true },
      old.patientId,
      Number(ctx.id),
      {
        ...ctx,
        now: Math.max(Date.parse(old.takenAt), Date.parse(state.recordedAt ?? '')),
      },
    );
    if ('refused' in reading) return reading;
    const replacedBy = ctx.newNumber('vital');
    const { patientId } = old;
    return {
      events: [
        emit<VitalEvent>({ type: 'VitalCorrected', data: { patientId, replacedBy, reason, by: byOf(ctx) } }),
        emit<CareFileEvent>(
          { type: 'CareVitalsDropped', data: { patientId, readingId: Number(ctx.id) } },
          careFileStream(patientId),
        ),
        ...readingEvents(replacedBy, reading, ctx),
      ],
      answer: { replacedBy },
    };
  },
});

/** It was never so: it stays in the record, crossed out, and counts for nothing. */
export const markEnteredInError = command<VitalState, { reason: string }>({
  input: z.object({ reason: note(200, 5) }),
  need: ['Prescription/vitalStats:edit', 'Prescription/careConnect:edit', 'Prescription/careConnectV2:edit'],
  versioned: true,
  reads: (_input, state) => readsCareFile(state.reading?.patientId),
  decide(state, { reason }, ctx) {
    const old = condition(state, ctx);
    if ('refused' in old) return old;
    const { patientId } = old;
    return [
      emit<VitalEvent>({ type: 'VitalMarkedEnteredInError', data: { patientId, reason, by: byOf(ctx) } }),
      emit<CareFileEvent>(
        { type: 'CareVitalsDropped', data: { patientId, readingId: Number(ctx.id) } },
        careFileStream(patientId),
      ),
    ];
  },
});
