import { getDocument, PDFWorker, version, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';

export interface OpenPdf {
  readonly pages: number;
  page(number: number): Promise<PDFPageProxy>;
  /** Terminates the worker. */
  close(): void;
}

/**
 * Parses a PDF in a dedicated worker and returns pages to draw. Scripts, links and forms of the document are
 * ignored, and nothing of it enters the page. The content security policy stays strict: the worker is our own
 * script, no text is evaluated, and images are decoded without WebAssembly.
 */
export async function openPdf(blob: Blob): Promise<OpenPdf> {
  const data = new Uint8Array(await blob.arrayBuffer());
  const thread = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), {
    type: 'module',
  });
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
      // A scanned sheet has some 35 million pixels; anything larger is no document.
      maxImageSize: 100_000_000,
    }).promise;
    return { pages: document.numPages, page: (number) => document.getPage(number), close };
  } catch (error) {
    close();
    throw error;
  }
}
