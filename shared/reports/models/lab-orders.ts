import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  evolveLabOrder,
  noLabOrder,
  orderSources,
  orderStages,
  type LabOrderState,
} from '../../streams/care/lab/laborder-state.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { laborder } from '../../streams/care/lab/laborder.ts';

/** When each step was done first. */
type Times = Readonly<Partial<Record<string, string>>>;
interface Ordered {
  readonly order: LabOrderState;
  readonly times: Times;
  /** Samples that the lab or the phlebotomist refused. */
  readonly rejections: number;
}

/** One row per order of laboratory tests with the first time of each of its steps. Money in paise. */
export const labOrders = {
  name: 'lab_orders',
  version: 1,
  streams: ['laborder'],
  subject: ({ stream }) => (streamName(stream) === 'laborder' ? streamKey(stream) : null),
  fold: (before, event) => {
    const now = before ?? { order: noLabOrder(), times: {}, rejections: 0 };
    const { type, at } = event;
    return {
      order: evolveLabOrder(now.order, event as Parameters<typeof evolveLabOrder>[1]),
      times: now.times[type] ? now.times : { ...now.times, [type]: at },
      rejections: now.rejections + (type === 'LabSampleRejected' ? 1 : 0),
    };
  },
  rows: ({ order: { order, stage, reason, collectionAt }, times, rejections }, id) => {
    if (order === null) return [];
    const at = (type: EventOf<typeof laborder>['type']): string | null => times[type] ?? null;
    const collectedAt = at('LabSampleCollected');
    const reportedAt = at('LabOrderReportReceived');
    return [
      {
        id,
        ref: order.ref,
        orderedAt: at('LabOrdered'),
        patientId: String(order.patientId),
        lab: order.labName,
        tests: order.tests.length,
        testNames: order.tests.map(({ name }) => name).join(', '),
        price: order.pricePaise,
        source: order.source,
        stage,
        bookedFor: collectionAt,
        collectedAt,
        sentAt: at('LabSentToLab'),
        reportedAt,
        closedAt: at('LabOrderClosed'),
        reason,
        collected: collectedAt === null ? 'no' : 'yes',
        rejected: rejections > 0 ? 'yes' : 'no',
        by: order.by.name,
        iPooId: order.pooId,
        collectMinutes: minutesBetween(at('LabOrdered'), collectedAt),
        reportMinutes: minutesBetween(collectedAt, reportedAt),
      },
    ];
  },
} satisfies ReportModel<Ordered, EventOf<typeof laborder>>;

const instant = <N extends string>(name: N) => ({ name, kind: 'datetime', width: 140 }) as const;
const yesNo = <N extends string>(name: N) =>
  ({ name, kind: 'choice', width: 110, options: ['yes', 'no'] }) as const;
export const labOrderColumns = {
  ref: { name: 'ref', kind: 'id', width: 110 },
  orderedAt: instant('orderedAt'),
  patientId: { name: 'patientId', kind: 'id', width: 90, hidden: true },
  patient: {
    name: 'patient',
    kind: 'person',
    width: 160,
    unmask: 'Out Bound/LabTestReports:view',
    joined: true,
  },
  lab: { name: 'lab', kind: 'text', width: 170 },
  tests: { name: 'tests', kind: 'number', width: 80, total: 'sum' },
  testNames: { name: 'testNames', kind: 'text', width: 220 },
  price: { name: 'price', kind: 'money', width: 110, total: 'sum' },
  source: { name: 'source', kind: 'choice', width: 120, options: orderSources },
  stage: { name: 'stage', kind: 'choice', width: 150, options: orderStages.filter((one) => one !== 'none') },
  bookedFor: instant('bookedFor'),
  collectedAt: instant('collectedAt'),
  sentAt: instant('sentAt'),
  reportedAt: instant('reportedAt'),
  closedAt: instant('closedAt'),
  reason: { name: 'reason', kind: 'text', width: 180 },
  collected: yesNo('collected'),
  rejected: yesNo('rejected'),
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  collectMinutes: { name: 'collectMinutes', kind: 'minutes', width: 130, total: 'average' },
  reportMinutes: { name: 'reportMinutes', kind: 'minutes', width: 130, total: 'average' },
} as const satisfies Readonly<Record<string, ReportColumn>>;
