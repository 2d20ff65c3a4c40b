import { DAY_MS } from '../core/day.ts';
import type { Fields, MasterRule } from './master-def.ts';
import { paragraph, phone, pincode, type MasterField } from './master-field.ts';

export const addressFields: readonly MasterField[] = [
  paragraph('vAddress', { en: 'Address', es: 'Dirección' }, { max: 300, section: 'address', hidden: true }),
  pincode('vPincode', { en: 'Pincode', es: 'Código postal' }, { section: 'address', column: 110 }),
];
/** For lists about a location: address fields shown as columns. */
export const shownAddressFields: readonly MasterField[] = addressFields.map((field) => ({
  ...field,
  hidden: false,
}));
export const phoneField: MasterField = phone(
  'vPhone',
  { en: 'Phone', es: 'Teléfono' },
  { section: 'contact', column: 130 },
);

export function endsAfterStart(from: string, to: string): MasterRule {
  return (fields) =>
    fields[from] != null && fields[to] != null && String(fields[to]) < String(fields[from])
      ? { code: 'endsBeforeStart', field: to }
      : null;
}

export function atMostDays(from: string, to: string, n: number): MasterRule {
  return (fields) => {
    if (fields[from] == null || fields[to] == null) return null;
    const days = (Date.parse(String(fields[to])) - Date.parse(String(fields[from]))) / DAY_MS + 1;
    return days > n ? { code: 'rangeTooLong', field: to, details: { n } } : null;
  };
}

/** No two lines of a list may have the same value in one of these fields. */
export function noneTwice(list: string, ...names: readonly string[]): MasterRule {
  return (fields) => {
    const lines = (fields[list] ?? []) as readonly Fields[];
    for (const name of names) {
      const at = lines.findIndex((line, i) =>
        lines.slice(0, i).some((before) => before[name] === line[name]),
      );
      if (at >= 0) return { code: 'notTwice', field: `${list}.${at}.${name}`, details: { label: list } };
    }
    return null;
  };
}

/** A date that must not lie in the past; an unchanged stored value is accepted. */
export function neverBackDated(from: string): MasterRule {
  return (fields, { today, before }) =>
    fields[from] != null && fields[from] !== before?.[from] && String(fields[from]) < today
      ? { code: 'dateInPast', field: from, details: { label: from } }
      : null;
}

const sexes = (one: Fields): readonly string[] =>
  one.vSex === 'any' ? ['female', 'male'] : [String(one.vSex)];

/** Rows of ranges by sex and age: each the right way round, and no age of a sex in two of them. */
export function rangesByAge(list: string): MasterRule {
  return (fields) => {
    const lines = (fields[list] ?? []) as readonly Fields[];
    for (const [i, one] of lines.entries()) {
      if (Number(one.iAgeTo) < Number(one.iAgeFrom))
        return { code: 'rangesCross', field: `${list}.${i}.iAgeTo` };
      const crossed = rangesInside(['low', 'high'], ['critLow', 'critHigh'])(one, {
        today: '',
        before: null,
      });
      if (crossed) return { ...crossed, field: `${list}.${i}.${crossed.field}` };
      const other = lines
        .slice(0, i)
        .findIndex(
          (before) =>
            sexes(before).some((sex) => sexes(one).includes(sex)) &&
            Number(before.iAgeFrom) <= Number(one.iAgeTo) &&
            Number(one.iAgeFrom) <= Number(before.iAgeTo),
        );
      if (other >= 0)
        return { code: 'rangesOverlap', field: `${list}.${i}.iAgeFrom`, details: { n: other + 1 } };
    }
    return null;
  };
}

/** Each range must lie within the next wider one: reference within critical within absolute. */
export function rangesInside(...pairs: readonly (readonly [low: string, high: string])[]): MasterRule {
  return (fields) => {
    const value = (name: string): number | null => (fields[name] == null ? null : Number(fields[name]));
    for (const [i, [low, high]] of pairs.entries()) {
      const [from, to] = [value(low), value(high)];
      if (from !== null && to !== null && from > to) return { code: 'rangesCross', field: high };
      for (const [outLow, outHigh] of pairs.slice(i + 1)) {
        if (from !== null && value(outLow) !== null && from < value(outLow)!)
          return { code: 'rangesCross', field: low };
        if (to !== null && value(outHigh) !== null && to > value(outHigh)!)
          return { code: 'rangesCross', field: high };
      }
    }
    return null;
  };
}
