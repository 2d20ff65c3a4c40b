import { z } from 'zod';
import * as texts from '../core/texts.ts';
import { isSunday } from '../core/day.ts';
import { date, email, note, oneOf, phone, pincode, text } from '../core/fields.ts';
import { gstinIsValid } from './gstin.ts';
import type { MasterField } from './master-field.ts';

const missing = (issue: { readonly input?: unknown }): string =>
  issue.input == null || issue.input === '' ? 'required' : 'badFormat';

function number(field: MasterField, whole: boolean) {
  let type = z.number({ error: missing });
  if (whole) type = type.int('badFormat');
  if (field.min !== undefined) type = type.min(field.min, 'tooSmall');
  return type.max(field.max ?? (whole ? Number.MAX_SAFE_INTEGER : 1e12), 'tooBig');
}

function line(field: MasterField): z.ZodType {
  let type: z.ZodType = text(field.max ?? 100, field.min ?? 1);
  if (field.upper || field.compact) {
    const plain = (value: string): string => {
      const compact = field.compact ? value.replace(/[\s-]/g, '') : value;
      return field.upper ? compact.toUpperCase() : compact;
    };
    type = z.preprocess((value) => (typeof value === 'string' ? plain(value) : value), type);
  }
  const { pattern } = field;
  return pattern
    ? type.refine((value) => new RegExp(`^(?:${pattern})$`, 'u').test(String(value)), 'badFormat')
    : type;
}

function list(item: z.ZodType, field: MasterField) {
  return z
    .array(item, { error: missing })
    .max(field.max ?? 200, 'tooMany')
    .min(field.required ? 1 : 0, 'required');
}

/** Schema of one field's value; the message of every issue is a code. */
export function valueOf(field: MasterField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return line(field);
    case 'paragraph':
      return note(field.max ?? 500, field.min ?? 1);
    case 'number':
    case 'percent':
      return number(field, true);
    case 'money':
      return number({ min: 0, ...field }, true);
    case 'decimal':
      return number(field, false);
    case 'date':
      return field.noSunday ? date().refine((value) => !isSunday(value), 'sundayNotAllowed') : date();
    case 'time':
      return texts.entry({ error: missing }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'badFormat');
    case 'yesNo':
      return z.preprocess(
        (value) => (value === true ? 1 : value === false ? 0 : value),
        z.union([z.literal(0), z.literal(1)], { error: missing }),
      );
    case 'choice':
      return oneOf(Object.keys(field.options ?? {}) as [string, ...string[]]);
    case 'choices':
      return list(oneOf(Object.keys(field.options ?? {}) as [string, ...string[]]), field).refine(
        noneTwice,
        'notTwice',
      );
    case 'reference':
      return z.number({ error: missing }).int('badFormat').positive('badFormat');
    case 'references':
      return list(z.number({ error: missing }).int('badFormat').positive('badFormat'), field).refine(
        noneTwice,
        'notTwice',
      );
    case 'phone':
      return phone();
    case 'email':
      return email();
    case 'pincode':
      return pincode();
    case 'url':
      return text(field.max ?? 300).refine(isHttps, 'badFormat');
    case 'gstin':
      return z.preprocess(
        (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
        texts.token({ error: missing }).refine(gstinIsValid, 'badCheckDigit'),
      );
    case 'file':
      return z.strictObject(
        { id: text(64), name: text(120), size: z.number().int().nonnegative(), mime: text(40).optional() },
        { error: missing },
      );
    case 'rows':
      return list(schemaOf(field.fields ?? []), field);
  }
}

/** All fields as one strict object. A field that is only shown sometimes is never required here. */
export function schemaOf(fields: readonly MasterField[]): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.required && !field.visibleWhen ? valueOf(field) : blank(field),
      ]),
    ),
    {
      error: (issue) => (issue.code === 'unrecognized_keys' ? 'unknownField' : 'badFormat'),
    },
  );
}

function blank(field: MasterField): z.ZodType {
  const empty = (value: unknown): boolean =>
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0);
  return z.preprocess((value) => (empty(value) ? null : value), valueOf(field).nullable()).optional();
}

function noneTwice(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

/** An https URL without user info. */
function isHttps(value: string): boolean {
  return /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?([/?#]\S*)?$/i.test(value);
}
