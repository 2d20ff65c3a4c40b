import { scriptRuns } from '../../core/scripts.ts';

/** Languages in which the master of leaflets holds texts. */
export const leafletLanguages = ['en', 'hi', 'kn', 'ta', 'te', 'mr'] as const;
export type LeafletLanguage = (typeof leafletLanguages)[number];

/** The leaflet of one molecule that a patient takes; `text` is null where there is none in that language. */
export interface Leaflet {
  readonly moleculeId: number;
  readonly inn: string;
  readonly drugs: readonly { readonly name: string; readonly ref: string }[];
  readonly text: string | null;
  readonly version: number | null;
  /** Languages in which there is a text. */
  readonly languages: readonly LeafletLanguage[];
}
export interface LeafletsAnswer {
  readonly patientId: number;
  readonly patient: string;
  readonly language: LeafletLanguage;
  /** The language that the customer speaks. */
  readonly own: LeafletLanguage;
  readonly leaflets: readonly Leaflet[];
}

/** Whether the PDF's typefaces have all its letters. */
export const printable = (text: string): boolean =>
  scriptRuns(text).every((run) => run.script !== null || /^[\s\u0020-\u00ff]*$/.test(run.text));
