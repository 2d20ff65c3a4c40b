import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inPoos, type Permission } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import type { SupplierInvoiceLink } from '#shared/streams/purchase/gre/invoice-link.ts';
import type { GreState } from '#shared/streams/purchase/gre/state.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { customerLinks } from '../../services/customer-links.ts';

const needs: readonly Permission[] = [
  'Inventory/gre:view',
  'Inventory/gre1:view',
  'Inventory/purchaseEntry:view',
  'Inventory/greConfirmationList:view',
];
const linkDays = 30;

/** A signed link to the supplier's invoice of one goods receipt, and its pictures behind the link. Each opening is audited. */
export function greInvoiceRoutes(
  app: FastifyInstance,
  parts: {
    readonly server: ServerParts;
    readonly links: ReturnType<typeof customerLinks>;
    readonly stateOf: (stream: string) => Promise<{ readonly state: GreState }>;
    readonly dataDir: string;
  },
): void {
  const { server, links } = parts;
  app.post<{ Params: { id: string } }>(
    '/gre-invoice-link/:id',
    { config: { need: needs } },
    async (request): Promise<{ path: string; until: string }> => {
      const { id } = request.params;
      if (!/^[1-9]\d{0,9}$/.test(id)) throw refuse('notFound', 404);
      const { state } = await parts.stateOf(`gre-${id}`);
      if (!state.exists || !inPoos(request.viewer!, state.pooId) || state.files.length === 0)
        throw refuse('notFound', 404);
      const until = server.clock.now() + linkDays * 86_400_000;
      return {
        path: `/greInvoiceImg/${links.make('greInvoice', id, until)}`,
        until: new Date(until).toISOString(),
      };
    },
  );

  const linked = async (request: FastifyRequest): Promise<{ id: string; state: GreState }> => {
    const { uId } = request.params as { uId: string };
    const id = links.open('greInvoice', uId, server.clock.now());
    const found = id === null ? null : await parts.stateOf(`gre-${id}`);
    if (id === null || !found?.state.exists) throw refuse('notFound', 404);
    return { id, state: found.state };
  };

  app.get('/gre-invoice/:uId', { config: { need: 'public' } }, async (request, reply) => {
    const { state } = await linked(request);
    void reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
    const { header } = state;
    return {
      number: state.number,
      supplier: header.supplier,
      invoiceNo: header.invoiceNo,
      invoiceDate: header.invoiceDate,
      files: state.files.map(({ fileId, name, mime }) => ({ fileId, name, mime })),
    } satisfies SupplierInvoiceLink;
  });

  app.get<{ Params: { uId: string; fileId: string } }>(
    '/gre-invoice/:uId/file/:fileId',
    { config: { need: 'public' } },
    async (request, reply) => {
      const { id, state } = await linked(request);
      const file = state.files.find(({ fileId }) => fileId === request.params.fileId);
      if (!file) throw refuse('notFound', 404);
      const bytes = await readFile(join(parts.dataDir, 'files', file.fileId)).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') throw refuse('notFound', 404);
          throw error;
        },
      );
      const noted = await server.handle({
        stream: `file-${file.fileId}`,
        command: 'open',
        input: { subject: `gre-${id}` },
        viewer: server.access.systemViewer('invoice-link'),
        correlationId: request.correlationId,
      });
      if (isRefusal(noted)) throw noted;
      return reply
        .type(file.mime)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'attachment')
        .send(bytes);
    },
  );
}
