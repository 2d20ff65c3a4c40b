import type { NewEvent } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { allotting, type NumberingState } from '../../core/numbering.ts';
import type { Deciding } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import type { AdjustmentHeader, AdjustmentLine } from '../adjustment/state.ts';
import { differing, type CountLine, type CountState } from './state.ts';

export interface ProposeInput {
  readonly upReasonId?: number | undefined;
  readonly downReasonId?: number | undefined;
}

function reasonFacts(
  reason: MasterState | undefined,
  direction: 'UP' | 'DOWN',
  field: string,
): Omit<AdjustmentHeader, 'note' | 'count'> | Refusal {
  if (!reason) return refuse('required', 422, { label: field }, field);
  if (!reason.exists || reason.cancelled || reason.iStatus !== 1)
    return refuse('notInList', 422, { label: field }, field);
  const { vName, vDirection, bItcReversal, bNeedsPhoto } = reason.fields;
  if (vDirection !== direction && vDirection !== 'BOTH')
    return refuse('wrongDirection', 422, { reason: String(vName ?? '') }, field);
  return {
    reasonId: reason.id,
    reason: String(vName ?? ''),
    direction: vDirection === 'BOTH' ? 'BOTH' : direction,
    itcReversal: bItcReversal === 1,
    needsPhoto: bNeedsPhoto === 1,
  };
}

const toLine = (line: CountLine, trayId: number | null): AdjustmentLine => {
  const { id, barcodeId, label, productId, product, packSize, batch, expiry } = line;
  return {
    ...{ id, barcodeId, label, productId, product, packSize, batch, expiry },
    systemQty: line.systemQty ?? 0,
    qty: line.variance ?? 0,
    valuePaise: line.valuePaise ?? 0,
    trayId,
  };
};

/** One adjustment of excess and one of missing units, drafted and proposed in the caller's name. */
export function proposeAdjustments(
  state: CountState,
  _input: ProposeInput,
  ctx: Deciding,
):
  | { readonly events: readonly NewEvent[]; readonly adjustments: readonly { id: string; number: string }[] }
  | Refusal {
  const lines = differing(state);
  const { pooId, place } = state;
  const next = allotting(ctx.read['series'] as NumberingState, { pooId, code: place.code }, 'A', ctx.today);
  const events: NewEvent[] = [];
  const adjustments: { id: string; number: string }[] = [];
  for (const [direction, field, read] of [
    ['UP', 'upReasonId', 'up'],
    ['DOWN', 'downReasonId', 'down'],
  ] as const) {
    const of = lines.filter(({ variance }) => (direction === 'UP') === (variance ?? 0) > 0);
    if (of.length === 0) continue;
    const facts = reasonFacts(ctx.read[read] as MasterState | undefined, direction, field);
    if ('refused' in facts) return facts;
    if (facts.needsPhoto && state.files.length === 0) return refuse('photoMissing', 422);
    const id = String(ctx.newNumber('adjustment'));
    const allotted = next(id);
    const by = [...new Set([...state.counted, ...state.counters])];
    const header: AdjustmentHeader = {
      ...facts,
      note: state.header.note,
      count: { id: state.id, number: state.number, by },
    };
    const stream = `adjustment-${id}`;
    const data = {
      ...{ number: allotted.number, pooId, place, header },
      lines: of.map((line) => toLine(line, state.header.trayId)),
    };
    events.push({ stream, type: 'StockAdjustmentDrafted', data }, allotted.event);
    for (const { fileId, name, mime } of facts.needsPhoto ? state.files : [])
      events.push({ stream, type: 'StockAdjustmentFileAttached', data: { fileId, name, mime } });
    events.push({ stream, type: 'StockAdjustmentProposed', data: {} });
    adjustments.push({ id, number: allotted.number });
  }
  return { events, adjustments };
}
