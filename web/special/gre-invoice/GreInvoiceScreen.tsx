import { SegmentedControl } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { translations } from '#shared/core/translations.ts';
import type { SupplierInvoiceLink } from '#shared/streams/purchase/gre/invoice-link.ts';
import { api } from '#web/live/api.ts';
import { fetchKept } from '#web/live/kept-file.ts';
import { useQuery } from '#web/live/query.ts';
import { formatDate } from '#web/locales/formats.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { FilePreview } from '#web/parts/FilePreview.tsx';
import { EmptyState } from '#web/parts/states.tsx';
import './gre-invoice.css';

addTranslations(
  'gre-invoice',
  translations({
    en: {
      title: 'Supplier invoice {{no}}',
      of: '{{supplier}} · {{date}} · goods receipt {{number}}',
      pages: 'Files',
      loading: 'Loading the invoice',
      gone: 'This link does not open anything',
      goneText: 'It is incomplete, or has expired. Ask whoever sent it for a new one.',
    },
    es: {
      title: 'Factura de proveedor {{no}}',
      of: '{{supplier}} · {{date}} · recepción {{number}}',
      pages: 'Archivos',
      loading: 'Cargando la factura',
      gone: 'Este enlace no abre nada',
      goneText: 'Está incompleto o ha caducado. Pida uno nuevo a quien se lo envió.',
    },
  }),
);

/** A supplier's invoice as received with the goods, for the bearer of its link. */
export function GreInvoiceScreen(): ReactNode {
  const { t } = useTranslations('gre-invoice');
  const { uId = '' } = useParams();
  const path = `/gre-invoice/${encodeURIComponent(uId)}`;
  const { data, isError } = useQuery({
    queryKey: ['gre-invoice', uId],
    retry: false,
    queryFn: ({ signal }) => api.get<SupplierInvoiceLink>(path, { signal }),
  });
  if (isError)
    return (
      <main className="gi-page">
        <EmptyState title={t('gone')}>{t('goneText')}</EmptyState>
      </main>
    );
  if (!data)
    return (
      <main className="gi-page">
        <p className="ops-muted">{t('loading')}</p>
      </main>
    );
  return <Invoice invoice={data} path={path} />;
}

function Invoice({
  invoice,
  path,
}: {
  readonly invoice: SupplierInvoiceLink;
  readonly path: string;
}): ReactNode {
  const { t } = useTranslations('gre-invoice');
  const [shown, setShown] = useState(invoice.files[0]?.fileId ?? null);
  const file = invoice.files.find(({ fileId }) => fileId === shown) ?? null;
  const load = useCallback(
    (fileId: string, signal: AbortSignal) => fetchKept(`${path}/file/${encodeURIComponent(fileId)}`, signal),
    [path],
  );
  const title = t('title', { no: invoice.invoiceNo });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="gi-page">
      <header>
        <h1>{title}</h1>
        <p className="ops-muted">
          {t('of', {
            supplier: invoice.supplier,
            date: invoice.invoiceDate === null ? '–' : formatDate(invoice.invoiceDate),
            number: invoice.number,
          })}
        </p>
      </header>
      {invoice.files.length > 1 && (
        <SegmentedControl
          aria-label={t('pages')}
          value={shown ?? ''}
          data={invoice.files.map(({ fileId, name }) => ({ value: fileId, label: name }))}
          onChange={setShown}
        />
      )}
      {file && <FilePreview key={file.fileId} file={file} load={load} />}
    </main>
  );
}
