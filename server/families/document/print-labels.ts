import type { Content } from 'pdfmake/interfaces.js';
import type { Language } from '#shared/core/translations.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { codePicture, pdfOf } from './print.ts';
import { printTranslations } from './print-translations.ts';
import { inTypefaces, latin } from './typefaces.ts';

const mm = 72 / 25.4;
/** A common roll of label printers: 100 × 60 mm. */
const sheet = { width: 100 * mm, height: 60 * mm };

/** The labels of a document's parcels, one on each page. */
export async function labelsPdf(def: DocumentDef, state: DocumentState, language: Language): Promise<Buffer> {
  if (!def.print?.labels) throw new Error(`${def.name} has no labels.`);
  const own = def.translations[language] as Readonly<Record<string, string>>;
  const frame = printTranslations[language];
  const content = await Promise.all(
    def.print.labels(state).map(async ({ code, marks, nth, of, to }, i): Promise<Content> => ({
      ...(i > 0 ? { pageBreak: 'before' as const } : {}),
      stack: [
        {
          columns: [
            {
              width: '*',
              text: latin(frame.parcelOf.replace('{{n}}', String(nth)).replace('{{of}}', String(of))),
              bold: true,
              fontSize: 14,
            },
            {
              width: 'auto',
              text: latin(marks.map((key) => own[key] ?? key).join(' ')),
              bold: true,
              fontSize: 14,
            },
          ],
        },
        {
          stack: to.map((line, n) => ({ text: inTypefaces(line), bold: n === 0 })),
          margin: [0, 6, 0, 8],
        },
        { image: await codePicture('code128', code, 12), width: sheet.width - 24, height: 44 },
        { text: latin(code), alignment: 'center', margin: [0, 3, 0, 0], fontSize: 10 },
      ],
    })),
  );
  return pdfOf({
    content,
    pageSize: sheet,
    pageMargins: [12, 10, 12, 8],
    defaultStyle: { font: 'Helvetica', fontSize: 11 },
    info: { title: latin(state.number) },
  });
}
