import { useState } from 'react';
import type { ReactNode } from 'react';
import { owes, paylinkNeeds } from '#shared/streams/money/paylink/paylink.ts';
import { parcelId, paylinkKey, type PaylinkState, stands } from '#shared/streams/money/paylink/state.ts';
import type { DeliveryState } from '#shared/streams/delivery/parcel/state.ts';
import type { PaymentLink } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { TextField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatInstant, formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';

interface Props {
  readonly parcel: DeliveryState;
}

/** The link by which the customer pays the parcel before it reaches the door; for those who may ask for money. */
export function PaymentLinkPart({ parcel }: Props): ReactNode {
  const person = usePerson();
  return paylinkNeeds.some((need) => hasRight(person, need)) ? <Part parcel={parcel} /> : null;
}

function Part({ parcel }: Props): ReactNode {
  const { t } = useTranslations('parcels');
  const feed = useFeed<PaylinkState & Row>('money/paylinks');
  const link = useFeedRow(feed.rows, paylinkKey(parcel.id));
  const create = useCommand('paylink', 'create');
  if (!link && owes(parcel) === 0) return null;
  return (
    <section className="pa-part">
      <h3>{t('payLink')}</h3>
      {link && <Standing link={link} />}
      {link && stands(link) ? (
        <Actions link={link} />
      ) : (
        owes(parcel) > 0 && (
          <ActionButton
            compact
            label={t('payLinkMake', { amount: formatMoney(owes(parcel)) })}
            pending={create.pending}
            onClick={() => void create.run(paylinkKey(parcel.id), {})}
          />
        )
      )}
      {create.failure && <InlineError failure={create.failure} onDismiss={create.dismiss} />}
    </section>
  );
}

function Standing({ link }: { readonly link: PaylinkState }): ReactNode {
  const { t } = useTranslations('parcels');
  const { stage, paise, until, sent, paidAt, owedPaise } = link;
  const open = stands(link);
  return (
    <p>
      <strong>{t(`payStage.${stage}`)}</strong> · <span className="ops-figures">{formatMoney(paise)}</span>
      {open && ` · ${t('payUntil', { at: formatInstant(until) })}`}
      {open && sent && ` · ${t('paySent')}`}
      {paidAt && ` · ${formatInstant(paidAt)}`}
      {owedPaise > 0 && ` · ${t('payOwed', { amount: formatMoney(owedPaise) })}`}
    </p>
  );
}

/** Copies or sends the link, or ends it. */
function Actions({ link }: { readonly link: PaylinkState }): ReactNode {
  const { t } = useTranslations('parcels');
  const cancel = useCommand('paylink', 'cancel');
  const [reason, setReason] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const ask = async (send: boolean): Promise<void> => {
    setSending(send);
    try {
      const { path } = await api.post<PaymentLink>(`/customer-payment-link/${parcelId(link)}`, { send });
      if (!send) await navigator.clipboard.writeText(`${location.origin}${path}`);
      toast({ text: t(send ? 'paySentNow' : 'payCopied'), tone: 'ok' });
    } catch (error) {
      toast({ text: failureOf(error).message, tone: 'danger' });
    }
    setSending(false);
  };
  const end = async (): Promise<void> => {
    if (await cancel.run(link.id, { reason: (reason ?? '').trim() }, { version: link.version }))
      setReason(null);
  };
  return (
    <>
      <span className="pa-do">
        <ActionButton compact label={t('payCopy')} onClick={() => void ask(false)} />
        {!link.sent && link.phone !== '' && (
          <ActionButton compact label={t('paySend')} pending={sending} onClick={() => void ask(true)} />
        )}
        {reason === null && <ActionButton compact label={t('payEnd')} onClick={() => setReason('')} />}
      </span>
      {reason !== null && (
        <>
          <TextField label={t('payEndWhy')} value={reason} required maxLength={250} onChange={setReason} />
          <span className="pa-do">
            <ActionButton compact label={t('payEnd')} pending={cancel.pending} onClick={() => void end()} />
            <ActionButton compact label={t('payKeep')} onClick={() => setReason(null)} />
          </span>
        </>
      )}
      {cancel.failure && <InlineError failure={cancel.failure} onDismiss={cancel.dismiss} />}
    </>
  );
}
