import { z } from 'zod';
import { isDay } from './day.ts';
import { namePattern } from './invisible.ts';
import { phoneDigits, phoneIsDialable, phoneIsValid } from './phone.ts';
import * as texts from './texts.ts';
import { translations } from './translations.ts';

/** Field builders for commands and forms. Every issue's message is a key of `fieldTranslations`. */

const missing = (issue: { readonly input?: unknown }): string =>
  issue.input == null || issue.input === '' ? 'required' : 'badFormat';
const blank = { message: 'required', abort: true } as const;

/** Required single-line text, as `line` of texts. */
export function text(max: number, min = 1) {
  return texts
    .line({ error: missing })
    .min(1, blank)
    .min(min, { message: 'tooShort', abort: true })
    .max(max, 'tooLong');
}

/** Multi-line text; otherwise like `text`. */
export function note(max: number, min = 1) {
  return texts
    .paragraph({ error: missing })
    .min(1, blank)
    .min(min, { message: 'tooShort', abort: true })
    .max(max, 'tooLong');
}

/** A person's name; it begins with a letter. */
export function name(max = 100) {
  return texts
    .nameLine({ error: missing })
    .min(1, blank)
    .max(max, 'tooLong')
    .regex(/^[\p{L}\p{M}]/u, { message: 'badFormat', abort: true })
    .regex(namePattern, 'badFormat');
}

/** Checks the length only and allows blank, as the specification says. */
export function phone() {
  return texts.entry({ error: missing }).refine(phoneIsValid, 'invalidPhone');
}

/** Why a number cannot be dialled, as an issue of its field. */
const dialable = (value: string, issues: z.RefinementCtx): void => {
  const code =
    value === ''
      ? 'phoneRequired'
      : !phoneIsValid(value)
        ? 'invalidPhone'
        : !phoneIsDialable(value)
          ? 'phoneNotNumeric'
          : null;
  if (code) issues.addIssue({ code: 'custom', message: code });
};
const dialled = {
  error: (issue: { readonly input?: unknown }) => (issue.input == null ? 'phoneRequired' : 'badFormat'),
};

/** A number that will be dialled: required, valid length, digits only. */
export function dialablePhone() {
  return texts.entry(dialled).superRefine(dialable);
}

/** A number that another program reports: nobody has seen it typed, so it is digits, however they are written; or blank where it may be. */
export function reportedPhone({ blank = false } = {}) {
  return texts
    .entry(dialled)
    .transform(phoneDigits)
    .superRefine((value, issues) => {
      if (!blank || value !== '') dialable(value, issues);
    });
}

export function email() {
  return texts
    .entry({ error: missing })
    .toLowerCase()
    .min(1, blank)
    .max(100, 'tooLong')
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/u, 'badFormat');
}

/** Six digits, not starting with 0. */
export function pincode() {
  return texts
    .entry({ error: missing })
    .min(1, blank)
    .regex(/^[1-9]\d{5}$/, 'badFormat');
}

/** A calendar date `YYYY-MM-DD`, of a time that people speak of. */
export function date() {
  return texts
    .entry({ error: missing })
    .min(1, blank)
    .refine(isDay, { message: 'badFormat', abort: true })
    .refine((day) => day >= '1900', 'dateTooEarly');
}

/** An instant as ISO text in UTC with ms. */
export function instant() {
  return texts
    .token({ error: missing })
    .refine((value) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)), 'badFormat');
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: (issue) => (issue.input == null || issue.input === '' ? 'required' : 'notInList'),
  });
}

/** A positive integer id. */
export function id() {
  return z.number({ error: missing }).int('badFormat').positive('badFormat');
}

/** Blank, missing and null all become null; anything else must be valid. */
export function blankable<T extends z.core.$ZodType>(field: T): z.ZodType<z.output<T> | null> {
  return z.preprocess(
    (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
    z.nullable(field),
  ) as unknown as z.ZodType<z.output<T> | null>;
}

export interface FieldProblem {
  readonly code: string;
  readonly field: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/**
 * Converts zod issues to the wire format: code, path of the field (`patients.0.name`) and the violated limit.
 */
export function fieldProblems(error: { readonly issues: readonly z.core.$ZodIssue[] }): FieldProblem[] {
  return error.issues.map((issue) => {
    const field = issue.path.map(String).join('.');
    const details: Record<string, string | number> = { label: field };
    if (issue.code === 'too_big') details.n = Number(issue.maximum);
    if (issue.code === 'too_small') details.n = Number(issue.minimum);
    return { code: /^[a-z][a-zA-Z]*$/.test(issue.message) ? issue.message : 'badFormat', field, details };
  });
}

/** `{{label}}` is the translation `field.<path>` of the form or stream; the caller fills it in. */
export const fieldTranslations = translations({
  en: {
    required: '{{label}} is required.',
    tooLong: '{{label}} can have at most {{n}} characters.',
    tooShort: '{{label}} needs at least {{n}} characters.',
    tooManyItems: '{{label}}: at most {{n}}.',
    badFormat: '{{label}} is not valid.',
    notInList: 'Choose {{label}} from the list.',
    duplicateName: '{{label}} already exists.',
    dateInFuture: '{{label}} cannot be in the future.',
    dateInPast: '{{label}} cannot be in the past.',
    dateTooEarly: '{{label}} cannot be before 1900.',
    turnsText: '{{label}} contains hidden characters that change how it reads.',
    invalidPhone: 'Phone number must be 10 or 11 digits.',
    phoneRequired: 'Phone number is required.',
    phoneNotNumeric: 'Phone number can have digits only.',
    sundayNotAllowed: 'Sundays cannot be selected.',
    holidayNotAllowed: 'Holidays cannot be selected: {{name}}.',
    ageInvalid: 'Age must be between 0 and 120 years.',
  },
  es: {
    required: '{{label}} es obligatorio.',
    tooLong: '{{label}} puede tener como máximo {{n}} caracteres.',
    tooShort: '{{label}} necesita al menos {{n}} caracteres.',
    tooManyItems: '{{label}}: como máximo {{n}}.',
    badFormat: '{{label}} no es válido.',
    notInList: 'Elija {{label}} de la lista.',
    duplicateName: '{{label}} ya existe.',
    dateInFuture: '{{label}} no puede estar en el futuro.',
    dateInPast: '{{label}} no puede estar en el pasado.',
    dateTooEarly: '{{label}} no puede ser anterior a 1900.',
    turnsText: '{{label}} contiene caracteres ocultos que cambian cómo se lee.',
    invalidPhone: 'El número de teléfono debe tener 10 u 11 dígitos.',
    phoneRequired: 'El número de teléfono es obligatorio.',
    phoneNotNumeric: 'El número de teléfono solo puede tener dígitos.',
    sundayNotAllowed: 'No se pueden elegir domingos.',
    holidayNotAllowed: 'No se pueden elegir días festivos: {{name}}.',
    ageInvalid: 'La edad debe estar entre 0 y 120 años.',
  },
});
