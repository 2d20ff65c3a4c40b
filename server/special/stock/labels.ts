import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cutText } from '#shared/core/cut.ts';
import { monthAndYear } from '#shared/core/day.ts';
import { inPoos, may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { BarcodeState } from '#shared/streams/stock/barcode/state.ts';
import { codePicture, pdfOf } from '../../families/document/print.ts';
import { inTypefaces } from '../../families/document/typefaces.ts';
import { query } from '../../families/master/route-parts.ts';

const asked = z.object({
  copies: z.coerce.number().int().min(1).max(1_000).default(1),
  format: z.enum(['pdf', 'zpl']).default('pdf'),
});
const month = (day: string | null): string => (day === null ? '-' : monthAndYear(day));
const plain = (text: string): string => text.replace(/[^\u0020-\u007e]/g, '?').replace(/[\^~]/g, ' ');

/** The label as a program for a label printer: Code 128, DataMatrix and plain text. */
export function zplOf(barcode: BarcodeState, copies: number): string {
  const { label, product, batch, expiry, mrpPaise, reprints } = barcode;
  return [
    '^XA',
    `^FO20,16^A0N,28,28^FD${cutText(plain(product), 34)}^FS`,
    `^FO20,50^A0N,22,22^FDB ${plain(batch)}  E ${month(expiry)}  MRP ${(mrpPaise / 100).toFixed(2)}${reprints > 0 ? `  R${reprints}` : ''}^FS`,
    `^FO20,80^BY2^BCN,70,Y,N,N^FD${label}^FS`,
    `^FO430,70^BXN,5,200^FD${label}^FS`,
    `^PQ${copies}`,
    '^XZ',
    '',
  ].join('\n');
}

/** One barcode as its screen shows it. */
export function stockBarcodeRoutes(
  app: FastifyInstance,
  parts: {
    readonly stateOf: (stream: string) => Promise<{ readonly state: unknown; readonly version: number }>;
  },
): void {
  app.get<{ Params: { id: string } }>(
    '/stock-barcode/:id',
    { config: { need: 'Inventory/stockBarcodeEdit:view' } },
    async (request) => {
      const { id } = request.params;
      if (!/^\d{1,10}$/.test(id)) throw refuse('notFound', 404);
      const { state, version } = await parts.stateOf(`barcode-${id}`);
      const barcode = state as BarcodeState;
      if (!barcode.exists || !barcode.places.some((poo) => inPoos(request.viewer!, poo)))
        throw refuse('notFound', 404);
      return { state: barcode, version };
    },
  );
}

/** Labels of a barcode as PDF (50 × 25 mm each) or as ZPL; a reprint shows its number. */
export function stockLabelRoutes(
  app: FastifyInstance,
  parts: { readonly stateOf: (stream: string) => Promise<{ readonly state: unknown }> },
): void {
  app.get<{ Params: { id: string } }>(
    '/stock-labels/:id',
    { config: { need: 'Inventory/stockPutawayList:view' } },
    async (request, reply) => {
      const { id } = request.params;
      if (!/^\d{1,10}$/.test(id)) throw refuse('notFound', 404);
      const { copies, format } = query(request, asked);
      const barcode = (await parts.stateOf(`barcode-${id}`)).state as BarcodeState;
      if (!barcode.exists || !barcode.places.some((poo) => inPoos(request.viewer!, poo)))
        throw refuse('notFound', 404);
      if (format === 'zpl')
        return reply
          .header('content-type', 'text/plain; charset=utf-8')
          .header('content-disposition', `attachment; filename="${barcode.label}.zpl"`)
          .send(zplOf(barcode, copies));
      const [bars, matrix] = await Promise.all([
        codePicture('code128', barcode.label, 8),
        codePicture('datamatrix', barcode.label, 12),
      ]);
      const one = {
        stack: [
          { text: inTypefaces(barcode.product), bold: true, fontSize: 7 },
          {
            text: inTypefaces(
              `B ${barcode.batch}   E ${month(barcode.expiry)}   MRP ${(barcode.mrpPaise / 100).toFixed(2)}${barcode.reprints > 0 ? `   R${barcode.reprints}` : ''}`,
            ),
            fontSize: 6,
          },
          {
            columns: [
              { image: bars, width: 92 },
              { image: matrix, width: 26, alignment: 'right' as const },
            ],
            columnGap: 6,
            margin: [0, 3, 0, 0] as [number, number, number, number],
          },
          { text: barcode.label, fontSize: 6 },
        ],
      };
      const pages = Array.from({ length: copies }, (_, i) =>
        i === 0 ? one : { ...one, pageBreak: 'before' as const },
      );
      const pdf = await pdfOf({
        content: pages,
        pageSize: { width: 142, height: 71 },
        pageMargins: [6, 5, 6, 4],
        defaultStyle: { font: 'Helvetica' },
      });
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `inline; filename="${barcode.label}.pdf"`)
        .send(pdf);
    },
  );
}

/** Whether this viewer may upload a photograph of that label. */
export function labelPhotographs(stateOf: (stream: string) => Promise<{ readonly state: unknown }>) {
  return async (viewer: Viewer, named: string): Promise<boolean> => {
    if (!/^barcode-\d{1,10}$/.test(named) || !may(viewer, 'Inventory/stockBarcodeEdit:create').ok)
      return false;
    const barcode = (await stateOf(named)).state as BarcodeState;
    return barcode.exists && barcode.places.some((poo) => inPoos(viewer, poo));
  };
}
