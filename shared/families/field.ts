import type { Both } from '../core/translations.ts';

/** Kinds of values that are entered and shown. */
export const inputKinds = [
  'text',
  /** Capitals and digits, in the typeface of codes. */
  'code',
  'paragraph',
  /** A whole number, in a column any number. */
  'number',
  'decimal',
  /** In paise. */
  'money',
  /** Basis points: 5 % is 500. */
  'percent',
  'date',
  /** The last day of a month. */
  'month',
  'time',
  /** An instant in UTC. */
  'datetime',
  'yesNo',
  'choice',
  'choices',
  /** Several short texts. */
  'tags',
  'language',
  /** A place of operation of the person who fills it in. */
  'place',
  /** An employee of the record's place. */
  'employee',
  /** The id of a record of the kind `lookup`, picked by its name. */
  'reference',
  'references',
  'phone',
  'email',
  'pincode',
  'url',
  'gstin',
  /**
   * An upload. As a command's input, the command decides what the record keeps of it; of a master's own field
   * the record keeps name and type.
   */
  'file',
  'files',
  /** Lines, each with its own `fields`. */
  'rows',
  /** A day and a half hour, sent as `appDate` and `slotFrom`. */
  'slot',
] as const;
export type InputKind = (typeof inputKinds)[number];

/** Kinds of values that are only shown. */
export const shownKinds = [
  'id',
  'person',
  'status',
  'age',
  'countdown',
  'sla',
  'holder',
  'progress',
  /** Why the row cannot be called now, in words; empty where it can. */
  'callable',
  /** Whether the person under `of` is currently at work. */
  'atWork',
  'minutes',
  'seconds',
  'position',
  /** A state for each day of a month. */
  'days',
] as const;
export type FieldKind = InputKind | (typeof shownKinds)[number];

/** A field that a person fills in, in whatever family. */
export interface Field {
  readonly name: string;
  readonly kind: InputKind;
  readonly required?: boolean;
  /** Least and largest number (paise, basis points), or maximum length of a text or a list. */
  readonly min?: number;
  readonly max?: number;
  /** The values of a choice, in display order. */
  readonly options?: readonly string[] | Readonly<Record<string, Both>>;
  /** The kind of record that a reference names. */
  readonly lookup?: string;
  /** Of rows: the fields of each. */
  readonly fields?: readonly Field[];
  /** What a new record or row begins with. */
  readonly default?: unknown;
  /** Digits of a decimal after the point, four unless it says otherwise. */
  readonly decimals?: number;
  /** A text in capitals. */
  readonly upper?: boolean;
  /** The first day or instant, and the last one. */
  readonly from?: 'today';
  readonly until?: 'today';
  /** A date: refuses Sundays. */
  readonly noSunday?: boolean;
}

/** The values of a choice, in display order. */
export const optionsOf = ({ options = [] }: Pick<Field, 'options'>): readonly string[] =>
  Array.isArray(options) ? options : Object.keys(options);
