import type { Language } from '../core/translations.ts';
import type { DocumentState } from '../streams/documents/state.ts';

/** A column of the printed lines. */
export interface PrintColumn<L> {
  /** Its heading is the translation `print.<key>`, or `line.<key>` without one. */
  readonly key: string;
  readonly text: (line: L, about: { readonly language: Language; readonly n: number }) => string;
  readonly align?: 'left' | 'right';
  readonly width?: number | 'auto' | '*';
}

/** A label to stick on a parcel. */
export interface PrintLabel {
  /** What its barcode says. */
  readonly code: string;
  /** Translation keys of marks, cold chain for instance. */
  readonly marks: readonly string[];
  /** Which of how many it is. */
  readonly nth: number;
  readonly of: number;
  /** Where it goes: name, then further lines. */
  readonly to: readonly string[];
}

/** The printed form of a kind of document. */
export interface DocumentPrint<S extends DocumentState> {
  /** Translation key of the heading; without it the kind's own name. */
  readonly title?: (state: S) => string;
  /** The issuer, at the top: name, then further lines. */
  readonly from?: (state: S) => readonly string[];
  /** Translation keys of the marks that copies bear; each is printed on pages of its own. */
  readonly copies?: readonly string[];
  /** Pairs above the lines: the key of a heading and its text. */
  readonly facts: (state: S, language: Language) => readonly (readonly [key: string, text: string])[];
  /** The recipient: name, then further lines. */
  readonly to: (state: S) => readonly string[] | null;
  readonly columns: readonly PrintColumn<S['lines'][number]>[];
  readonly totals: boolean;
  /** Translation keys of the signature boxes. */
  readonly signs: readonly string[];
  /** Labels that are printed beside it, each on a sheet of its own; they are no copies of the document. */
  readonly labels?: (state: S) => readonly PrintLabel[];
}
