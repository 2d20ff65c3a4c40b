import { z } from 'zod';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { documentTranslations } from '../../documents/refusals.ts';
import { placeStream } from '../../documents/commands.ts';
import type { Person } from '../../documents/state.ts';
import type { MasterState } from '../../masters/state.ts';
import { boughtProduct, productFacts, productStream } from '../../purchase/product-facts.ts';
import { changeOf, type Levels } from './levels.ts';

/** The figures behind a proposal, as its approver sees them. */
export interface ProposalFigures {
  readonly sold: number;
  readonly stockedDays: number;
  readonly leadDays: number;
}
export interface MinMaxProposal extends Levels {
  readonly requestId: string;
  readonly ref: string;
  readonly requestedBy: { readonly empId: number; readonly name: string };
  readonly iPooId: number;
  readonly reason: string;
  readonly subjectVersion: number;
  readonly productId: number;
  readonly product: string;
  readonly place: string;
  readonly before: Levels | null;
  readonly change: number | null;
  readonly figures: ProposalFigures | null;
}
interface Decided {
  readonly requestId: string;
  readonly approvalId: number | null;
}
export type MinMaxEvent =
  | Event<'MinMaxProposed', MinMaxProposal>
  | Event<'MinMaxLinked', { readonly requestId: string; readonly approvalId: number }>
  | Event<'MinMaxApproved', Decided & Levels>
  | Event<'MinMaxRejected', Decided>
  | Event<'MinMaxWithdrawn', Decided>
  | Event<'MinMaxRetired', { readonly reason: string }>;

export interface MinMaxState {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly pooId: number;
  readonly productId: number;
  readonly product: string;
  readonly live: Levels | null;
  readonly pending:
    | (Levels & { readonly requestId: string; readonly approvalId: number | null; readonly by: Person })
    | null;
}

export const minMaxStream = (pooId: number, productId: number): string => `minmax-${pooId}-${productId}`;
const partsOf = (key: string): readonly [pooId: number, productId: number] => {
  const [pooId = 0, productId = 0] = key.split('-').map(Number);
  return [pooId, productId];
};

function noMinMax(id: string): MinMaxState {
  const [pooId, productId] = partsOf(id);
  return { id, exists: false, version: 0, pooId, productId, product: '', live: null, pending: null };
}

export function evolveMinMax(state: MinMaxState, event: RecordedEventOf<MinMaxEvent>): MinMaxState {
  const next = { ...state, exists: true, version: event.version };
  switch (event.type) {
    case 'MinMaxProposed': {
      const { min, max, multiple, requestId, requestedBy, product } = event.data;
      return {
        ...next,
        product,
        pending: { min, max, multiple, requestId, approvalId: null, by: requestedBy },
      };
    }
    case 'MinMaxLinked':
      return state.pending?.requestId === event.data.requestId
        ? { ...next, pending: { ...state.pending, approvalId: event.data.approvalId } }
        : next;
    case 'MinMaxApproved': {
      const { min, max, multiple } = event.data;
      return { ...next, live: { min, max, multiple }, pending: null };
    }
    case 'MinMaxRejected':
    case 'MinMaxWithdrawn':
      return { ...next, pending: null };
    case 'MinMaxRetired':
      return { ...next, live: null };
    default:
      return next;
  }
}

const most = 99_999;
const units = z.int('badFormat').min(0, 'badFormat').max(most, 'badFormat');
const proposeInput = z.strictObject({
  min: units,
  max: units,
  multiple: z.int('badFormat').min(1, 'badFormat').max(9_999, 'badFormat'),
  reason: fields.note(250, 5).optional(),
});
const decided = z.looseObject({ requestId: fields.text(60), approvalId: z.int().positive().nullish() });
/** A larger change needs a reason. */
const mostChange = 50;

/**
 * The minimum and maximum units of a product at a place; a change waits for somebody else, and the old levels
 * apply until then.
 */
export const minMax = defineStream<MinMaxState, MinMaxEvent>({
  name: 'minmax',
  area: 'stock',
  state: 1,
  events: {
    MinMaxProposed: true,
    MinMaxLinked: true,
    MinMaxApproved: true,
    MinMaxRejected: true,
    MinMaxWithdrawn: true,
    MinMaxRetired: true,
  },
  initial: noMinMax,
  evolve: evolveMinMax,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: {
    propose: command<MinMaxState, z.output<typeof proposeInput>>({
      input: proposeInput,
      need: ['Inventory/minMaxList:create', 'Inventory/minMaxList:edit'],
      creates: true,
      reads: (_input, state) => ({
        place: placeStream(state.pooId),
        [`p${state.productId}`]: productStream(state.productId),
      }),
      decide: (state, { min, max, multiple, reason = '' }, ctx) => {
        if (ctx.viewer.kind === 'person' && !inPoos(ctx.viewer, state.pooId))
          return refuse('pooNotMapped', 403, { poo: String(state.pooId) });
        const place: MasterState = ctx.read['place'];
        if (!place.exists || place.iStatus !== 1) return refuse('notInList', 422, { label: 'pooId' });
        const found = boughtProduct(ctx.read, state.productId);
        if (isRefusal(found)) return found;
        if (min >= max) return refuse('minMaxInvalid', 422, undefined, 'max');
        if (state.pending) return refuse('proposalPending', 409, { name: state.pending.by.name });
        const { product, packSize } = productFacts(found);
        if (multiple % packSize !== 0)
          return refuse('notPackMultiple', 422, { product, n: packSize }, 'multiple');
        const to = { min, max, multiple };
        if (JSON.stringify(to) === JSON.stringify(state.live)) return refuse('nothingChanged', 422);
        const change = changeOf(state.live, to);
        if ((change ?? 0) > mostChange && reason === '')
          return refuse('changeReason', 422, { n: change, m: mostChange }, 'reason');
        const prepared = ctx.prepared as { readonly figures?: ProposalFigures } | undefined;
        const data: MinMaxProposal = {
          ...to,
          requestId: ctx.newId(),
          ref: `${String(place.fields['vCode'] ?? '')} ${String(found.fields['vCode'] ?? '')}`,
          requestedBy: { empId: ctx.viewer.empId ?? 0, name: ctx.viewer.name },
          iPooId: state.pooId,
          reason,
          subjectVersion: state.version + 1,
          productId: state.productId,
          product,
          place: String(place.fields['vCode'] ?? ''),
          before: state.live,
          change,
          figures: prepared?.figures ?? null,
        };
        return [{ type: 'MinMaxProposed', data: { ...data } }];
      },
    }),
    linkApproval: command<MinMaxState, z.output<typeof decided>>({
      input: decided,
      need: 'system',
      decide: (state, { requestId, approvalId }) =>
        state.pending?.requestId === requestId
          ? [{ type: 'MinMaxLinked', data: { requestId, approvalId } }]
          : refuse('noLongerNeeded', 409),
    }),
    apply: command<MinMaxState, z.output<typeof decided>>({
      input: decided,
      need: 'system',
      decide: (state, { requestId, approvalId = null }) => {
        if (state.pending?.requestId !== requestId) return refuse('noLongerNeeded', 409);
        const { min, max, multiple } = state.pending;
        return [{ type: 'MinMaxApproved', data: { requestId, approvalId, min, max, multiple } }];
      },
    }),
    rejectChange: command<MinMaxState, z.output<typeof decided>>({
      input: decided,
      need: 'system',
      decide: (state, { requestId, approvalId = null }) =>
        state.pending?.requestId === requestId
          ? [{ type: 'MinMaxRejected', data: { requestId, approvalId } }]
          : refuse('noLongerNeeded', 409),
    }),
    withdraw: command<MinMaxState, object>({
      input: z.strictObject({}),
      need: ['Inventory/minMaxList:create', 'Inventory/minMaxList:edit'],
      decide: (state, _input, ctx) => {
        if (!state.pending) return refuse('noLongerNeeded', 409);
        if (state.pending.by.empId !== ctx.viewer.empId)
          return refuse('notYourProposal', 403, { name: state.pending.by.name });
        const { requestId, approvalId } = state.pending;
        return [{ type: 'MinMaxWithdrawn', data: { requestId, approvalId } }];
      },
    }),
    retire: command<MinMaxState, { reason: string }>({
      input: z.strictObject({ reason: fields.note(250, 5) }),
      need: ['Inventory/minMaxList:delete', 'Inventory/minMaxList:edit'],
      decide: (state, { reason }, ctx) => {
        if (!inPoos(ctx.viewer, state.pooId))
          return refuse('pooNotMapped', 403, { poo: String(state.pooId) });
        return state.live ? [{ type: 'MinMaxRetired', data: { reason } }] : refuse('noLongerNeeded', 409);
      },
    }),
  },
  translations: documentTranslations({
    en: {
      minMaxInvalid: 'Minimum must be 0 or more and below maximum.',
      notYourProposal: '{{name}} made this proposal; only they can withdraw it.',
      proposalPending: '{{name}} has proposed other levels already; they wait for approval.',
      notPackMultiple: '{{product}} comes in packs of {{n}}: order in a multiple of that.',
      nothingChanged: 'These are the levels already.',
      changeReason: 'This changes a level by {{n}} %. Above {{m}} % say why.',
      MinMaxProposed: 'Levels proposed',
      MinMaxLinked: 'Approval requested',
      MinMaxApproved: 'Levels approved',
      MinMaxRejected: 'Levels rejected',
      MinMaxWithdrawn: 'Proposal withdrawn',
      MinMaxRetired: 'Levels retired',
    },
    es: {
      minMaxInvalid: 'El mínimo debe ser 0 o más y menor que el máximo.',
      notYourProposal: 'Esta propuesta es de {{name}}; solo esa persona puede retirarla.',
      proposalPending: '{{name}} ya propuso otros niveles; esperan aprobación.',
      notPackMultiple: '{{product}} viene en envases de {{n}}: pida un múltiplo de eso.',
      nothingChanged: 'Los niveles ya son estos.',
      changeReason: 'Esto cambia un nivel un {{n}} %. Por encima del {{m}} % indique el motivo.',
      MinMaxProposed: 'Niveles propuestos',
      MinMaxLinked: 'Aprobación solicitada',
      MinMaxApproved: 'Niveles aprobados',
      MinMaxRejected: 'Niveles rechazados',
      MinMaxWithdrawn: 'Propuesta retirada',
      MinMaxRetired: 'Niveles retirados',
    },
  }),
  story: [],
});
