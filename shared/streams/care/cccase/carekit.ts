import { z } from 'zod';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { id, note } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { readsCareFile, waitsForAnswer, type CareFileState } from '../carefile/carefile.ts';
import { byOf, emit, type By } from '../emit.ts';
import type { Goal } from './assessment.ts';
import { isKitType, type Section } from './sections.ts';
import { careKitTranslations } from './translations.ts';

export interface Kit {
  readonly patientId: number;
  readonly customerId: number | null;
  readonly pooId: number | null;
  readonly month: string;
  readonly ref: string;
  readonly iKitTypeId: number;
  /** What was written when it was finalized; a correction is another version. */
  readonly sections: Readonly<Partial<Record<Section, string>>>;
  readonly goals: readonly Goal[];
  readonly version: number;
  readonly by: By;
}
interface Step {
  readonly patientId: number;
  readonly by: By;
}
export type CareKitEvent =
  | Event<'CareKitIssued', Kit>
  | Event<'CareKitReissued', Kit & { readonly reason: string }>
  | Event<'CareKitDispatched', Step>
  | Event<'CareKitAcknowledged', Step & { readonly note: string | null }>
  | Event<'CareKitReturned', Step & { readonly reason: string }>
  | Event<'CareKitDigitized', Step & { readonly isDigFlag: 1 }>;

export interface CareKitState {
  readonly stage: 'none' | 'finalized' | 'sent' | 'acknowledged' | 'returned';
  readonly kit: Kit | null;
  /** 0 until the answers on its paper were typed in. */
  readonly isDigFlag: 0 | 1;
  readonly sentAt: string | null;
  readonly reason: string | null;
}

function evolve(state: CareKitState, event: RecordedEventOf<CareKitEvent>): CareKitState {
  switch (event.type) {
    case 'CareKitIssued':
      return { ...state, stage: 'finalized', kit: event.data };
    case 'CareKitReissued':
      return { ...state, stage: 'finalized', kit: event.data, reason: event.data.reason };
    case 'CareKitDispatched':
      return { ...state, stage: 'sent', sentAt: event.at };
    case 'CareKitAcknowledged':
      return { ...state, stage: 'acknowledged' };
    case 'CareKitReturned':
      return { ...state, stage: 'returned', reason: event.data.reason };
    case 'CareKitDigitized':
      return { ...state, isDigFlag: 1 };
    default:
      return state;
  }
}

const need = ['Prescription/monthlyAssessments:edit', 'Prescription/careConnect:edit'] as const;
const made = (event: CareKitEvent) => emit<CareKitEvent>(event);

/** A finalized kit is never changed: the other type goes out as a version of its own. */
const reissue = command<CareKitState, { iKitTypeId: number; reason: string }>({
  input: z.object({ iKitTypeId: id(), reason: note(500, 5) }),
  need,
  versioned: true,
  decide({ kit }, { iKitTypeId, reason }, ctx) {
    if (!kit) return refuse('notFound', 404);
    if (!isKitType(iKitTypeId)) return refuse('careKitTypeInvalid', 422, {}, 'iKitTypeId');
    return [
      made({
        type: 'CareKitReissued',
        data: { ...kit, iKitTypeId, reason, version: kit.version + 1, by: byOf(ctx) },
      }),
    ];
  },
});

/** A kit that was issued anew after its month was closed goes out without the month; the first one goes out with it. */
const dispatch = command<CareKitState, object>({
  input: z.object({}),
  need,
  reads: (_input, { kit }) => readsCareFile(kit?.patientId),
  decide({ kit, stage, sentAt }, _input, ctx) {
    if (!kit) return refuse('notFound', 404);
    if (stage !== 'finalized' || sentAt === null) return refuse('kitWithMonth', 409);
    return waitsForAnswer(ctx.read['file'] as CareFileState | undefined)
      ? refuse('escalationOpen', 409)
      : [made({ type: 'CareKitDispatched', data: { patientId: kit.patientId, by: byOf(ctx) } })];
  },
});

const acknowledge = command<CareKitState, { note: string | null }>({
  input: z.object({ note: note(500).nullable() }),
  need,
  decide(state, { note: said }, ctx) {
    if (!state.kit) return refuse('notFound', 404);
    return state.stage === 'sent'
      ? [
          made({
            type: 'CareKitAcknowledged',
            data: { patientId: state.kit.patientId, by: byOf(ctx), note: said },
          }),
        ]
      : refuse('kitNotSent', 409);
  },
});

const takeBack = command<CareKitState, { reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  need,
  decide(state, { reason }, ctx) {
    if (!state.kit) return refuse('notFound', 404);
    return state.stage === 'sent'
      ? [made({ type: 'CareKitReturned', data: { patientId: state.kit.patientId, by: byOf(ctx), reason } })]
      : refuse('kitNotSent', 409);
  },
});

const digitize = command<CareKitState, object>({
  input: z.object({}),
  need: [...need, 'Prescription/labReportsDigitization:edit'],
  decide(state, _input, ctx) {
    if (!state.kit) return refuse('notFound', 404);
    return state.isDigFlag === 1
      ? []
      : [
          made({
            type: 'CareKitDigitized',
            data: { patientId: state.kit.patientId, by: byOf(ctx), isDigFlag: 1 },
          }),
        ];
  },
});

/** What a patient gets at the end of a month: the report, and the box that goes with it. The store hears of it by `CareKitIssued`. */
export const carekit = defineStream<CareKitState, CareKitEvent>({
  name: 'carekit',
  area: 'care',
  numbered: true,
  state: 1,
  initial: () => ({ stage: 'none', kit: null, isDigFlag: 0, sentAt: null, reason: null }),
  evolve,
  events: {
    CareKitIssued: true,
    CareKitReissued: true,
    CareKitDispatched: true,
    CareKitAcknowledged: true,
    CareKitReturned: true,
    CareKitDigitized: true,
  },
  visible: (state, viewer) => inPoos(viewer, state.kit?.pooId),
  commands: { reissue, dispatch, acknowledge, takeBack, digitize },
  translations: careKitTranslations,
  story: [],
});
