import type { FastifyInstance } from 'fastify';
import { inPoos, type Permission } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { customerInvoice, type CustomerInvoice } from '#shared/streams/sales/customer-invoice.ts';
import type { InvoiceState } from '#shared/streams/sales/invoice/state.ts';
import type { Clock } from '../../parts.ts';
import type { customerLinks } from '../../services/customer-links.ts';

const needs: readonly Permission[] = [
  'Inventory/invoiceList:view',
  'Delivery/deleveryStatementList:view',
  'Delivery/deliveryStatement:view',
];
/** How long a customer can open an invoice by its link. */
const linkDays = 90;

/** A signed link to one invoice for its customer, and the invoice behind it. */
export function invoiceLinkRoutes(
  app: FastifyInstance,
  parts: {
    readonly clock: Clock;
    readonly links: ReturnType<typeof customerLinks>;
    readonly stateOf: (stream: string) => Promise<{ readonly state: InvoiceState }>;
  },
): void {
  app.post<{ Params: { id: string } }>(
    '/customer-invoice-link/:id',
    { config: { need: needs } },
    async (request): Promise<{ path: string; until: string }> => {
      const { id } = request.params;
      if (!/^[1-9]\d{0,9}$/.test(id)) throw refuse('notFound', 404);
      const { state } = await parts.stateOf(`invoice-${id}`);
      if (!state.exists || !inPoos(request.viewer!, state.pooId)) throw refuse('notFound', 404);
      const until = parts.clock.now() + linkDays * 86_400_000;
      return {
        path: `/customerApp/taxInvoice/${parts.links.make('invoice', id, until)}`,
        until: new Date(until).toISOString(),
      };
    },
  );

  app.get<{ Params: { uId: string } }>(
    '/customer-invoice/:uId',
    { config: { need: 'public', customer: true } },
    async (request, reply): Promise<CustomerInvoice> => {
      const id = parts.links.open('invoice', request.params.uId, parts.clock.now());
      if (id === null) throw refuse('notFound', 404);
      const { state } = await parts.stateOf(`invoice-${id}`);
      if (!state.exists) throw refuse('notFound', 404);
      void reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
      return customerInvoice(state);
    },
  );
}
