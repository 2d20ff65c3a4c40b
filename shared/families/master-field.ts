import type { Both } from '../core/words.ts';
import type { ColumnDef } from './screen.ts';

export type { Both };

/** The parts into which long forms are cut; a declaration names one of these. */
export const sections = {
  general: { en: 'General', es: 'General' },
  address: { en: 'Address', es: 'Dirección' },
  contact: { en: 'Contact', es: 'Contacto' },
  licence: { en: 'Licences and papers', es: 'Licencias y documentos' },
  limits: { en: 'Limits', es: 'Límites' },
  ranges: { en: 'Ranges', es: 'Rangos' },
  dates: { en: 'Dates', es: 'Fechas' },
  pack: { en: 'Pack', es: 'Envase' },
  tax: { en: 'Tax and price', es: 'Impuesto y precio' },
  composition: { en: 'Composition', es: 'Composición' },
  apparel: { en: 'Apparel', es: 'Ropa' },
  policy: { en: 'Terms', es: 'Condiciones' },
  shelf: { en: 'Shelf life', es: 'Vida útil' },
} as const satisfies Readonly<Record<string, Both>>;
export type Section = keyof typeof sections;

export type FieldKind =
  | 'text'
  | 'note'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'date'
  | 'time'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'phone'
  | 'email'
  | 'pincode'
  | 'url'
  | 'gstin'
  /** Asked for by an order: an upload. The record holds what the order makes of it. */
  | 'file'
  | 'rows';

/** People whose designation has the code MG: `reference` is their field, `fields` those of the record named there; the first that is filled counts. */
export interface LookupThrough {
  readonly reference: string;
  readonly lookup: string;
  readonly fields: readonly string[];
  readonly value: string;
}

/** One field of a master: it makes the form, the column, the filter, the check on both ends, and the column of a file. */
export interface MasterField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: Both;
  readonly required?: boolean;
  /** Longest text, largest number (paise, basis points), most members of a list. */
  readonly max?: number;
  readonly min?: number;
  /** A regular expression that the whole text must match. */
  readonly pattern?: string;
  /** Text is stored in capitals. */
  readonly upper?: boolean;
  readonly options?: Readonly<Record<string, Both>>;
  /** The kind of record that a reference names. */
  readonly lookup?: string;
  /** Of those records only the ones with this value are offered. Others are refused: by the master's own stream, or by the order that asks. */
  readonly lookupWhere?: { readonly field: string; readonly value: string };
  /** Of a field of an order: only those are offered for which what they name themselves has this value. The order's stream refuses the others. */
  readonly lookupThrough?: LookupThrough;
  /** So many are offered before anything is typed; left out: 20. */
  readonly lookupMost?: number;
  readonly of?: readonly MasterField[];
  readonly default?: unknown;
  /** Asked for only while another field has one of these values; otherwise it is left empty. */
  readonly visibleWhen?: { readonly field: string; readonly in: readonly unknown[] };
  readonly section?: Section;
  /** Chosen when the record is made, and never again. */
  readonly readOnly?: boolean;
  /** Not changed any more once another record uses this one. */
  readonly readOnlyAfterUse?: boolean;
  /** A date to come: Sundays are refused, and holidays of the record's place. */
  readonly noSunday?: boolean;
  /** A paper's last day: so many days before it the list shows it red. */
  readonly urgentDays?: number;
  /** Stands in the list where there is no value. */
  readonly none?: string;
  /** Shown in the list; a number is its width. */
  readonly column?: boolean | number;
  /** Its column is there for those who choose it. */
  readonly hidden?: boolean;
  /** The text is a colour, shown beside it. */
  readonly swatch?: boolean;
  readonly filter?: ColumnDef['filter'];
  /** Lists of this kind are long and are sorted by it. */
  readonly indexed?: boolean;
}

type More = Omit<MasterField, 'name' | 'kind' | 'label'>;
const make =
  (kind: FieldKind) =>
  (name: string, label: Both, more: More = {}): MasterField => ({ name, kind, label, ...more });

export const text = make('text');
export const note = make('note');
export const integer = make('integer');
export const decimal = make('decimal');
/** Whole paise. */
export const money = make('money');
/** Basis points: 5 % is 500. */
export const percent = make('percent');
export const date = make('date');
export const time = make('time');
export const flag = make('flag');
export const phone = make('phone');
export const email = make('email');
export const pincode = make('pincode');
export const url = make('url');
export const gstin = make('gstin');
export const file = make('file');

export function choice(name: string, label: Both, options: Readonly<Record<string, Both>>, more: More = {}): MasterField {
  return { name, kind: 'choice', label, options, filter: 'set', ...more };
}
export function choices(name: string, label: Both, options: Readonly<Record<string, Both>>, more: More = {}): MasterField {
  return { name, kind: 'choices', label, options, ...more };
}
export function reference(name: string, label: Both, lookup: string, more: More = {}): MasterField {
  return { name, kind: 'reference', label, lookup, filter: 'set', ...more };
}
export function references(name: string, label: Both, lookup: string, more: More = {}): MasterField {
  return { name, kind: 'references', label, lookup, ...more };
}
/** An ordered list of lines, each with fields of its own. */
export function rows(name: string, label: Both, of: readonly MasterField[], more: More = {}): MasterField {
  return { name, kind: 'rows', label, of, column: false, ...more };
}

/** The place of the people whom a list's records name: to be asked for, not to be without. */
export const placeFilter = reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation', { required: true });

/** The four that every named master has, besides its status. */
export const namedFields: readonly MasterField[] = [
  text('vCode', { en: 'Code', es: 'Código' }, { required: true, min: 2, max: 20, upper: true, pattern: '[A-Z0-9-]+', readOnlyAfterUse: true, column: 130 }),
  text('vName', { en: 'Name', es: 'Nombre' }, { required: true, min: 2, max: 100, column: true }),
  note('vDescription', { en: 'Description', es: 'Descripción' }, { max: 500, column: false }),
  integer('iSortOrder', { en: 'Order in lists', es: 'Orden en las listas' }, { min: 0, max: 9999, column: false }),
];
