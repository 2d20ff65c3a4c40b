import { z } from 'zod';
import { DAY_MS } from '../../../core/day.ts';
import type { NewEvent, RecordedEventOf } from '../../../core/event.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import * as texts from '../../../core/texts.ts';
import { linked, type Raised } from '../decision.ts';
import { decisionCommands, type EffectInput } from '../decision-commands.ts';
import type { ProductAskEvent, ProductFacts, RecordMove } from './events.ts';
import { productDecision } from './product-decision.ts';
import { productAskTranslations } from './translations.ts';

type Asker = Raised['requestedBy'];

export interface ProductAskState {
  readonly id: string;
  readonly stage: 'none' | 'asked' | 'granted' | 'refused' | 'settled';
  readonly requestedBy: Asker | null;
  readonly iPooId: number | null;
  readonly facts: ProductFacts | null;
  readonly requestId: string | null;
  readonly approvalId: number | null;
  readonly version: number;
}

function evolve(before: ProductAskState, event: RecordedEventOf<ProductAskEvent>): ProductAskState {
  const state = { ...before, version: event.version };
  switch (event.type) {
    case 'ProductDecisionAsked': {
      const { requestedBy, iPooId, facts, requestId } = event.data;
      return { ...state, stage: 'asked', requestedBy, iPooId, facts, requestId, approvalId: null };
    }
    case 'ProductDecisionLinked':
      return linked(state, event.data);
    case 'ProductDecisionGranted':
      return { ...state, stage: 'granted', approvalId: event.data.approvalId };
    case 'ProductDecisionRefused':
      return { ...state, stage: 'refused', approvalId: event.data.approvalId };
    case 'ProductDecisionApplied':
    case 'ProductDecisionFailed':
    case 'ProductDecisionOvertaken':
      return { ...state, stage: 'settled' };
    default:
      return before;
  }
}

const made = ({ type, data }: ProductAskEvent): NewEvent => ({ type, data: { ...data } });
const notNow = () => refuse('noLongerNeeded', 409);
const text = texts.own().max(500);
const facts = z.strictObject({
  code: text,
  name: text,
  maker: text,
  composition: text,
  pack: text,
  mrp: z.number().nullable(),
  why: text,
  note: text,
});
const person = z.strictObject({ empId: z.int().positive(), name: texts.own() });

/** Asks for a decision about the record as it is now; an open one about an earlier content no longer applies. */
const ask = command<ProductAskState, Partial<ProductFacts> & { by?: Asker; iPooId?: number | null }>({
  input: facts.partial().extend({ by: person, iPooId: z.int().nullable() }).partial() as never,
  need: 'system',
  creates: true,
  decide: (state, { by, iPooId, ...changed }, ctx) => {
    const requestedBy = by ?? state.requestedBy;
    const full = z.safeParse(facts, { ...state.facts, ...changed });
    if (!requestedBy || !full.success || state.stage === 'granted') return notNow();
    // A change of a record that waits for no decision asks for none.
    if (by === undefined && state.stage !== 'asked') return notNow();
    return [
      ...(state.stage === 'asked' ? [overtaken(state)] : []),
      made({
        type: 'ProductDecisionAsked',
        data: {
          requestId: ctx.newId(),
          ref: full.data.code || `NPR${ctx.id.padStart(6, '0')}`,
          requestedBy,
          iPooId: iPooId === undefined ? state.iPooId : iPooId,
          reason: full.data.note,
          subjectVersion: state.version + (state.stage === 'asked' ? 2 : 1),
          facts: full.data,
          expiresAt: new Date(ctx.now + 90 * DAY_MS).toISOString(),
        },
      }),
    ];
  },
});

const overtaken = ({ approvalId }: ProductAskState): NewEvent =>
  made({ type: 'ProductDecisionOvertaken', data: { approvalId } });

const moving = (id: string, action: string, reason: string | null | undefined): RecordMove => ({
  stream: `master-productRequest-${id}`,
  command: 'move',
  input: { action, ...(reason ? { reason } : {}) },
});

/** Refused without the approver's reason, its requester withdrew it or nobody decided in time. */
const { grant, close, linkApproval } = decisionCommands(productDecision, {
  waiting: ({ stage, requestId, approvalId }: ProductAskState) =>
    stage === 'asked' && requestId !== null ? { requestId, approvalId } : null,
  stale: () => 'subjectMoved',
  approve: ({ id }, _ctx, { comment }) => ({ data: { effect: moving(id, 'approve', comment) } }),
  reject: ({ id }, _ctx, { comment, approvalId }: EffectInput) => ({
    data: {
      effect: comment
        ? moving(id, 'reject', comment)
        : moving(id, 'withdraw', `AP-${String(approvalId).padStart(6, '0')}`),
    },
  }),
});

/** Why a record could not be moved, as the request names it. */
const named: readonly string[] = ['required', 'similarProduct'];

/** The outcome of the move. */
const settle = command<ProductAskState, { refused: string | null }>({
  input: z.strictObject({ refused: texts.token().max(60).nullable() }),
  need: 'system',
  decide: ({ stage, approvalId }, { refused }) => {
    if (stage !== 'granted') return notNow();
    if (refused === null) return [made({ type: 'ProductDecisionApplied', data: { approvalId } })];
    const why = named.includes(refused) ? refused : 'subjectMoved';
    return [made({ type: 'ProductDecisionFailed', data: { approvalId, why } })];
  },
});

/** Somebody decided on the record itself, or withdrew or removed it. */
const overtake = command<ProductAskState, Record<string, never>>({
  input: z.strictObject({}),
  need: 'system',
  decide: (state) => (state.stage === 'asked' ? [overtaken(state)] : notNow()),
});

/** The decision about a requested product, under the number of its record; the record's stage is the truth. */
export const productAsk = defineStream<ProductAskState, ProductAskEvent>({
  name: 'productask',
  area: 'approvals',
  state: 1,
  events: {
    ProductDecisionAsked: true,
    ProductDecisionLinked: true,
    ProductDecisionGranted: true,
    ProductDecisionRefused: true,
    ProductDecisionApplied: true,
    ProductDecisionFailed: true,
    ProductDecisionOvertaken: true,
  },
  initial: (id) => ({
    id,
    stage: 'none',
    requestedBy: null,
    iPooId: null,
    facts: null,
    requestId: null,
    approvalId: null,
    version: 0,
  }),
  evolve,
  commands: { ask, grant, close, linkApproval, settle, overtake },
  visible: (state, viewer) =>
    viewer.kind === 'system' ||
    viewer.admin ||
    viewer.empId === state.requestedBy?.empId ||
    viewer.rights.has('approvals/productCreationRequest:approve'),
  translations: productAskTranslations,
  story: [
    {
      as: 'system',
      stream: 'productask-9001',
      command: 'ask',
      input: {
        ...{ code: 'NPR009001', name: 'Metfor-ZD SR 1000', maker: 'Kaveri Formulations' },
        ...{ composition: 'Metformin 1000 mg', pack: 'TAB 15', mrp: 64_00, why: 'CUSTOMER_DEMAND', note: '' },
        by: { empId: 101, name: 'Ravi Kulkarni' },
        iPooId: 1,
      },
    },
    { as: 'system', stream: 'productask-9001', command: 'overtake', input: {} },
  ],
});
