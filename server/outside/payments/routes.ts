import { inRupees } from '#shared/core/money.ts';
import type { FastifyPluginAsync } from 'fastify';
import { refuse } from '#shared/core/refusal.ts';
import type { Clock } from '../../core/parts.ts';
import type { Payments } from './open.ts';
import { paymentReport } from './provider.ts';
import { outcomes, type Outcome, type SimulatedPayment } from './simulator.ts';
import { takeWebhooks } from '../webhooks.ts';
import { takePayment, type TakeParts } from './take-report.ts';

export interface PaymentRouteParts extends TakeParts {
  readonly clock: Clock;
  readonly payments: Payments;
  readonly onError: (error: unknown) => void;
}

const labels: Readonly<Record<Outcome, string>> = {
  pay: 'Pay',
  late: 'Pay; the shop is told late, and twice',
  silent: 'Pay; the shop is never told',
  decline: 'Decline',
};
const escaped = (text: string): string => text.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`);

function page({ payRef, paise, about, status, returnUrl }: SimulatedPayment): string {
  const choices = outcomes
    .map((one) => `<p><button name="outcome" value="${one}">${labels[one]}</button></p>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Payment simulator</title>
<style>body{font:16px/1.5 system-ui;max-width:420px;margin:24px auto;padding:0 16px}button{width:100%;padding:12px;font:inherit}</style></head><body><main>
<h1>Payment simulator</h1><p>${escaped(about)}: <strong>${inRupees(paise)}</strong></p>${
    status === 'pending'
      ? `<form method="post" action="/payment-simulator/${payRef}">${choices}</form>`
      : `<p>This payment is ${status}.</p>`
  }<p><a href="${escaped(returnUrl)}">Back to the shop</a></p></main></body></html>`;
}

/** `POST /payments/webhooks`: reports of the payment provider. Without a provider outside, also the page of the simulator. */
export function paymentRoutes(parts: PaymentRouteParts): FastifyPluginAsync {
  const { payments } = parts;
  const { simulator } = payments;
  return async (app) => {
    takeWebhooks(app, '/payments/webhooks', { ...parts, secrets: payments.secrets }, (body, id) =>
      takePayment(parts, paymentReport.parse(body), id),
    );
    if (!simulator) return;
    const found = async (payRef: string): Promise<SimulatedPayment> => {
      const payment = await simulator.find(payRef);
      if (!payment) throw refuse('notFound', 404);
      return payment;
    };
    app.get<{ Params: { payRef: string } }>(
      '/payment-simulator/:payRef',
      { config: { need: 'public' } },
      async (request, reply) =>
        reply
          .header('cache-control', 'private, no-store')
          // Without a referrer a browser would send the form with no origin, which is refused.
          .header('referrer-policy', 'same-origin')
          .type('text/html; charset=utf-8')
          .send(page(await found(request.params.payRef))),
    );
    app.post<{ Params: { payRef: string } }>(
      '/payment-simulator/:payRef',
      { config: { need: 'public' } },
      async (request, reply) => {
        const { returnUrl, payRef } = await found(request.params.payRef);
        const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
        const outcome = outcomes.find((one) => one === new URLSearchParams(text).get('outcome'));
        if (!outcome) throw refuse('badFormat', 400, { label: 'outcome' }, 'outcome');
        await simulator.decide(payRef, outcome);
        return reply.redirect(returnUrl, 303);
      },
    );
  };
}
