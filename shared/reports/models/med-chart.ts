import { addDays, businessDay } from '../../core/day.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { caseTypes } from '../../streams/prescriptions/pages.ts';
import { doseText, unitsPerDay } from '../../streams/prescriptions/prescription/dose.ts';
import { evolveRx, newRx, type RxState } from '../../streams/prescriptions/prescription/state.ts';
import type { EventOf } from '../../core/stream.ts';
import type { prescription } from '../../streams/prescriptions/prescription/prescription.ts';

interface Chart {
  readonly rx: RxState;
  /** The last day of a supply. */
  readonly suppliedOn: string | null;
}

/**
 * One row per medicine of an approved prescription: its dose, its supplied units, and the day it runs out.
 */
export const medChart = {
  name: 'med_chart',
  version: 2,
  streams: ['prescription'],
  subject: ({ stream }) => (streamName(stream) === 'prescription' ? streamKey(stream) : null),
  fold: (before, event, id) => {
    const now = before ?? { rx: newRx(id), suppliedOn: null };
    return {
      rx: evolveRx(now.rx, event as Parameters<typeof evolveRx>[1]),
      suppliedOn: event.type === 'PrescriptionDispensed' ? businessDay(Date.parse(event.at)) : now.suppliedOn,
    };
  },
  rows: ({ rx, suppliedOn }, id) => {
    const { received, header } = rx;
    if (rx.stage !== 'approved' || !received || !header) return [];
    return rx.lines
      .filter(({ decision }) => decision !== 'stopped')
      .map((line) => {
        const perDay = unitsPerDay(line.dose);
        const supplied = rx.dispensed[line.no] ?? 0;
        const days = supplied === 0 || perDay <= 0 ? null : Math.floor(supplied / perDay);
        return {
          id: `${id}:${line.no}`,
          rxId: id,
          ref: received.ref,
          patient: received.patientName,
          patientId: received.patientId,
          medicine: line.drug.name,
          molecules: line.drug.molecules.map(({ inn }) => inn).join(', ') || null,
          dose: doseText(line.dose),
          startedOn: header.writtenOn,
          days: line.days,
          qty: line.qty,
          supplied,
          open: Math.max(0, line.qty - supplied),
          suppliedOn: supplied === 0 ? null : suppliedOn,
          runsOutOn: days === null || suppliedOn === null ? null : addDays(suppliedOn, days),
          prescriber: header.prescriber.name,
          caseType: header.caseType,
          decision: line.decision,
          filled: supplied === 0 ? 'none' : supplied < line.qty ? 'part' : 'whole',
          iPooId: received.pooId,
        };
      });
  },
} satisfies ReportModel<Chart, EventOf<typeof prescription>>;

const count = <N extends string>(name: N) => ({ name, kind: 'number', width: 90, total: 'sum' }) as const;
export const medChartColumns = {
  ref: { name: 'ref', kind: 'id', width: 120 },
  rxId: { name: 'rxId', kind: 'id', width: 90, hidden: true },
  patient: { name: 'patient', kind: 'person', width: 170, unmask: 'Prescription/pdList:view' },
  patientId: { name: 'patientId', kind: 'id', width: 90, hidden: true },
  medicine: { name: 'medicine', kind: 'text', width: 190 },
  molecules: { name: 'molecules', kind: 'text', width: 190 },
  dose: { name: 'dose', kind: 'text', width: 120 },
  startedOn: { name: 'startedOn', kind: 'date', width: 110 },
  days: { name: 'days', kind: 'number', width: 80 },
  qty: count('qty'),
  supplied: count('supplied'),
  open: count('open'),
  suppliedOn: { name: 'suppliedOn', kind: 'date', width: 120 },
  runsOutOn: { name: 'runsOutOn', kind: 'date', width: 120 },
  prescriber: { name: 'prescriber', kind: 'text', width: 170 },
  caseType: { name: 'caseType', kind: 'choice', width: 110, options: caseTypes },
  decision: {
    name: 'decision',
    kind: 'choice',
    width: 130,
    options: ['supply', 'hold', 'notStocked', 'patientHas'],
  },
  filled: {
    name: 'filled',
    kind: 'choice',
    width: 120,
    options: ['none', 'part', 'whole'],
    tones: { none: 'muted', part: 'warn', whole: 'ok' },
  },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
