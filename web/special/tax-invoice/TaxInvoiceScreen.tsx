import { monthAndYear } from '#shared/core/day.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { translations } from '#shared/core/translations.ts';
import type { CustomerInvoice } from '#shared/streams/sales/customer-invoice.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { EmptyState } from '#web/parts/states.tsx';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import './tax-invoice.css';

addTranslations(
  'tax-invoice',
  translations({
    en: {
      INVOICE: 'Tax invoice',
      CREDIT_NOTE: 'Credit note',
      loading: 'Opening the invoice',
      gone: 'This link cannot be used',
      goneText: 'It is not complete or its time is over. Ask the shop for a new one.',
      print: 'Print',
      number: 'Number',
      date: 'Date',
      against: 'For invoice',
      to: 'Billed and delivered to',
      supply: 'Place of supply: state {{code}}',
      licence: 'Drug licence {{no}}',
      patient: 'Patient',
      prescriber: 'Prescriber',
      pharmacist: 'Pharmacist',
      product: 'Product',
      qty: 'Units',
      taxable: 'Taxable',
      tax: 'Tax',
      total: 'Amount',
      batch: 'Batch {{batch}}, till {{expiry}}, HSN {{hsn}}',
      roundOff: 'Round-off',
      payable: 'Payable',
      credited: 'Credited since',
      note: 'Prices include tax. This is a computer-generated invoice.',
    },
    es: {
      INVOICE: 'Factura',
      CREDIT_NOTE: 'Nota de crédito',
      loading: 'Abriendo la factura',
      gone: 'Este enlace no se puede usar',
      goneText: 'Está incompleto o ha caducado. Pida uno nuevo a la tienda.',
      print: 'Imprimir',
      number: 'Número',
      date: 'Fecha',
      against: 'De la factura',
      to: 'Facturado y entregado a',
      supply: 'Lugar de suministro: estado {{code}}',
      licence: 'Licencia de medicamentos {{no}}',
      patient: 'Paciente',
      prescriber: 'Médico',
      pharmacist: 'Farmacéutico',
      product: 'Producto',
      qty: 'Unidades',
      taxable: 'Base',
      tax: 'Impuesto',
      total: 'Importe',
      batch: 'Lote {{batch}}, hasta {{expiry}}, HSN {{hsn}}',
      roundOff: 'Redondeo',
      payable: 'A pagar',
      credited: 'Abonado después',
      note: 'Los precios incluyen impuestos. Factura generada por ordenador.',
    },
  }),
);

const month = (day: string | null): string => (day === null ? '–' : monthAndYear(day));

/** One invoice, for the customer with its link: on any phone, and printed. */
export function TaxInvoiceScreen(): ReactNode {
  const { t } = useTranslations('tax-invoice');
  const { uId = '' } = useParams();
  const { data, isError } = useQuery({
    queryKey: ['customer-invoice', uId],
    retry: false,
    queryFn: ({ signal }) =>
      api.get<CustomerInvoice>(`/customer-invoice/${encodeURIComponent(uId)}`, { signal }),
  });
  if (isError) return <EmptyState title={t('gone')}>{t('goneText')}</EmptyState>;
  if (!data) return <p className="ops-muted">{t('loading')}</p>;
  return <Paper invoice={data} />;
}

function Paper({ invoice }: { readonly invoice: CustomerInvoice }): ReactNode {
  const { t } = useTranslations('tax-invoice');
  const { seller, totals } = invoice;
  const facts: readonly (readonly [label: string, value: string])[] = [
    ['number', invoice.number],
    ['date', formatDate(invoice.issuedOn)],
    ...(invoice.against ? [['against', invoice.against] as const] : []),
    ...(invoice.patient ? [['patient', invoice.patient] as const] : []),
    ...(invoice.prescriber ? [['prescriber', invoice.prescriber] as const] : []),
    ...(invoice.pharmacist
      ? [['pharmacist', `${invoice.pharmacist} ${invoice.pharmacistRegNo}`] as const]
      : []),
  ];
  const taxes: readonly (readonly [name: string, paise: number])[] = [
    ['CGST', totals.cgst],
    ['SGST', totals.sgst],
    ['IGST', totals.igst],
  ];
  return (
    <article className="ti-paper">
      <header>
        <div>
          <h1>{t(invoice.kind)}</h1>
          <p>
            <strong>{seller.name}</strong>
            <br />
            {seller.address}
            <br />
            GSTIN {seller.gstin}
            <br />
            {t('licence', { no: seller.licence })}
          </p>
        </div>
        <Button variant="default" className="ti-print" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </header>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('to')}</dt>
          <dd>
            {invoice.customer}, {invoice.address}
            <br />
            {t('supply', { code: invoice.stateCode })}
          </dd>
        </div>
      </dl>
      <ul className="ti-lines">
        {invoice.lines.map((line) => (
          <li key={line.id}>
            <span className="ti-product">{line.product}</span>
            <span className="ops-figures ti-amount">{formatMoney(line.total)}</span>
            <span className="ops-muted ti-wide">
              {t('qty')} {line.qty} ·{' '}
              {t('batch', { batch: line.batch, expiry: month(line.expiry), hsn: line.hsn })}
              {line.maker ? ` · ${line.maker}` : ''}
            </span>
            <span className="ops-muted ti-wide">
              {t('taxable')} {formatMoney(line.taxable)} · {t('tax')} {line.gstBp / 100} %{' '}
              {formatMoney(line.cgst + line.sgst + line.igst)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="ti-totals">
        <div>
          <dt>{t('taxable')}</dt>
          <dd className="ops-figures">{formatMoney(totals.taxable)}</dd>
        </div>
        {taxes
          .filter(([, paise]) => paise > 0)
          .map(([name, paise]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="ops-figures">{formatMoney(paise)}</dd>
            </div>
          ))}
        <div>
          <dt>{t('roundOff')}</dt>
          <dd className="ops-figures">{formatMoney(totals.roundOff)}</dd>
        </div>
        <div className="ti-payable">
          <dt>{t('payable')}</dt>
          <dd className="ops-figures">{formatMoney(totals.payable)}</dd>
        </div>
        {invoice.creditedPaise > 0 && (
          <div>
            <dt>{t('credited')}</dt>
            <dd className="ops-figures">{formatMoney(-invoice.creditedPaise)}</dd>
          </div>
        )}
      </dl>
      <p className="ops-muted">{t('note')}</p>
    </article>
  );
}
