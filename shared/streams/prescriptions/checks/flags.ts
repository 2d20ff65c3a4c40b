import type { RowFlag } from '../prescription/events.ts';
import { rowFlags } from '../prescription/events.ts';
import type { Alert, AlertKind } from './clinical.ts';

const flagOf: Readonly<Partial<Record<AlertKind, RowFlag>>> = {
  allergySubstance: 'allergy',
  allergyClass: 'allergy',
  allergyCross: 'allergy',
  duplicateHere: 'duplicate',
  duplicateCurrent: 'duplicate',
  interaction: 'interaction',
  doseHigh: 'dose',
  doseNotForAge: 'dose',
  doseElderly: 'dose',
  kidneyAvoid: 'kidney',
  kidneyReduce: 'kidney',
  pregnancy: 'pregnancy',
  pregnancyUnknown: 'pregnancy',
  noSignature: 'paper',
  doctorUnknown: 'paper',
  tooOld: 'paper',
  inFuture: 'paper',
  nameDiffers: 'paper',
  h1Prescriber: 'paper',
  storeOnly: 'h1',
  scheduleX: 'h1',
};

/** The alerts as flags on a row, the most severe kind first, each once. */
export function flagsOf(alerts: readonly Alert[]): RowFlag[] {
  const found = new Set(alerts.map(({ kind }) => flagOf[kind]));
  return rowFlags.filter((flag) => found.has(flag));
}
