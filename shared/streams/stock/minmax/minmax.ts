import { z } from 'zod';
import type { RecordedEventOf } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { documentTranslations } from '../../documents/refusals.ts';
import { placeStream } from '../../documents/commands.ts';
import { linked, lockedBy, raisedBy, type Waiting } from '../../approvals/decision.ts';
import { decisionCommands, withdrawCommand } from '../../approvals/decision-commands.ts';
import type { Person } from '../../documents/state.ts';
import type { MasterState } from '../../masters/state.ts';
import { boughtProduct, productFacts, productStream } from '../../purchase/product-facts.ts';
import type { MinMaxEvent, MinMaxProposal, ProposalFigures } from './events.ts';
import { levelChange } from './level-change.ts';
import { changeOf, type Levels } from './levels.ts';

export interface MinMaxState {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly pooId: number;
  readonly productId: number;
  readonly product: string;
  readonly live: Levels | null;
  readonly pending: (Levels & Waiting & { readonly by: Person }) | null;
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
      return { ...next, pending: state.pending && linked(state.pending, event.data) };
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
        const locked = lockedBy(state.pending, 'proposalPending');
        if (locked) return locked;
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
          ...raisedBy(ctx, {
            ref: `${String(place.fields['vCode'] ?? '')} ${String(found.fields['vCode'] ?? '')}`,
            iPooId: state.pooId,
            reason,
            subjectVersion: state.version + 1,
          }),
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
    ...decisionCommands(levelChange, {
      waiting: ({ pending }: MinMaxState) => pending,
      approve: ({ pending }) => {
        const { min, max, multiple } = pending!;
        return { data: { min, max, multiple } };
      },
    }),
    withdraw: withdrawCommand<MinMaxState>('MinMaxWithdrawn', {
      need: ['Inventory/minMaxList:create', 'Inventory/minMaxList:edit'],
      waiting: ({ pending }) => pending,
      others: 'notYourProposal',
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
