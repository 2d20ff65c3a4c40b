import { businessDay } from '../../core/day.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import type { ExceptionKind } from '../../streams/purchase/gre/exception.ts';
import {
  billStages,
  evolveGre,
  greLife,
  greTotals,
  noGre,
  payablePaise,
  shortClaimPaise,
  type GreState,
} from '../../streams/purchase/gre/state.ts';
import type { EventOf } from '../../core/stream.ts';
import type { gre } from '../../streams/purchase/gre/gre.ts';

interface Bill {
  readonly gre: GreState;
  readonly agreed: { readonly at: string; readonly by: string; readonly payable: number } | null;
}

/** One row per goods receipt whose goods are in stock: the supplier's bill beside it, and whether the accounts agree. Money in paise. */
export const billChecks = {
  name: 'bill_checks',
  version: 1,
  streams: ['gre'],
  subject: ({ stream }) => (streamName(stream) === 'gre' ? streamKey(stream) : null),
  fold: (before, event, id) => {
    const now = before ?? { gre: noGre(id), agreed: null };
    const gre = evolveGre(now.gre, event as Parameters<typeof evolveGre>[1]);
    return event.type === 'GreAccountsVerified'
      ? { gre, agreed: { at: event.at, by: event.actor.name, payable: event.data.payablePaise } }
      : { ...now, gre };
  },
  rows: ({ gre, agreed }, id) => {
    if (!gre.exists || !billStages.includes(gre.stage)) return [];
    const { header } = gre;
    const total = greTotals(gre).payable;
    const effect = (kind: ExceptionKind): number =>
      gre.exceptions.reduce((sum, one) => sum + (one.kind === kind ? one.effectPaise : 0), 0);
    const confirmedAt = gre.steps.find(({ step }) => step === 'confirm')?.at ?? gre.movedAt;
    return [
      {
        id,
        ref: gre.number,
        confirmedOn: businessDay(Date.parse(confirmedAt)),
        iPooId: gre.pooId,
        supplier: header.supplier,
        supplierId: header.supplierId,
        invoiceNo: header.invoiceNo,
        invoiceDate: header.invoiceDate,
        stage: gre.stage,
        invoice: header.invoiceValuePaise,
        total,
        gap: header.invoiceValuePaise - total,
        rateGap: effect('PRICE'),
        taxGap: effect('TAX'),
        claimed: shortClaimPaise(gre),
        payable: agreed?.payable ?? payablePaise(gre),
        held: agreed === null ? payablePaise(gre) : 0,
        verdict: agreed === null ? 'waiting' : 'agreed',
        agreedAt: agreed?.at ?? null,
        agreedBy: agreed?.by ?? null,
      },
    ];
  },
} satisfies ReportModel<Bill, EventOf<typeof gre>>;

const money = <N extends string>(name: N, width = 115) =>
  ({ name, kind: 'money', width, total: 'sum' }) as const;
export const billColumns = {
  confirmedOn: { name: 'confirmedOn', kind: 'date', width: 110 },
  ref: { name: 'ref', kind: 'id', width: 150 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  supplier: { name: 'supplier', kind: 'text', width: 190 },
  supplierId: { name: 'supplierId', kind: 'number', width: 100, hidden: true },
  invoiceNo: { name: 'invoiceNo', kind: 'id', width: 130 },
  invoiceDate: { name: 'invoiceDate', kind: 'date', width: 110 },
  dueOn: { name: 'dueOn', kind: 'date', width: 110, joined: true },
  stage: { name: 'stage', kind: 'choice', width: 120, options: greLife.stages },
  invoice: money('invoice'),
  total: money('total'),
  gap: money('gap', 100),
  rateGap: money('rateGap', 110),
  taxGap: money('taxGap', 100),
  claimed: money('claimed'),
  debitNotes: { ...money('debitNotes'), joined: true },
  payable: money('payable'),
  held: { ...money('held'), hidden: true },
  verdict: {
    name: 'verdict',
    kind: 'choice',
    width: 130,
    options: ['waiting', 'agreed'],
    tones: { agreed: 'ok' },
  },
  agreedAt: { name: 'agreedAt', kind: 'datetime', width: 140 },
  agreedBy: { name: 'agreedBy', kind: 'text', author: true, width: 150 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
