import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePerson } from '#web/live/person.ts';
import { outbox as box, useOutbox } from '#web/live/outbox/use-outbox.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeedRows, type useFeed } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import { IconAlertTriangle, IconCloudOff } from '#web/parts/icons.ts';
import { EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { ComeBack } from './RunPanel.tsx';
import { RiderStop } from './RiderStop.tsx';
import { parcelTones, type ParcelRow, type RunRow } from './row.ts';

export interface Feeds {
  readonly parcels: ReturnType<typeof useFeed<ParcelRow>>;
  readonly runs: ReturnType<typeof useFeed<RunRow>>;
}

const place = (empId: number): string => `ops-draft:${empId}:my-run`;

/** The rider's parcels as this device last saw them, for a start without a connection. */
function useKept(empId: number, live: boolean, rows: readonly ParcelRow[]): readonly ParcelRow[] {
  const [kept] = useState<readonly ParcelRow[]>(() => {
    try {
      return JSON.parse(localStorage.getItem(place(empId)) ?? '[]') as readonly ParcelRow[];
    } catch {
      return []; // storage switched off or unreadable: nothing was kept
    }
  });
  useEffect(() => {
    if (!live) return;
    try {
      localStorage.setItem(place(empId), JSON.stringify(rows));
    } catch {
      // storage full or switched off: the run stands on the screen only
    }
  }, [empId, live, rows]);
  return live || rows.length > 0 ? rows : kept;
}

/** The run in the rider's hand: answers, stops in order, results that are kept on the phone until they are sent. */
export function MyRun({ parcels, runs }: Feeds): ReactNode {
  const { t } = useTranslations('parcels');
  const { empId } = usePerson();
  const outbox = useOutbox();
  const [openId, setOpenId] = useState<string | null>(null);
  const own = useFeedRows(parcels.rows).filter(({ agent }) => agent?.empId === empId);
  const rows = useKept(empId, parcels.condition === 'live', own);
  const mine = useFeedRows(runs.rows).filter(({ agent }) => agent.empId === empId);
  const waiting = outbox.entries.filter(({ aggregate }) => aggregate === 'delivery');
  const queued = new Set(waiting.filter(({ refusal }) => refusal === null).map(({ id }) => id));
  const asked = rows.filter(({ stage }) => stage === 'assigned');
  const stops = rows
    .filter(({ stage }) => ['accepted', 'handedOver', 'out', 'undelivered'].includes(stage))
    .toSorted(
      (a, b) => Number(queued.has(a.id)) - Number(queued.has(b.id)) || (a.pincode < b.pincode ? -1 : 1),
    );
  const open = stops.find(({ id }) => id === openId) ?? null;
  const due = stops
    .filter(({ stage }) => stage === 'out')
    .reduce((sum, { codDuePaise }) => sum + codDuePaise, 0);
  if (open) return <RiderStop parcel={open} sent={queued.has(open.id)} onClose={() => setOpenId(null)} />;
  return (
    <div className="pa-screen">
      {waiting.length > 0 && (
        <section className="pa-outbox" aria-label={t('outbox')}>
          <p role="status">
            <IconCloudOff size={16} aria-hidden="true" /> {t('toSend', { count: waiting.length })}{' '}
            <ActionButton compact label={t('sendNow')} onClick={() => void box.flush()} />
          </p>
          {waiting
            .filter(({ refusal }) => refusal !== null)
            .map((entry) => (
              <div key={entry.seq} role="alert" className="pa-refused">
                <p>
                  <IconAlertTriangle size={16} aria-hidden="true" />{' '}
                  {rows.find(({ id }) => id === entry.id)?.number ?? entry.id}: {entry.refusal?.message}
                </p>
                <div className="pa-do">
                  <ActionButton compact label={t('sendAgain')} onClick={() => void box.retry(entry.seq)} />
                  <ActionButton
                    compact
                    danger
                    label={t('discard')}
                    onClick={() => void box.discard(entry.seq)}
                  />
                </div>
              </div>
            ))}
        </section>
      )}
      {asked.map((parcel) => (
        <Answer key={parcel.id} parcel={parcel} />
      ))}
      {stops.length === 0 && asked.length === 0 && (
        <EmptyState title={t('noStops')}>{t('noStopsText')}</EmptyState>
      )}
      {stops.length > 0 && (
        <p className="ops-strong">{t('runSum', { count: stops.length, amount: formatMoney(due) })}</p>
      )}
      <ul className="pa-stops">
        {stops.map((parcel) => (
          <li key={parcel.id}>
            <button type="button" className="pa-stop" onClick={() => setOpenId(parcel.id)}>
              <span className="ops-strong">{parcel.customer}</span>
              <StatusWord tone={queued.has(parcel.id) ? 'muted' : parcelTones[parcel.stage]}>
                {queued.has(parcel.id) ? t('onPhone') : t(`stage.${parcel.stage}`)}
              </StatusWord>
              <span className="pa-wide">
                {parcel.address} {parcel.pincode}
              </span>
              <span className="ops-muted">{parcel.number}</span>
              <span className="ops-figures ops-strong">
                {parcel.codDuePaise > 0 ? formatMoney(parcel.codDuePaise) : t('paid')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {mine.map((run) => (
        <OwnRun key={run.id} run={run} parcels={rows.filter(({ statementId }) => statementId === run.id)} />
      ))}
    </div>
  );
}

function Answer({ parcel }: { readonly parcel: ParcelRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const accept = useCommand('delivery', 'accept');
  const decline = useCommand('delivery', 'decline');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const failure = accept.failure ?? decline.failure;
  return (
    <section className="pa-card" aria-label={parcel.number}>
      <p>
        <strong className="ops-strong">{t('newParcel')}</strong> {parcel.number} · {parcel.pincode} ·{' '}
        {formatMoney(parcel.codDuePaise)}
      </p>
      {asked && (
        <AreaField label={t('whyNot')} value={reason} required maxLength={250} onChange={setReason} />
      )}
      {failure && (
        <InlineError failure={failure} onDismiss={accept.failure ? accept.dismiss : decline.dismiss} />
      )}
      <div className="pa-do">
        <ActionButton
          primary
          label={t('accept')}
          pending={accept.pending}
          onClick={() => void accept.run(parcel.id)}
        />
        <ActionButton
          label={t('decline')}
          pending={decline.pending}
          onClick={() => (asked ? void decline.run(parcel.id, { reason: reason.trim() }) : setAsked(true))}
        />
      </div>
    </section>
  );
}

/** The rider leaves with all parcels in hand, and comes back. */
function OwnRun({
  run,
  parcels,
}: {
  readonly run: RunRow;
  readonly parcels: readonly ParcelRow[];
}): ReactNode {
  const { t } = useTranslations('parcels');
  const depart = useCommand('statement', 'depart');
  const [odometer, setOdometer] = useState<number | null>(null);
  if (run.stage === 'departed') return <ComeBack run={run} parcels={parcels} />;
  if (run.stage !== 'generated') return null;
  const waiting = parcels.filter(({ stage }) => stage !== 'handedOver').length;
  return (
    <section className="pa-card" aria-label={run.number}>
      <h2>
        <span className="ops-code">{run.number}</span>
      </h2>
      <NumberField
        label={t('odometerOut')}
        value={odometer}
        decimals={1}
        min={0}
        required
        onChange={setOdometer}
      />
      {depart.failure && <InlineError failure={depart.failure} onDismiss={depart.dismiss} />}
      <ActionButton
        primary
        label={t('depart')}
        pending={depart.pending}
        disabled={
          waiting > 0 ? t('off.waiting', { count: waiting }) : odometer === null ? t('off.odometer') : null
        }
        onClick={() => void depart.run(run.id, { odometerOut: odometer }, { version: run.version })}
      />
    </section>
  );
}
