// oxlint-disable-next-line typescript/triple-slash-reference -- the declaration is for a module of the package; every ground that reads this file needs it
/// <reference path="./pdf-printer.d.ts" />
import { toBuffer } from '@bwip-js/node';
import PdfPrinter from 'pdfmake/src/printer.js';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { showInstant } from '#shared/core/day.ts';
import type { DocumentTotals } from '#shared/core/gst.ts';
import { spelledAmount } from '#shared/core/amount-text.ts';
import type { Language } from '#shared/core/translations.ts';
import { rupees } from '#shared/core/money.ts';
import type { DocumentState } from '#shared/streams/documents/state.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { printTranslations } from './print-translations.ts';
import { inTypefaces, latin, typefaces } from './typefaces.ts';

export interface PrintOptions {
  readonly language: Language;
  readonly paper: 'a4' | 'thermal';
  /** ms. */
  readonly printedAt: number;
}

const printer = new PdfPrinter(typefaces);
const thermalWidth = 226;

/** A scannable code as an image. */
export async function codePicture(kind: 'code128' | 'datamatrix', text: string, height = 9): Promise<string> {
  const png = await toBuffer({ bcid: kind, text, scale: 2, height, includetext: false });
  return `data:image/png;base64,${png.toString('base64')}`;
}

/**
 * The printed document: number as a barcode, header fields, lines, totals, amount in words, signature boxes,
 * page numbers.
 */
export async function documentPdf(
  def: DocumentDef,
  state: DocumentState,
  options: PrintOptions,
): Promise<Buffer> {
  const { print, translations } = def;
  if (!print) throw new Error(`${def.name} has no print.`);
  const { language, paper } = options;
  const own = translations[language] as Readonly<Record<string, string>>;
  const frame = printTranslations[language];
  const say = (key: string): string => latin(own[key] ?? frame[key as keyof typeof frame] ?? key);
  const narrow = paper === 'thermal';
  const totals = print.totals ? (def.totals?.(state) ?? null) : null;
  const to = print.to(state);
  const barcode = await codePicture('code128', state.number);
  const facts = [
    ...print.facts(state, language),
    ['print.date', showInstant(Date.parse(state.madeAt))] as const,
  ];

  const from = print.from?.(state) ?? [];
  const sheet = (mark: string | null): Content[] => [
    ...(mark ? [{ text: say(mark), fontSize: 8, alignment: 'right' as const, bold: true }] : []),
    ...(from.length > 0
      ? [
          {
            stack: from.map((line, i) => ({ text: inTypefaces(line), bold: i === 0 })),
            margin: [0, 0, 0, 8] as [number, number, number, number],
          },
        ]
      : []),
    {
      columns: [
        {
          width: '*',
          stack: [
            { text: say(print.title?.(state) ?? 'one'), style: 'title' },
            { text: `${state.number}   ${say(`stage.${state.stage}`)}`, bold: true },
          ],
        },
        ...(narrow
          ? []
          : [
              { width: 190, image: barcode, fit: [190, 34] as [number, number], alignment: 'right' as const },
            ]),
      ],
    },
    ...(narrow
      ? [
          {
            image: barcode,
            fit: [200, 30] as [number, number],
            margin: [0, 6, 0, 0] as [number, number, number, number],
          },
        ]
      : []),
    {
      margin: [0, 10, 0, 10],
      columns: [
        { width: '*', stack: (to ?? []).map((line, i) => ({ text: inTypefaces(line), bold: i === 0 })) },
        {
          width: narrow ? '*' : 230,
          table: {
            widths: ['auto', '*'],
            body: facts.map(([key, text]) => [
              { text: say(key), color: '#555' },
              { text: inTypefaces(text) },
            ]),
          },
          layout: 'noBorders',
        },
      ],
    },
    linesTable(def, state, say, options),
    ...(totals ? [totalsBlock(totals, say, options)] : []),
    {
      margin: [0, 36, 0, 0],
      unbreakable: true,
      columns: print.signs.map((key) => ({
        stack: [
          { canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: narrow ? 80 : 140, y2: 0, lineWidth: 0.5 }] },
          { text: say(key), fontSize: 8, color: '#555' },
        ],
      })),
    },
  ];
  const printed = `${state.number} · ${frame.printedAt} ${showInstant(options.printedAt)}`.replace('·', '-');
  const small = { fontSize: 7, color: '#555' };
  const common = { info: { title: `${say('one')} ${state.number}` } };
  const again = state.prints > 1;
  // A roll is one page of any length: it has no foot, and no middle for a watermark.
  if (narrow)
    return pdfOf({
      ...common,
      content: [
        ...(again ? [{ text: say('duplicate'), bold: true, alignment: 'center' as const }] : []),
        ...sheet(null),
        { text: printed, ...small, margin: [0, 12, 0, 0] },
      ],
      pageSize: { width: thermalWidth, height: 'auto' },
      pageMargins: [10, 10, 10, 10],
      defaultStyle: { font: 'Helvetica', fontSize: 7 },
      styles: { title: { fontSize: 11, bold: true } },
    });
  const copies = print.copies ?? [];
  return pdfOf({
    ...common,
    content:
      copies.length === 0
        ? sheet(null)
        : copies.map((mark, i) => ({
            stack: sheet(mark),
            ...(i > 0 ? { pageBreak: 'before' as const } : {}),
          })),
    pageSize: 'A4',
    pageMargins: [36, 36, 36, 44],
    defaultStyle: { font: 'Helvetica', fontSize: 9 },
    styles: { title: { fontSize: 15, bold: true } },
    footer: (page, pages) => ({
      margin: [36, 12, 36, 0],
      ...small,
      columns: [
        printed,
        {
          text: latin(frame.page.replace('{{n}}', String(page)).replace('{{of}}', String(pages))),
          alignment: 'right',
        },
      ],
    }),
    ...(again ? { watermark: { text: say('duplicate'), opacity: 0.08, bold: true } } : {}),
  });
}

function linesTable(
  def: DocumentDef,
  state: DocumentState,
  say: (key: string) => string,
  { language, paper }: PrintOptions,
): Content {
  const columns = def.print!.columns;
  const heading = (key: string): string => {
    const said = say(`print.${key}`);
    return said === `print.${key}` ? say(`line.${key}`) : said;
  };
  const head: TableCell[] = columns.map(({ key, align = 'left' }) => ({
    text: heading(key),
    bold: true,
    alignment: align,
    fillColor: '#f0f0f0',
  }));
  const body: TableCell[][] = state.lines.map((line, i) =>
    columns.map((column) => ({
      text: inTypefaces(column.text(line, { language, n: i + 1 })),
      alignment: column.align ?? 'left',
    })),
  );
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width = 'auto' }) =>
        paper === 'thermal' && typeof width === 'number' ? 'auto' : width,
      ),
      body: [head, ...body],
    },
    layout: {
      hLineWidth: () => 0.4,
      vLineWidth: () => 0,
      hLineColor: () => '#bbb',
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
  };
}

function totalsBlock(
  totals: DocumentTotals,
  say: (key: string) => string,
  { language, paper }: PrintOptions,
): Content {
  const rows: (readonly [string, number])[] = [
    ['total.taxable', totals.taxable],
    ...(totals.igst > 0
      ? [['total.igst', totals.igst] as const]
      : [['total.cgst', totals.cgst] as const, ['total.sgst', totals.sgst] as const]),
    ['total.roundOff', totals.roundOff],
  ];
  const cell = (key: string, paise: number, bold = false): TableCell[] => [
    { text: say(key), bold },
    { text: latin(rupees(paise)), alignment: 'right', bold },
  ];
  const spelled = latin(spelledAmount(Math.max(0, totals.payable), language));
  const figures = {
    table: {
      widths: ['*', 'auto'],
      body: [...rows.map(([key, paise]) => cell(key, paise)), cell('total.payable', totals.payable, true)],
    },
    layout: 'lightHorizontalLines',
  };
  const block = { unbreakable: true, margin: [0, 8, 0, 0] as [number, number, number, number] };
  return paper === 'thermal'
    ? { ...block, stack: [figures, { text: spelled, italics: true, margin: [0, 4, 0, 0] }] }
    : {
        ...block,
        columns: [
          { width: '*', text: spelled, italics: true, margin: [0, 4, 12, 0] },
          { width: 200, ...figures },
        ],
      };
}

/** The bytes of a PDF. */
export function pdfOf(definition: TDocumentDefinitions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const made = printer.createPdfKitDocument(definition);
    const chunks: Buffer[] = [];
    made.on('data', (chunk: Buffer) => chunks.push(chunk));
    made.on('end', () => resolve(Buffer.concat(chunks)));
    made.on('error', reject);
    made.end();
  });
}
