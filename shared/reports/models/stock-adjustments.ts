import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  adjustmentLife,
  evolveAdjustment,
  noAdjustment,
  type AdjustmentState,
} from '../../streams/stock/adjustment/state.ts';

/** One row per line of a stock adjustment; gains count positive, losses negative. Money in paise, at cost. */
export const stockAdjustments = {
  name: 'stock_adjustments',
  version: 1,
  streams: ['adjustment'],
  subject: ({ stream }) => (streamName(stream) === 'adjustment' ? streamKey(stream) : null),
  fold: (before, event, id) =>
    evolveAdjustment(before ?? noAdjustment(id), event as Parameters<typeof evolveAdjustment>[1]),
  rows: (state, id) => {
    if (!state.exists) return [];
    const { header } = state;
    const decided = state.steps.findLast(({ step }) => ['approve', 'reject'].includes(step));
    return state.lines.map((line) => ({
      id: `${id}:${line.id}`,
      adjustmentId: id,
      ref: state.number,
      madeAt: state.madeAt,
      stage: state.stage,
      product: line.product,
      label: line.label,
      batch: line.batch,
      expiry: line.expiry,
      before: line.systemQty,
      counted: line.systemQty + line.qty,
      change: line.qty,
      direction: line.qty < 0 ? 'loss' : 'gain',
      gain: line.qty < 0 ? 0 : Math.abs(line.valuePaise),
      loss: line.qty < 0 ? Math.abs(line.valuePaise) : 0,
      net: line.valuePaise,
      reason: header.reason,
      source: header.count?.number ?? null,
      photos: state.files.length,
      itc: header.itcReversal ? 'yes' : 'no',
      by: state.madeBy.name,
      decidedBy: decided?.by.name ?? null,
      decidedAt: decided?.at ?? null,
      iPooId: state.pooId,
    }));
  },
} satisfies ReportModel<AdjustmentState>;

const count = <N extends string>(name: N) => ({ name, kind: 'number', width: 90 }) as const;
const money = <N extends string>(name: N) => ({ name, kind: 'money', width: 110, total: 'sum' }) as const;
export const adjustmentColumns = {
  madeAt: { name: 'madeAt', kind: 'datetime', width: 140 },
  ref: { name: 'ref', kind: 'id', width: 150 },
  adjustmentId: { name: 'adjustmentId', kind: 'id', width: 90, hidden: true },
  stage: { name: 'stage', kind: 'choice', width: 120, options: adjustmentLife.stages },
  product: { name: 'product', kind: 'text', width: 210 },
  label: { name: 'label', kind: 'id', width: 130 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  expiry: { name: 'expiry', kind: 'date', width: 110 },
  before: count('before'),
  counted: count('counted'),
  change: { name: 'change', kind: 'number', width: 90, total: 'sum' },
  direction: { name: 'direction', kind: 'choice', width: 110, options: ['gain', 'loss'] },
  gain: money('gain'),
  loss: money('loss'),
  net: money('net'),
  reason: { name: 'reason', kind: 'text', width: 170 },
  source: { name: 'source', kind: 'id', width: 150 },
  photos: count('photos'),
  itc: { name: 'itc', kind: 'choice', width: 120, options: ['yes', 'no'] },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  decidedBy: { name: 'decidedBy', kind: 'text', author: true, width: 150 },
  decidedAt: { name: 'decidedAt', kind: 'datetime', width: 140 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
