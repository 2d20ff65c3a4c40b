import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dateOf } from '#shared/core/day.ts';
import { translations } from '#shared/core/translations.ts';
import type { CustomerPayment } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf, type Failure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { formatDate, formatInstant, formatMoney } from '#web/locales/formats.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import './online-payment.css';

addTranslations(
  'online-payment',
  translations({
    en: {
      loading: 'Opening the payment',
      gone: 'This link cannot be used',
      goneText: 'It is incomplete or has expired. Ask the store for a new one.',
      for: 'For {{number}}',
      pay: 'Pay {{amount}}',
      again: 'Try again: pay {{amount}}',
      until: 'You can pay here until {{date}}, or at the door as before.',
      failed: 'The last payment did not go through. Nothing was taken.',
      begun: 'Waiting for the payment provider',
      begunText:
        'If you have paid, this page will say so in a moment; you need not pay again. If you have not, you can go on.',
      paid: 'Paid. Thank you',
      paidText: '{{amount}} arrived on {{at}}. Nothing is to be paid at the door.',
      refundDue: '{{amount}} will be refunded to you',
      refundDueText: 'You paid more than was due. The store refunds it.',
      refunded: 'Refunded',
      refundedText: 'The store has paid back what was not due.',
      expired: 'This link has expired',
      expiredText: 'Pay at the door, or ask the store for a new link.',
      cancelled: 'Nothing left to pay here',
      cancelledText: 'The store has ended this link. If you have a question, call the store.',
    },
    es: {
      loading: 'Abriendo el pago',
      gone: 'Este enlace no se puede usar',
      goneText: 'Está incompleto o ha caducado. Pida uno nuevo a la tienda.',
      for: 'Por {{number}}',
      pay: 'Pagar {{amount}}',
      again: 'Intentar de nuevo: pagar {{amount}}',
      until: 'Puede pagar aquí hasta el {{date}}, o en la puerta como siempre.',
      failed: 'El último pago no se completó. No se cobró nada.',
      begun: 'A la espera del proveedor de pagos',
      begunText:
        'Si ya pagó, esta página lo dirá en un momento; no hace falta pagar otra vez. Si no, puede continuar.',
      paid: 'Pagado. Gracias',
      paidText: '{{amount}} llegó el {{at}}. No hay nada que pagar en la puerta.',
      refundDue: 'Se le devuelven {{amount}}',
      refundDueText: 'Pagó más de lo debido. La tienda se lo devuelve.',
      refunded: 'Devuelto',
      refundedText: 'La tienda ha devuelto lo que no se debía.',
      expired: 'Este enlace ha caducado',
      expiredText: 'Pague en la puerta o pida un enlace nuevo a la tienda.',
      cancelled: 'Aquí ya no hay nada que pagar',
      cancelledText: 'La tienda ha cerrado este enlace. Si tiene preguntas, llame a la tienda.',
    },
  }),
);

/** How often the page polls while a payment is in progress. */
const askMs = 5_000;

/** One payment, for the customer with its link. */
export function OnlinePaymentScreen(): ReactNode {
  const { t } = useTranslations('online-payment');
  const [params] = useSearchParams();
  const link = params.get('link') ?? '';
  const { data, isError } = useQuery<CustomerPayment>({
    queryKey: ['customer-payment', link],
    enabled: link !== '',
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.stage === 'begun' ? askMs : false),
    queryFn: ({ signal }) =>
      api.get<CustomerPayment>(`/customer-payment/${encodeURIComponent(link)}`, { signal }),
  });
  if (isError || link === '') return <EmptyState title={t('gone')}>{t('goneText')}</EmptyState>;
  if (!data) return <p className="ops-muted">{t('loading')}</p>;
  return <Payment payment={data} link={link} />;
}

interface Shown {
  readonly payment: CustomerPayment;
  readonly link: string;
}

function Payment({ payment, link }: Shown): ReactNode {
  const { t } = useTranslations('online-payment');
  const { seller, invoiceNumber, paise, stage } = payment;
  const amount = formatMoney(paise);
  return (
    <article className="op-card">
      <p className="op-seller">{seller}</p>
      <h1 className="op-amount ops-figures">{amount}</h1>
      <p className="ops-muted">{t('for', { number: invoiceNumber })}</p>
      {stage === 'open' || stage === 'begun' ? (
        <Pay payment={payment} link={link} />
      ) : (
        <div role="status">
          <p className={`op-result op-${stage}`}>{t(stage, { amount: formatMoney(payment.owedPaise) })}</p>
          <p>
            {t(`${stage}Text`, {
              amount: formatMoney(payment.paidPaise),
              at: payment.paidAt ? formatInstant(payment.paidAt) : '',
            })}
          </p>
        </div>
      )}
    </article>
  );
}

function Pay({ payment, link }: Shown): ReactNode {
  const { t } = useTranslations('online-payment');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { paise, stage, until, failed } = payment;
  const pay = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    try {
      const { url } = await api.post<{ url: string }>(
        `/customer-payment/${encodeURIComponent(link)}/pay`,
        {},
      );
      location.assign(url);
    } catch (error) {
      setFailure(failureOf(error));
      setPending(false);
    }
  };
  return (
    <>
      {stage === 'begun' && (
        <div role="status">
          <p className="op-result">{t('begun')}</p>
          <p>{t('begunText')}</p>
        </div>
      )}
      {stage === 'open' && failed && (
        <p role="status" className="op-failed">
          {t('failed')}
        </p>
      )}
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      <Button
        size="lg"
        fullWidth
        variant={stage === 'begun' ? 'default' : 'filled'}
        loading={pending}
        onClick={() => void pay()}
      >
        {t(failed || stage === 'begun' ? 'again' : 'pay', { amount: formatMoney(paise) })}
      </Button>
      <p className="ops-muted">{t('until', { date: formatDate(dateOf(until)) })}</p>
    </>
  );
}
