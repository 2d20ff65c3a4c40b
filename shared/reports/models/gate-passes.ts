import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  evolveGatePass,
  gatePassLife,
  noGatePass,
  type GatePassState,
} from '../../streams/purchase/gatepass/state.ts';
import { minutesBetween } from './spans.ts';

const at = ({ steps }: GatePassState, name: string): string | null =>
  steps.find(({ step }) => step === name)?.at ?? null;

/** One row per gate pass: declared and received goods, and entered invoices. Money in paise. */
export const gatePasses = {
  name: 'gate_passes',
  version: 1,
  streams: ['gatepass'],
  subject: ({ stream }) => (streamName(stream) === 'gatepass' ? streamKey(stream) : null),
  fold: (before, event, id) =>
    evolveGatePass(before ?? noGatePass(id), event as Parameters<typeof evolveGatePass>[1]),
  rows: (state, id) => {
    if (!state.exists) return [];
    const { header, lines } = state;
    const { boxesDeclared, boxesReceived, boxesDamaged } = header;
    const entered = lines.filter(({ greId }) => greId !== null);
    const endedAt = at(state, 'close') ?? at(state, 'refuse') ?? at(state, 'cancel');
    const mismatch =
      boxesDeclared !== null && boxesReceived !== null && boxesDeclared !== boxesReceived
        ? 'boxes'
        : (boxesDamaged ?? 0) > 0
          ? 'damaged'
          : entered.length < lines.length
            ? 'entry'
            : 'none';
    return [
      {
        id,
        ref: state.number,
        inAt: state.madeAt,
        supplier: header.supplier,
        vehicle: header.vehicle,
        transporter: header.transporter,
        lrNo: header.lrNo,
        declared: boxesDeclared,
        received: boxesReceived,
        damaged: boxesDamaged,
        coldTemp: header.coldTemp === null ? null : String(header.coldTemp),
        invoices: lines.length,
        entered: entered.length,
        value: lines.reduce((sum, { valuePaise }) => sum + valuePaise, 0),
        gres: [...new Set(entered.flatMap(({ gre }) => gre ?? []))].join(', ') || null,
        entryAt: at(state, 'startGre'),
        endedAt,
        stage: state.stage,
        mismatch,
        iPooId: state.pooId,
        waitMinutes: minutesBetween(state.madeAt, at(state, 'startGre')),
      },
    ];
  },
} satisfies ReportModel<GatePassState>;

const count = <N extends string>(name: N) => ({ name, kind: 'number', width: 90, total: 'sum' }) as const;
export const gatePassColumns = {
  ref: { name: 'ref', kind: 'id', width: 150 },
  inAt: { name: 'inAt', kind: 'datetime', width: 140 },
  supplier: { name: 'supplier', kind: 'text', width: 190 },
  vehicle: { name: 'vehicle', kind: 'id', width: 120 },
  transporter: { name: 'transporter', kind: 'text', width: 150 },
  lrNo: { name: 'lrNo', kind: 'id', width: 110 },
  declared: count('declared'),
  received: count('received'),
  damaged: count('damaged'),
  coldTemp: { name: 'coldTemp', kind: 'id', width: 80 },
  invoices: count('invoices'),
  entered: count('entered'),
  value: { name: 'value', kind: 'money', width: 120, total: 'sum' },
  gres: { name: 'gres', kind: 'id', width: 170 },
  entryAt: { name: 'entryAt', kind: 'datetime', width: 140 },
  endedAt: { name: 'endedAt', kind: 'datetime', width: 140 },
  stage: { name: 'stage', kind: 'choice', width: 130, options: gatePassLife.stages },
  mismatch: {
    name: 'mismatch',
    kind: 'choice',
    width: 150,
    options: ['none', 'boxes', 'damaged', 'entry'],
    tones: { boxes: 'warn', damaged: 'danger', entry: 'warn', none: 'muted' },
  },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  waitMinutes: { name: 'waitMinutes', kind: 'minutes', width: 130, total: 'average' },
} as const satisfies Readonly<Record<string, ReportColumn>>;
