import { addDays, businessDay } from '#shared/core/day.ts';
import type { Fields } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { formatDate, formatMoney, formatNumber } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';

/** What formatting a value needs: the master's own translations, yes and no, and labels of records. */
export interface Announcing {
  readonly own: Translate;
  readonly yes: string;
  readonly no: string;
  /** `{{name}} (inactive)`. */
  readonly inactive: (name: string) => string;
  readonly labels: Labels;
}

/** Display name of a referenced record. */
export function labelText(
  lookup: string,
  id: unknown,
  { labels, inactive }: Pick<Announcing, 'labels' | 'inactive'>,
): string {
  const label = labels[`${lookup}:${String(id)}`];
  if (!label) return `#${String(id)}`;
  const name = label.name || label.code || `#${String(id)}`;
  return label.iStatus === 0 ? inactive(name) : name;
}

/**
 * A field's value for display; empty when there is none. `prefix` is the list field that contains this one.
 */
export function fieldText(field: MasterField, value: unknown, t: Announcing, prefix = ''): string {
  if (value === null || value === undefined || value === '') return '';
  // A value of another system may be none of the options: it is shown unchanged.
  const option = (one: unknown): string =>
    String(one) in (field.options ?? {})
      ? t.own(`option.${prefix}${field.name}.${String(one)}`)
      : String(one);
  switch (field.kind) {
    case 'yesNo':
      return value === 1 || value === true ? t.yes : t.no;
    case 'choice':
      return option(value);
    case 'choices':
      return (value as readonly unknown[]).map(option).join(', ');
    case 'reference':
      return labelText(field.lookup!, value, t);
    case 'references':
      return (value as readonly unknown[]).map((id) => labelText(field.lookup!, id, t)).join(', ');
    case 'money':
      return typeof value === 'number' ? formatMoney(value) : String(value);
    case 'percent':
      return typeof value === 'number' ? `${formatNumber(value / 100)} %` : String(value);
    case 'number':
      return typeof value === 'number' ? formatNumber(value, 0) : String(value);
    case 'decimal':
      return typeof value === 'number' ? formatNumber(value, 4) : String(value);
    case 'date':
      return formatDate(String(value));
    case 'file':
      return typeof value === 'object' && 'name' in value ? String(value.name) : String(value);
    case 'rows':
      return (value as readonly Fields[]).map((line) => lineText(field, line, t)).join('; ');
    default:
      return String(value);
  }
}

/** Whether a document has expired or soon will; `now` is the server's clock (ms). */
export function isUrgent(field: MasterField | undefined, value: unknown, now: number): boolean {
  return (
    field?.urgentDays !== undefined &&
    typeof value === 'string' &&
    value < addDays(businessDay(now), field.urgentDays)
  );
}

export function lineText(field: MasterField, line: Fields, t: Announcing): string {
  return (field.fields ?? [])
    .map((one) =>
      // in a list of values a bare "yes" is meaningless: a true flag is named, a false one left out
      one.kind === 'yesNo'
        ? Number(line[one.name]) === 1
          ? t.own(`field.${field.name}.${one.name}`)
          : ''
        : fieldText(one, line[one.name], t, `${field.name}.`),
    )
    .filter(Boolean)
    .join(field.spaced === undefined ? ' · ' : ' ');
}
