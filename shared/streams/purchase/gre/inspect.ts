import { inRupees } from '../../../core/money.ts';
import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { atLine, bySelf, firstOf, nothingInput, outOfPlace, wrongStage } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { raisedBy } from '../../approvals/decision.ts';
import type { PoState } from '../po/state.ts';
import { productStream } from '../product-facts.ts';
import type { GreException } from './exception.ts';
import { exceptionsOf } from './match.ts';
import {
  greLife,
  rejectReasons,
  type ExceptionRaised,
  type GreLine,
  type GreState,
  type Inspected,
} from './state.ts';

const qcNeed = 'Inventory/qcList:create';
export const coldFrom = 2;
export const coldTo = 8;

const qty = z.int('badFormat').min(0, 'badFormat').max(99_99_999, 'badFormat').nullable().optional();
const inspectInput = z.strictObject({
  put: z
    .array(
      z.strictObject({
        id: fields.text(24),
        acceptedQty: qty,
        rejectedQty: qty,
        rejectReason: fields.blankable(fields.oneOf(rejectReasons)).optional(),
        temperature: z.number().min(-40, 'badFormat').max(60, 'badFormat').nullable().optional(),
      }),
    )
    .min(1)
    .max(500),
});

/** Merges a line's input into its known values; one of the two quantities gives the other. */
function inspected(line: GreLine, given: z.output<typeof inspectInput>['put'][number]): Inspected {
  const accepted =
    given.acceptedQty ??
    (given.rejectedQty != null ? line.receivedQty - given.rejectedQty : line.acceptedQty);
  const rejected =
    given.rejectedQty ??
    (given.acceptedQty != null ? line.receivedQty - given.acceptedQty : line.rejectedQty);
  return {
    id: line.id,
    acceptedQty: accepted ?? line.receivedQty,
    rejectedQty: rejected ?? 0,
    // Without a rejection there is no reason: an earlier one is removed with the quantity.
    rejectReason:
      given.rejectReason === undefined
        ? (rejected ?? 0) > 0
          ? line.rejectReason
          : null
        : given.rejectReason,
    temperature: given.temperature === undefined ? line.temperature : given.temperature,
  };
}

function lineSaysNo(
  line: GreLine,
  { acceptedQty, rejectedQty, rejectReason, temperature }: Inspected,
): Refusal | null {
  if (acceptedQty < 0 || rejectedQty < 0 || acceptedQty + rejectedQty !== line.receivedQty)
    return refuse(
      'qcQtyMismatch',
      422,
      { a: acceptedQty, r: rejectedQty, n: line.receivedQty },
      'acceptedQty',
    );
  if (rejectReason !== null && rejectedQty === 0)
    return refuse('rejectReasonExtra', 422, { product: line.product }, 'rejectReason');
  const warm =
    line.storage === 'COLD' && temperature !== null && (temperature < coldFrom || temperature > coldTo);
  return warm && acceptedQty > 0
    ? refuse(
        'tempOutOfRange',
        422,
        { t: temperature, lo: coldFrom, hi: coldTo, product: line.product },
        'temperature',
      )
    : null;
}

/** Quality control of lines: by somebody other than the person who entered them. */
export const inspect = command<GreState, z.output<typeof inspectInput>>({
  input: inspectInput,
  need: qcNeed,
  versioned: 'merge',
  decide: (state, { put }, ctx) => {
    const no = firstOf(outOfPlace(state, ctx), wrongStage(state, greLife, 'inspect'), bySelf(state, ctx));
    if (no) return no;
    const found: Inspected[] = [];
    for (const given of put) {
      const index = state.lines.findIndex(({ id }) => id === given.id);
      const line = state.lines[index];
      if (!line) return refuse('lineGone', 409, { id: given.id });
      const one = inspected(line, given);
      const wrong = lineSaysNo(line, one);
      if (wrong) return atLine(wrong, index + 1);
      found.push(one);
    }
    return [{ type: 'QcLineInspected', data: { put: found } }];
  },
});

/**
 * Every line is counted; a rejected quantity has its reason, and cold goods a temperature, before the
 * inspection ends.
 */
function incomplete(state: GreState): Refusal | null {
  for (const [i, line] of state.lines.entries()) {
    const { acceptedQty, rejectedQty, rejectReason, storage, temperature, product } = line;
    const no =
      acceptedQty === null
        ? refuse('qcIncomplete', 422, { product }, 'acceptedQty')
        : (rejectedQty ?? 0) > 0 && rejectReason === null
          ? refuse('rejectReasonMissing', 422, { product, n: rejectedQty }, 'rejectReason')
          : storage === 'COLD' && temperature === null
            ? refuse('temperatureMissing', 422, { product }, 'temperature')
            : null;
    if (no) return atLine(no, i + 1);
  }
  return null;
}

/** One line of the approver's summary: kind, product, agreed and received values. */
const said = ({ kind, product, ordered, received, invoiced, effectPaise }: GreException): string =>
  `${kind} · ${product} · ${ordered ?? '–'} / ${received} / ${invoiced} · ${inRupees(effectPaise)}`;

/**
 * Ends the inspection; order, receipt and invoice are matched, and differences beyond the tolerance go to
 * approval.
 */
export const completeQc = command<GreState, object>({
  input: nothingInput,
  need: qcNeed,
  versioned: true,
  reads: (_input, state) => ({
    ...Object.fromEntries(state.header.poIds.map((id) => [`po${id}`, `po-${id}`])),
    ...Object.fromEntries(state.lines.map(({ productId }) => [`p${productId}`, productStream(productId)])),
  }),
  decide: (state, _input, ctx) => {
    const no = firstOf(
      outOfPlace(state, ctx),
      wrongStage(state, greLife, 'match'),
      bySelf(state, ctx),
      incomplete(state),
    );
    if (no) return no;
    const minLife = new Map(
      state.lines.map(({ productId }) => [
        productId,
        Number((ctx.read[`p${productId}`] as MasterState).fields['iMinLifeAtGreDays'] ?? 180),
      ]),
    );
    const orders = new Map(state.header.poIds.map((id) => [id, ctx.read[`po${id}`] as PoState]));
    const exceptions = exceptionsOf(state, { today: ctx.today, orders, minLife });
    if (exceptions.length === 0)
      return [
        { type: 'QcCompleted', data: {} },
        { type: 'GreMatched', data: {} },
      ];
    const raised: ExceptionRaised = {
      // The kinds are translated, in the reader's language.
      ...raisedBy(ctx, {
        ref: state.number,
        iPooId: state.pooId,
        reason: '',
        subjectVersion: state.version + 2,
      }),
      supplier: state.header.supplier,
      invoiceNo: state.header.invoiceNo,
      madeBy: state.madeBy.empId,
      effectPaise: exceptions.reduce((sum, { effectPaise }) => sum + effectPaise, 0),
      kinds: [...new Set(exceptions.map(({ kind }) => kind))],
      summary: exceptions.slice(0, 20).map(said),
      exceptions,
    };
    return [
      { type: 'QcCompleted', data: {} },
      { type: 'GreExceptionRaised', data: { ...raised } },
    ];
  },
});
