import type { NewEvent } from '../../../core/event.ts';
import { reference } from '../../../core/reference.ts';
import type { Ctx } from '../../../core/stream.ts';
import { careFileStream, type CareFileEvent, type CareFileState } from '../carefile/carefile.ts';
import { byOf, emit, iso } from '../emit.ts';
import type { Level, Severity } from './ladder.ts';
import { escalationClock, notifiedAt } from './ladder.ts';
import type { EscalationCause, EscalationEvent, EscalationFace, EscalationSource } from './state.ts';

/** The clocks of a level from now on: who is told, when it rings again, and when the next level hears of it. */
export function clockOf(
  level: Level,
  n: number,
  face: Pick<EscalationFace, 'severity' | 'owner' | 'pooId'>,
  ctx: Pick<Ctx, 'now' | 'directory'>,
) {
  const { ackMs, resolveMs, ringMs } = escalationClock[face.severity];
  return {
    level,
    ackBy: iso(ctx.now + ackMs),
    resolveBy: iso(ctx.now + resolveMs),
    ringAt: ringMs === null ? null : iso(ctx.now + ringMs),
    notified: notifiedAt(level, n, face.owner, face.pooId, ctx.directory),
  };
}

export interface CaseFlagged {
  readonly patientId: number;
  readonly month: string;
  readonly escalationId: number;
  readonly severity: string;
  readonly stage: 'raised' | 'acknowledged' | 'resolved';
}

/** The sheet knows of it, and so does the row of every month that is open: it comes first in its queue. */
export function noted(
  patientId: number,
  escalationId: number,
  severity: string,
  stage: CaseFlagged['stage'],
  ctx: Pick<Ctx, 'read'>,
): readonly NewEvent[] {
  const months = Object.entries((ctx.read['file'] as CareFileState | undefined)?.months ?? {}).filter(
    ([, { open }]) => open,
  );
  return [
    emit<CareFileEvent>(
      { type: 'CareEscalationNoted', data: { patientId, escalationId, severity, stage } },
      careFileStream(patientId),
    ),
    ...months.map(([month, { caseId }]): NewEvent => ({
      stream: `cccase-${caseId}`,
      type: 'CareCaseFlagged',
      data: { patientId, month, escalationId, severity, stage },
    })),
  ];
}

export interface ToRaise {
  readonly patientId: number;
  readonly patientName: string;
  readonly pooId: number | null;
  readonly source: EscalationSource;
  readonly severity: Severity;
  readonly cause: EscalationCause;
  readonly text?: string;
  readonly owner?: number | null;
}

/** The events of a new escalation: written together with what gave cause, so that neither is ever without the other. */
export function raise(
  id: number,
  { patientId, patientName, pooId, source, severity, cause, text = '', owner = null }: ToRaise,
  ctx: Ctx,
): readonly NewEvent[] {
  const face: EscalationFace = {
    patientId,
    patientName,
    pooId,
    ref: reference('EC', id),
    source,
    severity,
    cause,
    text,
    raisedBy: byOf(ctx),
    owner,
  };
  return [
    emit<EscalationEvent>(
      { type: 'EscalationRaised', data: { ...face, ...clockOf(1, 0, face, ctx) } },
      `escalation-${id}`,
    ),
    ...noted(patientId, id, severity, 'raised', ctx),
  ];
}
