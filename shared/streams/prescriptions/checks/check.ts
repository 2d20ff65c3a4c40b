import type { RxHeader, RxLine } from '../prescription/content.ts';
import type { Alert, Clinical, Severity } from './clinical.ts';
import {
  allergyAlerts,
  doseAlerts,
  duplicateAlerts,
  interactionAlerts,
  pregnancyAlerts,
} from './medicine-alerts.ts';
import { lineLawAlerts, paperAlerts } from './paper-alerts.ts';

export interface Checked {
  readonly header: RxHeader;
  readonly lines: readonly RxLine[];
  /** The day on which it was first presented. */
  readonly presentedOn: string;
}

const rank: Readonly<Record<Severity, number>> = { block: 0, warn: 1, info: 2 };

/**
 * Lines to be taken: held and stopped ones are not; medicines the patient already has are not supplied but
 * taken.
 */
const taken = ({ decision }: RxLine): boolean => decision !== 'stopped' && decision !== 'hold';

/**
 * All alerts for a pharmacist before a prescription is approved, the most severe first; pure, so that the
 * screen and the decision agree.
 */
export function checkPrescription(
  { header, lines, presentedOn }: Checked,
  facts: Clinical,
  today: string,
): Alert[] {
  const live = lines.filter(taken);
  const found = [
    ...paperAlerts(header, lines, facts, presentedOn),
    ...allergyAlerts(live, facts),
    ...duplicateAlerts(live, facts, today),
    ...interactionAlerts(live, facts, today),
    ...doseAlerts(live, facts),
    ...pregnancyAlerts(live, facts),
    ...lineLawAlerts(header, lines),
  ];
  return found.toSorted((a, b) => rank[a.severity] - rank[b.severity] || (a.lineNo ?? 0) - (b.lineNo ?? 0));
}

/** Blocks that nobody has overridden. */
export function openBlocks(
  alerts: readonly Alert[],
  overridden: Readonly<Record<string, unknown>>,
): readonly Alert[] {
  return alerts.filter(({ severity, id }) => severity === 'block' && !(id in overridden));
}
