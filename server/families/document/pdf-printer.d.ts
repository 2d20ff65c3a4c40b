/** The part of pdfmake that runs in Node; the published types describe its browser part. */
declare module 'pdfmake/src/printer.js' {
  import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

  export default class PdfPrinter {
    constructor(fonts: Readonly<Record<string, Readonly<Record<string, string | readonly Buffer[]>>>>);
    createPdfKitDocument(definition: TDocumentDefinitions): NodeJS.ReadableStream & { end(): void };
  }
}
