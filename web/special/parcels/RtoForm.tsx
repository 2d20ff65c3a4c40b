import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { NumberField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useTranslations } from '#web/locales/translations.ts';
import type { ParcelRow } from './row.ts';

type Numbers = Readonly<Record<string, number | null>>;

/** A parcel that came back: first counted in, then each unit for the shelf or damaged. */
export function RtoForm({ parcel }: { readonly parcel: ParcelRow }): ReactNode {
  if (parcel.stage === 'rto') return <Receive parcel={parcel} />;
  return parcel.stage === 'rtoReceived' ? <Inspect parcel={parcel} /> : null;
}

const lineOf = (parcel: ParcelRow, lineId: string) => parcel.lines.find(({ id }) => id === lineId);

function Receive({ parcel }: { readonly parcel: ParcelRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const receive = useCommand('delivery', 'receiveRto');
  const [found, setFound] = useState<Numbers>(
    Object.fromEntries(parcel.rto.map(({ lineId, qty }) => [lineId, qty])),
  );
  const [again, setAgain] = useState(false);
  const send = async (): Promise<void> => {
    const parts = parcel.rto.map(({ lineId }) => ({ lineId, qty: found[lineId] ?? 0 }));
    if (await receive.run(parcel.id, { parts, again }, { version: parcel.version }))
      toast({ text: t('rtoReceived', { number: parcel.number }), tone: 'ok' });
  };
  const short = parcel.rto.some(({ lineId, qty }) => (found[lineId] ?? 0) < qty);
  return (
    <section className="pa-part">
      <h3>{t('receive')}</h3>
      {parcel.rto.map(({ lineId, qty }) => (
        <NumberField
          key={lineId}
          label={t('cameBack', { product: lineOf(parcel, lineId)?.product ?? '', n: qty })}
          value={found[lineId] ?? null}
          min={0}
          max={qty}
          onChange={(n) => setFound({ ...found, [lineId]: n })}
        />
      ))}
      {short && <p className="ops-tone-danger">{t('shortText', { agent: parcel.agent?.name ?? '–' })}</p>}
      <Checkbox
        size="xs"
        label={t('again')}
        checked={again}
        onChange={(event) => setAgain(event.currentTarget.checked)}
      />
      {receive.failure && <InlineError failure={receive.failure} onDismiss={receive.dismiss} />}
      <ActionButton
        primary
        label={t('receive')}
        pending={receive.pending}
        disabled={hasRight(person, 'Inventory/customerRto:create') ? null : t('off.right')}
        onClick={() => void send()}
      />
    </section>
  );
}

function Inspect({ parcel }: { readonly parcel: ParcelRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const inspect = useCommand('delivery', 'inspectRto');
  const [restock, setRestock] = useState<Numbers>(
    Object.fromEntries(
      parcel.back.map(({ lineId, qty }) => [lineId, lineOf(parcel, lineId)?.once === true ? 0 : qty]),
    ),
  );
  const send = async (): Promise<void> => {
    const lines = parcel.back.map(({ lineId, qty }) => {
      const shelf = restock[lineId] ?? 0;
      return { lineId, restock: shelf, damaged: qty - shelf };
    });
    if (await inspect.run(parcel.id, { lines }, { version: parcel.version }))
      toast({ text: t('inspected', { number: parcel.number }), tone: 'ok' });
  };
  return (
    <section className="pa-part">
      <h3>{t('inspect')}</h3>
      {parcel.back.map(({ lineId, qty }) => {
        const line = lineOf(parcel, lineId);
        return line?.once ? (
          <p key={lineId} className="ops-tone-warn">
            {t('never', { product: line.product, n: qty })}
          </p>
        ) : (
          <NumberField
            key={lineId}
            label={t('toShelf', { product: line?.product ?? '', n: qty })}
            value={restock[lineId] ?? null}
            min={0}
            max={qty}
            onChange={(n) => setRestock({ ...restock, [lineId]: n })}
          />
        );
      })}
      {inspect.failure && <InlineError failure={inspect.failure} onDismiss={inspect.dismiss} />}
      <ActionButton
        primary
        label={t('inspect')}
        pending={inspect.pending}
        disabled={hasRight(person, 'Inventory/customerRto:edit') ? null : t('off.right')}
        onClick={() => void send()}
      />
    </section>
  );
}
