import type { EventOf } from '../core/stream.ts';
import type { StoredOf } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import { addDays, businessDay } from '../core/day.ts';
import { inPoos } from '../core/permission.ts';
import type { Scope } from '../core/view.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { CurrentMedicine } from '../streams/prescriptions/checks/clinical.ts';
import { prescription } from '../streams/prescriptions/prescription/prescription.ts';
import { rxRef } from '../streams/prescriptions/references.ts';

const { events } = prescription;
const heard = [
  events.PrescriptionApproved,
  events.PrescriptionSuperseded,
  events.PrescriptionReinstated,
  events.PrescriptionDispensed,
  events.PrescriptionSupplyReversed,
  events.PrescriptionLapsed,
] as const;
type Heard = StoredOf<(typeof heard)[number]>;
const types: ReadonlySet<string> = new Set(heard.map(({ type }) => type));

/** A medicine by an approved prescription; `valid` until that is superseded or lapses. */
export interface PatientMedicine extends CurrentMedicine {
  readonly no: number;
  readonly valid: boolean;
  readonly from: string;
}
export interface MedicinesRow {
  readonly pooId: number | null;
  readonly medicines: readonly PatientMedicine[];
}

const keepMost = 200;

function change(row: MedicinesRow, event: Heard): MedicinesRow {
  const prescriptionId = Number(streamKey(event.stream));
  const of = (patch: (one: PatientMedicine) => PatientMedicine): MedicinesRow => ({
    ...row,
    medicines: row.medicines.map((one) => (one.prescriptionId === prescriptionId ? patch(one) : one)),
  });
  switch (event.type) {
    case 'PrescriptionApproved': {
      const { lines, repeats, pooId } = event.data;
      const from = businessDay(Date.parse(event.at));
      const taken = lines
        .filter(
          ({ decision }) => decision === 'supply' || decision === 'patientHas' || decision === 'notStocked',
        )
        .map(({ no, drug, dose, days, qty, decision }): PatientMedicine => ({
          ref: rxRef(prescriptionId),
          prescriptionId,
          no,
          drug,
          dose,
          from,
          until: addDays(from, days * (1 + repeats)),
          left: decision === 'supply' ? qty * (1 + repeats) : 0,
          valid: true,
        }));
      return {
        pooId,
        medicines: [...row.medicines.filter((one) => one.prescriptionId !== prescriptionId), ...taken].slice(
          -keepMost,
        ),
      };
    }
    case 'PrescriptionSuperseded':
    case 'PrescriptionLapsed':
      return of((one) => ({ ...one, valid: false }));
    case 'PrescriptionReinstated':
      return of((one) => ({ ...one, valid: true }));
    case 'PrescriptionDispensed':
    case 'PrescriptionSupplyReversed': {
      const { type } = event;
      const sign = type === 'PrescriptionDispensed' ? -1 : 1;
      const { supplied } = event.data;
      return of((one) => ({
        ...one,
        left: Math.max(
          0,
          one.left + sign * supplied.filter(({ no }) => no === one.no).reduce((sum, { qty }) => sum + qty, 0),
        ),
      }));
    }
  }
}

/** Each patient's medicines by approved prescriptions. */
export const medicinesView = defineView<MedicinesRow, EventOf<typeof prescription>>({
  name: 'patient-medicines',
  version: 1,
  streams: ['prescription'],
  recent: { most: 2_000, first: () => false },
  ids: (event) => (types.has(event.type) ? [String((event as Heard).data.patientId)] : []),
  row: (row, event) =>
    types.has(event.type) ? change(row ?? { pooId: null, medicines: [] }, event as Heard) : (row ?? null),
});

interface MedicinesScope extends Scope {
  readonly poos: readonly number[] | 'all';
}

/** A patient's medicines for the leaflets and the caring staff, queried by the patient's number. */
export const medicines = defineFeed<MedicinesRow, MedicinesScope, MedicinesRow>({
  name: 'case/medicines',
  view: medicinesView,
  need: [
    'Prescription/pilPrint:view',
    'Prescription/prescriptionUpdate:view',
    'Prescription/prescriptionChecker:view',
    'Prescription/DoctorView:view',
    'Prescription/careConnect:view',
  ],
  scope: (viewer) => ({ poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b) }),
  see: (row, scope) => (inPoos(scope, row.pooId) ? row : null),
  looks: (_row, id) => ({ patientId: Number(id), screen: 'medicines' }),
  sources: ['prescription'],
});
