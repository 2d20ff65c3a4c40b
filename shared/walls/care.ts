import { isOf, type EventOf } from '../core/stream.ts';
import type { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import type { escalation } from '../streams/care/escalation/escalation.ts';
import { streamKey, streamName } from '../core/event.ts';
import { defineView } from '../core/view.ts';
import { queueNeed } from '../families/queue.ts';
import { itemIds, markSince, queueMark, type PlacedMark } from '../families/wall-marks.ts';
import { defineWall } from '../families/wall.ts';
import { ccQueue } from '../queues/cc-queue.ts';
import { labReportsDigitization } from '../queues/lab-reports-digitization.ts';

const boards = { [ccQueue.name]: 'casesDue', [labReportsDigitization.name]: 'reportsLate' };

function criticalMark(
  row: PlacedMark | undefined,
  { type, data, at }: EventOf<typeof escalation>,
  id: string,
): PlacedMark | null {
  switch (type) {
    case 'EscalationRaised':
    case 'EscalationReopened':
      return data.severity === 'critical'
        ? {
            ...markSince(id, 'criticalUnheard', at, data.pooId ?? null),
            state: 'waiting',
            warnAt: at,
            breachAt: at,
          }
        : null;
    case 'EscalationRang':
    case 'EscalationLevelRaised':
      return row ?? null;
    default:
      return null;
  }
}

export const careWallView = defineView<PlacedMark, EventOf<typeof queueitem | typeof escalation>>({
  name: 'careWall',
  version: 2,
  streams: ['queueitem', 'escalation'],
  ids: (event) =>
    streamName(event.stream) === 'escalation'
      ? [`criticalUnheard:${streamKey(event.stream)}`]
      : itemIds(boards, event),
  row: (row, event, id) =>
    isOf<typeof escalation>('escalation', event) ? criticalMark(row, event, id) : queueMark(row, event, id),
});

/** *Care and lab*: cases due, critical values that nobody has acknowledged, reports late. */
export const careWall = defineWall({
  name: 'care',
  title: { en: 'Care and lab', es: 'Atención y laboratorio' },
  need: [queueNeed(ccQueue), queueNeed(labReportsDigitization)],
  boards: ['casesDue', 'reportsLate', 'criticalUnheard'],
  view: careWallView,
  mark: (row) => row,
  figures: [
    {
      name: 'cases.due',
      label: { en: 'Care cases due', es: 'Casos de atención' },
      kind: 'count',
      of: 'casesDue',
    },
    {
      name: 'cases.late',
      label: { en: 'Care cases overdue', es: 'Casos vencidos' },
      kind: 'count',
      of: 'casesDue',
      only: ['late'],
      alarm: { above: 0 },
    },
    {
      name: 'critical.unheard',
      label: { en: 'Critical, unacknowledged', es: 'Críticos sin atender' },
      kind: 'count',
      of: 'criticalUnheard',
      alarm: { above: 0 },
    },
    {
      name: 'reports.waiting',
      label: { en: 'Lab reports to read', es: 'Informes por leer' },
      kind: 'count',
      of: 'reportsLate',
    },
    {
      name: 'reports.late',
      label: { en: 'Lab reports late', es: 'Informes con retraso' },
      kind: 'count',
      of: 'reportsLate',
      only: ['late'],
      alarm: { above: 0 },
    },
  ],
  sources: ['customer', 'prescription'],
});
