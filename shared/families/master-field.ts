import type { Permission } from '../core/permission.ts';
import type { Both } from '../core/translations.ts';
import type { Field, InputKind } from './field.ts';
import type { ColumnDef } from './screen.ts';

export type { Both };

/** Sections of long forms; a field names one of these. */
export const sections = {
  general: { en: 'General', es: 'General' },
  address: { en: 'Address', es: 'Dirección' },
  contact: { en: 'Contact', es: 'Contacto' },
  licence: { en: 'Licences and documents', es: 'Licencias y documentos' },
  limits: { en: 'Limits', es: 'Límites' },
  ranges: { en: 'Ranges', es: 'Rangos' },
  dates: { en: 'Dates', es: 'Fechas' },
  pack: { en: 'Pack', es: 'Envase' },
  bank: { en: 'Bank', es: 'Banco' },
  tax: { en: 'Tax and price', es: 'Impuesto y precio' },
  composition: { en: 'Composition', es: 'Composición' },
  apparel: { en: 'Apparel', es: 'Ropa' },
  policy: { en: 'Terms', es: 'Condiciones' },
  shelf: { en: 'Shelf life', es: 'Vida útil' },
} as const satisfies Readonly<Record<string, Both>>;
export type Section = keyof typeof sections;

/**
 * People whose designation has the code MG: `reference` is their field, `fields` are those of the record it
 * names; the first non-blank one counts.
 */
export interface LookupThrough {
  readonly reference: string;
  readonly lookup: string;
  readonly fields: readonly string[];
  readonly value: string;
}

/** The kinds that a record stores; a place and an employee are references of theirs. */
export type MasterKind = Exclude<
  InputKind,
  'code' | 'month' | 'datetime' | 'tags' | 'language' | 'place' | 'employee' | 'files' | 'slot'
>;

/**
 * One field of a master: defines the form field, the column, the filter, the validation on both ends and the
 * file column.
 */
export interface MasterField extends Field {
  readonly kind: MasterKind;
  readonly label: Both;
  /** A regular expression that the whole text must match. */
  readonly pattern?: string;
  readonly options?: Readonly<Record<string, Both>>;
  /** Stored without spaces and hyphens. */
  readonly compact?: boolean;
  /**
   * Only records with this value are offered. Others are refused by the master's own stream or by the
   * command.
   */
  readonly lookupWhere?: { readonly field: string; readonly value: string };
  /**
   * For a command's field: only records whose own reference has this value are offered. The command's stream
   * refuses the others.
   */
  readonly lookupThrough?: LookupThrough;
  /** Suggestions offered at most, where it differs from what the record's master offers. */
  readonly lookupMost?: number;
  readonly fields?: readonly MasterField[];
  /**
   * In files each line is its reference's name, its number and its unit, as in this example: `Paracetamol 650
   * mg; Caffeine 50 mg`.
   */
  readonly spaced?: string;
  /** Shown only while another field has one of these values; otherwise left empty. */
  readonly visibleWhen?: { readonly field: string; readonly in: readonly unknown[] };
  readonly section?: Section;
  /** Can only be set when the record is created. */
  readonly readOnly?: boolean;
  /** Read-only once another record refers to this one. */
  readonly readOnlyAfterUse?: boolean;
  /** A future date: refuses Sundays and holidays of the record's place. */
  readonly noSunday?: boolean;
  /** An expiry date: the list marks it red this many days ahead. */
  readonly urgentDays?: number;
  /** Shown in the list when the value is blank. */
  readonly none?: string;
  /** Shown in the list; a number is its width in pixels. */
  readonly column?: boolean | number;
  /** A column that is hidden by default. */
  readonly hidden?: boolean;
  /** The value is a colour, shown as a swatch. */
  readonly swatch?: boolean;
  readonly filter?: ColumnDef['filter'];
  /** Sorted in long lists, so it needs an index. */
  readonly indexed?: boolean;
  /**
   * Shown by its last four characters everywhere; the command `reveal` answers it in full to holders of one
   * of these permissions and records the access.
   */
  readonly secret?: readonly Permission[];
  /** The file is opened with one of these permissions, and the access is recorded. */
  readonly opens?: readonly Permission[];
  /** Kept by the master's own stream, never entered. */
  readonly kept?: boolean;
  /** Labels of other versions, in any language: files that were exported with them are read, too. */
  readonly formerly?: readonly string[];
}

type More = Omit<MasterField, 'name' | 'kind' | 'label'>;
const make =
  (kind: MasterKind) =>
  (name: string, label: Both, more: More = {}): MasterField => ({ name, kind, label, ...more });

export const text = make('text');
export const paragraph = make('paragraph');
export const number = make('number');
export const decimal = make('decimal');
/** In paise. */
export const money = make('money');
/** Basis points: 5 % is 500. */
export const percent = make('percent');
export const date = make('date');
export const time = make('time');
export const yesNo = make('yesNo');
export const phone = make('phone');
export const email = make('email');
export const pincode = make('pincode');
export const url = make('url');
export const gstin = make('gstin');
export const file = make('file');

export function choice(
  name: string,
  label: Both,
  options: Readonly<Record<string, Both>>,
  more: More = {},
): MasterField {
  return { name, kind: 'choice', label, options, filter: 'set', ...more };
}
export function choices(
  name: string,
  label: Both,
  options: Readonly<Record<string, Both>>,
  more: More = {},
): MasterField {
  return { name, kind: 'choices', label, options, ...more };
}
export function reference(name: string, label: Both, lookup: string, more: More = {}): MasterField {
  return { name, kind: 'reference', label, lookup, filter: 'set', ...more };
}
export function references(name: string, label: Both, lookup: string, more: More = {}): MasterField {
  return { name, kind: 'references', label, lookup, ...more };
}
/** An ordered list of lines, each with its own fields. */
export function rows(
  name: string,
  label: Both,
  fields: readonly MasterField[],
  more: More = {},
): MasterField {
  return { name, kind: 'rows', label, fields, column: false, ...more };
}

/** Filters by the place of the people a list's records name; a filter only, never a required field. */
export const placeFilter = reference(
  'iPooId',
  { en: 'Place of operation', es: 'Lugar de operación' },
  'placeOfOperation',
  { required: true },
);

/** Fields of every named master, besides the status. */
export const namedFields: readonly MasterField[] = [
  text(
    'vCode',
    { en: 'Code', es: 'Código' },
    {
      required: true,
      min: 2,
      max: 20,
      upper: true,
      pattern: '[A-Z0-9-]+',
      readOnlyAfterUse: true,
      column: 130,
    },
  ),
  text('vName', { en: 'Name', es: 'Nombre' }, { required: true, min: 2, max: 100, column: true }),
  paragraph('vDescription', { en: 'Description', es: 'Descripción' }, { max: 500, column: false }),
  number(
    'iSortOrder',
    { en: 'Sort order', es: 'Orden en las listas' },
    { min: 0, max: 9999, column: false, formerly: ['Order in lists'] },
  ),
];
