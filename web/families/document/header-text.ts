import type { DocumentField } from '#shared/families/document.ts';
import { formatDate, formatMoney, formatNumber } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';

/** Records that a header names beside their ids. */
const namedBy: Readonly<Partial<Record<string, string>>> = {
  supplier: 'supplier',
  customer: 'customer',
  address: 'address',
  patient: 'patient',
  prescription: 'rxRef',
};

/** A header field as it is read; empty where it says nothing. */
export function shownText(
  field: DocumentField,
  value: unknown,
  header: Readonly<Record<string, unknown>>,
  own: Translate,
  yes: string,
  no: string,
): string {
  const lookup = field.lookup ?? '';
  const named = namedBy[lookup];
  if (named) return String(header[named] ?? '');
  // Identified by the name beside it, or by the lines.
  if (['stockReason', 'purchase', 'placeOfOperation', 'tray'].includes(lookup)) return '';
  if (value === null || value === undefined || value === '') return '';
  switch (field.kind) {
    case 'choice':
      return own(`${field.of ?? field.name}.${String(value)}`);
    case 'date':
      return formatDate(String(value));
    case 'money':
      return formatMoney(Number(value));
    case 'percent':
      return `${formatNumber(Number(value) / 100)} %`;
    case 'yesNo':
      return value === true ? yes : no;
    default: {
      const text = String(value);
      const key = `${field.of}.${text}`;
      const said = field.of === undefined ? key : own(key);
      return said === key ? text : said;
    }
  }
}
