import type { ReactNode } from 'react';
import { PaymentLinkPart } from './PaymentLinkPart.tsx';
import { failReasons, type DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { toast } from '#web/parts/toast.tsx';
import { StepList } from '#web/parts/StepList.tsx';
import { formatDate, formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';

const fails: ReadonlySet<string> = new Set([...failReasons, 'COLD', 'noAnswer']);

/** Who gets the parcel, what is in it, and what has happened to it. */
export function ParcelFacts({ parcel }: { readonly parcel: DeliveryState }): ReactNode {
  const { t } = useTranslations('parcels');
  const { customer, phone, address, pincode, slotDate, slotWindow, codDuePaise, cod, agent, proof } = parcel;
  const facts: readonly (readonly [label: string, value: string])[] = [
    ['customer', customer],
    ['phone', phone],
    ['address', [address, pincode].filter(Boolean).join(', ')],
    ['slot', slotDate ? `${formatDate(slotDate)} ${t(`window.${slotWindow}`)}` : '–'],
    ['cod', formatMoney(codDuePaise)],
    ...(parcel.paidOnlinePaise > 0 ? [['online', formatMoney(parcel.paidOnlinePaise)] as const] : []),
    ...(cod && cod.mode
      ? [['collected', `${formatMoney(cod.paise)} · ${t(`pay.${cod.mode}`)}`] as const]
      : []),
    ['agent', agent?.name ?? '–'],
    ...(parcel.statement ? [['statement', parcel.statement] as const] : []),
    ...(parcel.cold ? [['cold', t('coldText')] as const] : []),
    ...(parcel.lostPaise > 0 ? [['lost', formatMoney(parcel.lostPaise)] as const] : []),
    ...(parcel.creditNoteNumber ? [['creditNote', parcel.creditNoteNumber] as const] : []),
  ];
  return (
    <>
      <dl className="pa-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(`fact.${label}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="pa-list">
        {parcel.lines.map(({ id, product, batch, qty }) => (
          <li key={id}>
            <span>
              {product} <span className="ops-muted">{batch}</span>
            </span>
            <span className="ops-figures">{qty}</span>
          </li>
        ))}
      </ul>
      <ActionButton
        compact
        label={t('invoiceLink', { number: parcel.invoiceNumber })}
        onClick={() => void copyLink(parcel.invoiceId, t('linkCopied'))}
      />
      <PaymentLinkPart parcel={parcel} />
      {proof?.fileId && (
        <FileList
          files={[{ fileId: proof.fileId, name: t('proof'), mime: 'image/jpeg' }]}
          through={`delivery-${parcel.id}`}
        />
      )}
    </>
  );
}

/** Puts the customer's link to the invoice into the clipboard. */
async function copyLink(invoiceId: string, done: string): Promise<void> {
  try {
    const { path } = await api.post<{ path: string }>(`/customer-invoice-link/${invoiceId}`, {});
    await navigator.clipboard.writeText(`${location.origin}${path}`);
    toast({ text: done, tone: 'ok' });
  } catch (error) {
    toast({ text: failureOf(error).message, tone: 'danger' });
  }
}

export function ParcelHistory({ parcel }: { readonly parcel: DeliveryState }): ReactNode {
  const { t } = useTranslations('parcels');
  return (
    <section className="pa-part">
      <h3>{t('history')}</h3>
      <StepList
        steps={parcel.steps}
        nameOf={t}
        noteOf={(note) => (fails.has(note) ? t(`fail.${note}`) : note)}
      />
    </section>
  );
}
