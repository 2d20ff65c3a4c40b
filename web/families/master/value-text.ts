import { addDays, businessDay } from '#shared/core/day.ts';
import type { Fields } from '#shared/families/master-def.ts';
import type { MasterField } from '#shared/families/master-field.ts';
import type { Labels } from '#shared/families/master-wire.ts';
import { formatDate, formatMoney, formatNumber } from '#web/words/formats.ts';
import type { Say } from '#web/words/words.ts';

/** What is needed to say a value: the master's own words, yes and no, and what records are called. */
export interface Saying {
  readonly own: Say;
  readonly yes: string;
  readonly no: string;
  /** `{{name}} (inactive)`. */
  readonly inactive: (name: string) => string;
  readonly labels: Labels;
}

/** What people call a record that a reference names. */
export function labelText(lookup: string, id: unknown, { labels, inactive }: Pick<Saying, 'labels' | 'inactive'>): string {
  const label = labels[`${lookup}:${String(id)}`];
  if (!label) return `#${String(id)}`;
  const name = label.name || label.code || `#${String(id)}`;
  return label.iStatus === 0 ? inactive(name) : name;
}

/** A field's value as a person reads it; empty when there is none. `prefix` is the field of lines that holds this one. */
export function fieldText(field: MasterField, value: unknown, say: Saying, prefix = ''): string {
  if (value === null || value === undefined || value === '') return '';
  // What another system told may be none of the options: it is shown as it came.
  const option = (one: unknown): string => (String(one) in (field.options ?? {}) ? say.own(`option.${prefix}${field.name}.${String(one)}`) : String(one));
  switch (field.kind) {
    case 'flag':
      return value === 1 || value === true ? say.yes : say.no;
    case 'choice':
      return option(value);
    case 'choices':
      return (value as readonly unknown[]).map(option).join(', ');
    case 'reference':
      return labelText(field.lookup!, value, say);
    case 'references':
      return (value as readonly unknown[]).map((id) => labelText(field.lookup!, id, say)).join(', ');
    case 'money':
      return typeof value === 'number' ? formatMoney(value) : String(value);
    case 'integer':
    case 'percent':
      return typeof value === 'number' ? formatNumber(value, 0) : String(value);
    case 'decimal':
      return typeof value === 'number' ? formatNumber(value, 4) : String(value);
    case 'date':
      return formatDate(String(value));
    case 'rows':
      return (value as readonly Fields[]).map((line) => lineText(field, line, say)).join('; ');
    default:
      return String(value);
  }
}

/** Whether a paper has run out or soon will; `now` is the server's clock (ms). */
export function isUrgent(field: MasterField | undefined, value: unknown, now: number): boolean {
  return field?.urgentDays !== undefined && typeof value === 'string' && value < addDays(businessDay(now), field.urgentDays);
}

export function lineText(field: MasterField, line: Fields, say: Saying): string {
  return (field.of ?? [])
    .map((one) =>
      // among the values of a line a bare yes says nothing: a flag that holds is named, one that does not is left out
      one.kind === 'flag'
        ? Number(line[one.name]) === 1
          ? say.own(`field.${field.name}.${one.name}`)
          : ''
        : fieldText(one, line[one.name], say, `${field.name}.`),
    )
    .filter(Boolean)
    .join(' · ');
}
