import { getDocument, PDFWorker, version, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';

export interface OpenPdf {
  readonly pages: number;
  page(number: number): Promise<PDFPageProxy>;
  /** Ends the worker, whatever it is doing. */
  close(): void;
}

/**
 * Reads a PDF in a worker of its own and answers with pages to be drawn. Drawing is all that is done with it: what a document would run,
 * fetch or fill in is left out, and nothing of it becomes a part of the page. The house's policy stands as it is: the worker is our own
 * script, text is never made into code, and pictures are read without WebAssembly.
 */
export async function openPdf(blob: Blob): Promise<OpenPdf> {
  const data = new Uint8Array(await blob.arrayBuffer());
  const thread = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port: thread });
  const close = (): void => {
    worker.destroy();
    thread.terminate();
  };
  try {
    const document: PDFDocumentProxy = await getDocument({
      data,
      worker,
      isEvalSupported: false,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: false,
      wasmUrl: `${location.origin}/assets/pdf-${version}/`,
      // Scans of a whole sheet have some 35 million dots; what claims more is no paper.
      maxImageSize: 100_000_000,
    }).promise;
    return { pages: document.numPages, page: (number) => document.getPage(number), close };
  } catch (error) {
    close();
    throw error;
  }
}
