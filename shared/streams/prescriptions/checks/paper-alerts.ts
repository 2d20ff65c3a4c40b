import { addDays } from '../../../core/day.ts';
import { plainText } from '../../../core/plain.ts';
import type { RxHeader, RxLine } from '../prescription/content.ts';
import { unitsOf } from '../prescription/dose.ts';
import type { Alert, Clinical } from './clinical.ts';
import { lawSource, ownRule } from './dose-limits.ts';

/** Days from the day it is written within which a prescription must be presented first. */
export const presentWithin = { acute: 7, chronic: 30 } as const;

const needsPrescription = new Set(['H', 'H1', 'X', 'NDPS']);
/** Not for the doorstep: the patient comes to the store. */
export const storeOnly = ({ drug }: RxLine): boolean =>
  drug.schedules.some((one) => one === 'H1' || one === 'X' || one === 'NDPS');
const neverOrdered = ({ drug }: RxLine): boolean =>
  drug.schedules.some((one) => one === 'X' || one === 'NDPS');

const page = (
  kind: Alert['kind'],
  severity: Alert['severity'],
  override: Alert['override'],
  values: Alert['values'] = {},
  source: Alert['source'] = lawSource,
): Alert => ({
  id: kind,
  kind,
  severity,
  lineNo: null,
  values,
  source,
  override,
});

/** Words of a name in any sequence: `Rao, Lakshmi` is `Lakshmi Rao`; titles and initials do not count. */
const nameTranslations = (name: string): readonly string[] =>
  plainText(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1 && !['mr', 'mrs', 'ms', 'dr', 'smt', 'shri', 'kum'].includes(word));
export function namesAgree(one: string, other: string): boolean {
  const [a, b] = [nameTranslations(one), nameTranslations(other)];
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  return few.length > 0 && few.every((word) => many.includes(word));
}

/**
 * Defects of the document itself: signature, registration, age, name. `presentedOn` is the day it was first
 * presented.
 */
export function paperAlerts(
  header: RxHeader,
  lines: readonly RxLine[],
  facts: Clinical,
  presentedOn: string,
): Alert[] {
  const strict = lines.some(({ drug }) => drug.schedules.some((one) => needsPrescription.has(one)));
  const most = presentWithin[header.caseType];
  const found: Alert[] = [];
  if (!header.signature) found.push(page('noSignature', 'block', null));
  if (!header.prescriber.regNo)
    found.push(
      page('doctorUnknown', strict ? 'block' : 'warn', strict ? null : 'checker', {
        name: header.prescriber.name,
      }),
    );
  if (header.writtenOn > presentedOn)
    found.push(page('inFuture', 'block', null, { date: header.writtenOn }, ownRule));
  else if (presentedOn > addDays(header.writtenOn, most))
    found.push(page('tooOld', 'block', null, { date: header.writtenOn, days: most }));
  if (!namesAgree(header.patientAsWritten, facts.patientName))
    found.push(
      page(
        'nameDiffers',
        'warn',
        'checker',
        { written: header.patientAsWritten, patient: facts.patientName },
        ownRule,
      ),
    );
  return found;
}

/** Legal checks of each line: schedules, and the quantity against dose and days. */
export function lineLawAlerts(header: RxHeader, lines: readonly RxLine[]): Alert[] {
  return lines.flatMap((line): Alert[] => {
    const found: Alert[] = [];
    const at = (
      kind: Alert['kind'],
      severity: Alert['severity'],
      override: Alert['override'],
      values: Alert['values'],
      source: Alert['source'] = lawSource,
    ): void => {
      found.push({
        id: `${kind}:${line.no}`,
        kind,
        severity,
        lineNo: line.no,
        values: { name: line.drug.name, ...values },
        source,
        override,
      });
    };
    if (neverOrdered(line) && line.decision === 'supply') at('scheduleX', 'block', null, {});
    if (line.drug.schedules.includes('H1') && (!header.prescriber.address || !header.prescriber.name))
      at('h1Prescriber', 'block', null, {});
    if (storeOnly(line) && !neverOrdered(line)) at('storeOnly', 'info', 'checker', {});
    const units = unitsOf(line.dose, line.days, line.drug.form);
    if (units !== null && units !== line.qty)
      at(
        'quantityDiffers',
        'info',
        'checker',
        { n: units, m: line.qty, reason: line.qtyReason ?? '' },
        ownRule,
      );
    if (!line.drug.sold && line.productId !== null) at('notSold', 'warn', 'checker', {}, ownRule);
    return found;
  });
}
