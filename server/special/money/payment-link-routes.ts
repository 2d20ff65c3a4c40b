import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inPoos } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { paylinkNeeds } from '#shared/streams/money/paylink/paylink.ts';
import { linkMessage } from '#shared/streams/money/paylink/message.ts';
import {
  overdue,
  parcelId,
  type PaylinkState,
  paylinkStream,
  stands,
} from '#shared/streams/money/paylink/state.ts';
import type { CustomerPayment, PaymentLink } from '#shared/wire.ts';
import { simulatedOutbox } from '../../outside/outbox.ts';
import type { PaymentProvider } from '../../outside/payments/provider.ts';
import type { ServerParts } from '../../core/parts.ts';
import type { customerLinks } from '../../services/customer-links.ts';
import { originOf } from '../../services/origin.ts';

/** How long after its expiry a link still shows the result of the payment. */
const shownMs = 30 * 86_400_000;
const wish = z.strictObject({ send: z.boolean().default(false) });

/** The signed link by which a customer pays for a parcel, and the page behind it. */
export function paymentLinkRoutes(
  app: FastifyInstance,
  parts: {
    readonly server: ServerParts;
    readonly links: ReturnType<typeof customerLinks>;
    readonly provider: PaymentProvider;
    readonly stateOf: (stream: string) => Promise<{ readonly state: PaylinkState }>;
    readonly onError: (error: unknown) => void;
  },
): void {
  const { server, links, provider, stateOf } = parts;
  const { clock, pool } = server;
  const send = simulatedOutbox(clock);
  const system = () => server.access.systemViewer('payment-links');
  const pathOf = (state: PaylinkState): string =>
    `/onlinePayment?link=${links.make('payment', parcelId(state), Date.parse(state.until) + shownMs)}`;

  const languageOf = async (customerId: number | null): Promise<string | null> => {
    const { rows } = await pool.query<{ language: string | null }>(
      "select fields->>'vLanguage' as language from master_rows where kind = 'customer' and id = $1",
      [customerId],
    );
    return rows[0]?.language ?? null;
  };

  app.post<{ Params: { id: string } }>(
    '/customer-payment-link/:id',
    { config: { need: paylinkNeeds } },
    async (request): Promise<PaymentLink> => {
      const { id } = request.params;
      const body = wish.safeParse(request.body ?? {});
      if (!/^[1-9]\d{0,9}$/.test(id) || !body.success) throw refuse('notFound', 404);
      const { state } = await stateOf(paylinkStream(id));
      if (!state.exists || !inPoos(request.viewer!, state.pooId)) throw refuse('notFound', 404);
      if (!stands(state)) throw refuse('linkOver', 409);
      const path = pathOf(state);
      if (body.data.send) {
        if (state.phone === '') throw refuse('phoneMissing', 422);
        await send(pool, {
          key: `paylink:${id}:${state.n}`,
          partner: 'sms',
          recipient: state.phone,
          body: linkMessage(state, `${originOf(request)}${path}`, await languageOf(state.customerId)),
        });
        const noted = await server.handle({
          stream: paylinkStream(id),
          command: 'noteSent',
          input: {},
          viewer: system(),
          correlationId: request.correlationId,
        });
        if (isRefusal(noted) && noted.code !== 'noLongerNeeded') throw noted;
      }
      return { path, until: state.until };
    },
  );

  const opened = async (uId: string): Promise<PaylinkState> => {
    const id = links.open('payment', uId, clock.now());
    if (id === null) throw refuse('notFound', 404);
    const { state } = await stateOf(paylinkStream(id));
    if (!state.exists) throw refuse('notFound', 404);
    return state;
  };
  app.get<{ Params: { uId: string } }>(
    '/customer-payment/:uId',
    { config: { need: 'public', customer: true } },
    async (request, reply): Promise<CustomerPayment> => {
      const state = await opened(request.params.uId);
      void reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
      const { invoiceNumber, until, paidAt, capturedPaise, attempts, owedPaise } = state;
      return {
        seller: server.access.directory.poo(state.pooId)?.name ?? '',
        invoiceNumber,
        paise: state.paise,
        stage: stands(state) && overdue(state, clock.now()) ? 'expired' : state.stage,
        until,
        paidAt,
        paidPaise: capturedPaise,
        owedPaise,
        failed: attempts.at(-1)?.result === 'failed',
      };
    },
  );
  app.post<{ Params: { uId: string } }>(
    '/customer-payment/:uId/pay',
    { config: { need: 'public', customer: true } },
    async (request): Promise<{ url: string }> => {
      const state = await opened(request.params.uId);
      const payRef = `pay-${parcelId(state)}-${randomBytes(12).toString('hex')}`;
      const begun = await server.handle({
        stream: `paylink-${state.id}`,
        command: 'begin',
        input: { payRef },
        viewer: system(),
        correlationId: request.correlationId,
      });
      if (isRefusal(begun)) throw begun;
      try {
        return await provider.open({
          payRef,
          paise: Number(begun['paise']),
          about: state.invoiceNumber,
          returnUrl: `${originOf(request)}/onlinePayment?link=${request.params.uId}`,
        });
      } catch (error) {
        parts.onError(error);
        throw refuse('paymentAway', 503);
      }
    },
  );
}
