import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ContentText } from 'pdfmake/interfaces.js';
import { scriptRuns, scripts, type Script } from '#shared/core/scripts.ts';
import { fontOfWoff } from './woff.ts';

/** A built-in face by its name, or one embedded from its bytes. */
type Face = string | readonly Buffer[];
export type Typeface = Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', Face>>;

/** Of the families that exist for a script, the one that fontkit shapes as HarfBuzz does. */
const families: Readonly<Record<Script, string>> = {
  devanagari: 'noto-sans-devanagari',
  kannada: 'anek-kannada',
  tamil: 'noto-sans-tamil',
  malayalam: 'anek-malayalam',
  telugu: 'anek-telugu',
};

/** pdfmake takes the element when a document first uses the face; then it is read and kept, some 200 KB. */
function face(script: Script, weight: 400 | 700): Face {
  let font: Buffer | undefined;
  const get = (): Buffer => (font ??= fontOfWoff(readFileSync(typefaceFile(script, weight))));
  return Object.defineProperty<Buffer[]>([], 0, { get });
}

function typeface(script: Script): Typeface {
  const [normal, bold] = [face(script, 400), face(script, 700)];
  return { normal, bold, italics: normal, bolditalics: bold };
}

export function typefaceFile(script: Script, weight: 400 | 700): string {
  const family = families[script];
  return fileURLToPath(
    import.meta.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`),
  );
}

export const typefaces: Readonly<Record<string, Typeface>> = {
  Helvetica: {
    normal: 'Helvetica',
    bold: 'Helvetica-Bold',
    italics: 'Helvetica-Oblique',
    bolditalics: 'Helvetica-BoldOblique',
  },
  ...Object.fromEntries(scripts.map((script) => [script, typeface(script)])),
};

/** The built-in faces have no rupee sign, and only Latin letters: missing characters are written out. */
export const latin = (text: string): string =>
  text
    .replaceAll('₹', 'Rs ')
    .replace(/[−–—]/g, '-')
    .replace(/[^\u0020-\u00ff\n]/g, '?');

/**
 * A text for a PDF, each run in a typeface that has its letters. Latin text stays the string that it was, so
 * that a document without other letters keeps its bytes.
 */
export function inTypefaces(text: string): string | ContentText[] {
  const runs = scriptRuns(text);
  return runs.every(({ script }) => script === null)
    ? latin(text)
    : runs.map((one) =>
        one.script === null ? { text: latin(one.text) } : { text: one.text, font: one.script },
      );
}
