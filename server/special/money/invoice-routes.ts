import type { FastifyInstance } from 'fastify';
import { inPoos, type Permission } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { isLanguage } from '#shared/core/translations.ts';
import { customerInvoice } from '#shared/streams/sales/customer-invoice.ts';
import type { InvoiceState } from '#shared/streams/sales/invoice/state.ts';
import { languageOf } from '../../http/every-request.ts';
import type { Clock } from '../../core/parts.ts';
import type { customerLinks } from '../../services/customer-links.ts';
import type { Reading } from '../reading.ts';
import { gonePage, invoicePage, invoicePagePolicy } from './invoice-page.ts';

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
    readonly pool: Reading;
    /** The provider's own site. */
    readonly site: string | undefined;
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

  const languageOfCustomer = async (customerId: number | null): Promise<string | null> => {
    const { rows } = await parts.pool.query<{ language: string | null }>(
      "select fields->>'vLanguage' as language from master_rows where kind = 'customer' and id = $1",
      [customerId],
    );
    return rows[0]?.language ?? null;
  };

  app.get<{ Params: { uId: string }; Querystring: { language?: unknown } }>(
    '/customerApp/taxInvoice/:uId',
    { config: { need: 'public', customer: true } },
    async (request, reply) => {
      const id = parts.links.open('invoice', request.params.uId, parts.clock.now());
      const state = id === null ? null : (await parts.stateOf(`invoice-${id}`)).state;
      const chosen = request.query.language;
      const { site } = parts;
      void reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .header('content-security-policy', invoicePagePolicy);
      if (!state?.exists) {
        const language = isLanguage(chosen) ? chosen : languageOf(request);
        return reply.code(404).send(gonePage({ language, site }));
      }
      const own = isLanguage(chosen) ? chosen : await languageOfCustomer(state.header.customerId);
      const language = isLanguage(own) ? own : languageOf(request);
      return reply.send(invoicePage(customerInvoice(state), { language, site }));
    },
  );
}
