import type { RxLine } from '../prescription/content.ts';
import { doseText } from '../prescription/dose.ts';

export const comparedFields = ['drug', 'dose', 'route', 'food', 'days', 'qty'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** One field of one line that two people read differently, as texts to show side by side. */
export interface Difference {
  readonly no: number;
  readonly field: ComparedField;
  readonly first: string;
  readonly second: string;
}

const drugText = ({ drug }: RxLine): string =>
  drug.productId === null
    ? `${drug.molecules.map(({ inn, strength, unit }) => `${inn} ${strength ?? ''} ${unit ?? ''}`.trim()).join(' + ')} ${drug.form}`
    : drug.name;

export function fieldText(line: RxLine, field: ComparedField): string {
  switch (field) {
    case 'drug':
      return drugText(line);
    case 'dose':
      return doseText(line.dose);
    default:
      return String(line[field]);
  }
}

/**
 * Every field of the lines `nos` on which two entries differ, as sorted on the page. A line that only one of
 * them has differs in its drug.
 */
export function differences(
  first: readonly RxLine[],
  second: readonly RxLine[],
  nos: readonly number[],
): Difference[] {
  return nos.flatMap((no): Difference[] => {
    const one = first.find((line) => line.no === no);
    const other = second.find((line) => line.no === no);
    if (!one || !other)
      return [{ no, field: 'drug', first: one ? drugText(one) : '–', second: other ? drugText(other) : '–' }];
    return comparedFields.flatMap((field) => {
      const [a, b] = [fieldText(one, field), fieldText(other, field)];
      return a === b ? [] : [{ no, field, first: a, second: b }];
    });
  });
}

/** The line with the named fields taken from the other entry. */
export function takeFrom(line: RxLine, other: RxLine, fields: readonly ComparedField[]): RxLine {
  return fields.reduce<RxLine>((now, field) => {
    switch (field) {
      case 'drug': {
        const { drug, productId, moleculeId, strength, unit, form } = other;
        return { ...now, drug, productId, moleculeId, strength, unit, form };
      }
      case 'dose':
        return { ...now, dose: other.dose };
      case 'route':
        return { ...now, route: other.route };
      case 'food':
        return { ...now, food: other.food };
      case 'days':
        return { ...now, days: other.days };
      case 'qty':
        return { ...now, qty: other.qty, qtyReason: other.qtyReason };
    }
  }, line);
}
