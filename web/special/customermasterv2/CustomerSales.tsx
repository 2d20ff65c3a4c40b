import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Permission } from '#shared/core/permission.ts';
import type { DocumentRow } from '#shared/families/document.ts';
import { api } from '#web/live/api.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { Listening } from './Listening.tsx';
import { Part } from './Part.tsx';
import { invoiceNamespace, orderNamespace, useCustomerTranslations } from './translations.ts';

interface OrderRow extends DocumentRow {
  readonly paidPaise: number;
  readonly duePaise: number;
}
interface InvoiceRow extends DocumentRow {
  readonly kind: 'INVOICE' | 'CREDIT_NOTE';
  readonly issuedOn: string;
  readonly creditedPaise: number;
  readonly duePaise: number;
}
interface Page<R> {
  readonly rows: readonly R[];
  readonly total: number;
}
type Screen = readonly [right: Permission, route: string];

const sales = '/purchaseanddispatch';
const orderScreens: readonly Screen[] = [
  ['Inventory/orderFormList:view', `${sales}/purchase/orderFormList`],
  ['Inventory/orderFormConfirmationList:view', `${sales}/orderFormConfirmationList`],
  ['Inventory/orderCancellation:view', `${sales}/orderCancellation`],
  ['Inventory/socancel:view', `${sales}/socancel`],
];
const invoiceScreens: readonly Screen[] = [['Inventory/invoiceList:view', `${sales}/invoiceList`]];

/** The route takes so many; further duplicates that were merged into the customer are left out. */
const mostCustomers = 20;

function usePapers<R>(kind: string, ids: readonly number[], version: number, enabled: boolean) {
  return useQuery({
    queryKey: ['customer-has', kind, ids[0], version],
    enabled,
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get<Page<R>>(`/documents-rows/${kind}`, {
        query: { customer: ids.slice(0, mostCustomers).join(',') },
        signal,
      }),
  });
}

/** Orders, tax invoices and credit notes of a customer and the records merged into it, each for who may open its list. */
export function CustomerSales({ ids, version }: { ids: readonly number[]; version: number }): ReactNode {
  const t = useCustomerTranslations();
  const ofOrder = useTranslations(orderNamespace).t;
  const ofInvoice = useTranslations(invoiceNamespace).t;
  const person = usePerson();
  const screenOf = (screens: readonly Screen[]): string | undefined =>
    screens.find(([right]) => hasRight(person, right))?.[1];
  const orderScreen = screenOf(orderScreens);
  const invoiceScreen = screenOf(invoiceScreens);
  const orders = usePapers<OrderRow>('customerOrder', ids, version, orderScreen !== undefined);
  const invoices = usePapers<InvoiceRow>('taxInvoice', ids, version, invoiceScreen !== undefined);
  const { refetch: refetchOrders } = orders;
  const { refetch: refetchInvoices } = invoices;
  const mayInvoices = invoiceScreen !== undefined;
  const refetch = useCallback(() => {
    void refetchOrders();
    if (mayInvoices) void refetchInvoices();
  }, [refetchOrders, refetchInvoices, mayInvoices]);
  const link = (screen: string | undefined, { id, number }: DocumentRow): ReactNode => (
    <Link key="number" to={`${screen}?id=${id}`}>
      {number}
    </Link>
  );
  const hint = (page: Page<DocumentRow> | undefined): string | null =>
    page && page.total > page.rows.length ? t('newest', { n: page.rows.length, of: page.total }) : null;
  return (
    <>
      {orderScreen && (
        <Part
          title={t('orders')}
          none={t('ordersNone')}
          read={orders}
          heads={[t('number'), t('day'), t('state'), t('amount'), t('paid'), t('due')]}
          hint={hint(orders.data)}
        >
          {orders.data?.rows.map((row) => [
            row.id,
            link(orderScreen, row),
            formatDate(row.madeAt),
            ofOrder(`stage.${row.stage}`),
            formatMoney(row.value ?? 0),
            formatMoney(row.paidPaise),
            formatMoney(row.duePaise),
          ])}
        </Part>
      )}
      {invoiceScreen && (
        <Part
          title={t('invoices')}
          none={t('invoicesNone')}
          read={invoices}
          heads={[t('number'), t('kind'), t('day'), t('state'), t('amount'), t('credited'), t('dueOnCredit')]}
          hint={hint(invoices.data)}
        >
          {invoices.data?.rows.map((row) => [
            row.id,
            link(invoiceScreen, row),
            t(`kind.${row.kind}`),
            formatDate(row.issuedOn),
            ofInvoice(`stage.${row.stage}`),
            formatMoney(row.value ?? 0),
            formatMoney(row.creditedPaise),
            formatMoney(row.duePaise),
          ])}
        </Part>
      )}
      {orderScreen && <Listening feed="documents/customerOrder" onReceived={refetch} />}
    </>
  );
}
