import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { handed } from '#shared/streams/delivery/parcel/rules.ts';
import { usePerson } from '#web/live/person.ts';
import { useOutbox } from '#web/live/outbox/use-outbox.ts';
import { useArriving, useFeedRows, type useFeed } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import { OutboxList } from '#web/parts/outbox/OutboxList.tsx';
import { EmptyState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { give } from './give.ts';
import { ComeBack } from './RunPanel.tsx';
import { RiderStop } from './RiderStop.tsx';
import { parcelTones, type ParcelRow, type RunRow } from './row.ts';
import { typedRun } from './typed-run.ts';
import { useKeptRun } from './use-kept-run.ts';
import { dropForeignResults } from './use-result.ts';

export interface Feeds {
  readonly parcels: ReturnType<typeof useFeed<ParcelRow>>;
  readonly runs: ReturnType<typeof useFeed<RunRow>>;
}

const onRoad: ReadonlySet<string> = new Set(['accepted', 'handedOver', 'out', 'undelivered']);

/** The run in the rider's hand: answers, stops in order, results that are kept on the phone until they are sent. */
export function MyRun({ parcels, runs }: Feeds): ReactNode {
  const { t } = useTranslations('parcels');
  const { empId } = usePerson();
  const outbox = useOutbox();
  const [openId, setOpenId] = useState<string | null>(null);
  const here = useOwnRun(parcels, runs, empId);
  const live = parcels.condition === 'live' && runs.condition === 'live';
  const { complete } = useArriving(parcels.rows);
  useEffect(() => {
    if (!live || !complete) return;
    // as the rows are now: what the screen shows follows them a moment later
    const own = [...parcels.rows.all()].filter(({ agent }) => agent?.empId === empId);
    void dropForeignResults(empId, new Set(own.map(({ id }) => id)));
  }, [live, complete, parcels.rows, empId]);
  const { parcels: rows, runs: mine, kept, numberOf } = useKeptRun(empId, live, here);
  const entries = outbox.entries.filter(
    ({ aggregate }) => aggregate === 'delivery' || aggregate === 'statement',
  );
  const typed = useMemo(() => typedRun(rows, mine, outbox.entries), [rows, mine, outbox.entries]);
  const { waiting: queued, results } = typed;
  const asked = typed.parcels.filter(({ stage }) => stage === 'assigned');
  const stops = typed.parcels
    .filter(({ id, stage }) => onRoad.has(stage) || results.has(id))
    .toSorted(
      (a, b) => Number(results.has(a.id)) - Number(results.has(b.id)) || (a.pincode < b.pincode ? -1 : 1),
    );
  const open = typed.parcels.find(({ id }) => id === openId) ?? null;
  const due = stops
    .filter(({ id, stage }) => stage === 'out' && !results.has(id))
    .reduce((sum, { codDuePaise }) => sum + codDuePaise, 0);
  if (open)
    return (
      <RiderStop key={open.id} parcel={open} sent={results.has(open.id)} onClose={() => setOpenId(null)} />
    );
  return (
    <div className="pa-screen">
      {!live && parcels.condition !== 'connecting' && (
        <p className="pa-offline" role="status">
          {t(kept ? 'offlineKept' : 'offline')}
        </p>
      )}
      <OutboxList
        entries={entries}
        sending={outbox.sending}
        unkept={outbox.unkept}
        nameOf={({ aggregate, id, command }) => ({
          what: t(`result.${command}`),
          ref: numberOf(aggregate, id) ?? id,
        })}
        openOf={({ aggregate, id }) =>
          aggregate === 'delivery' && rows.some((row) => row.id === id) ? () => setOpenId(id) : null
        }
      />
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
      {typed.runs.map((run) => (
        <OwnRun
          key={run.id}
          run={run}
          parcels={typed.parcels.filter(({ statementId }) => statementId === run.id)}
        />
      ))}
    </div>
  );
}

/** What of both feeds is this person's. */
function useOwnRun(
  parcels: Feeds['parcels'],
  runs: Feeds['runs'],
  empId: number,
): { readonly parcels: readonly ParcelRow[]; readonly runs: readonly RunRow[] } {
  const carried = useFeedRows(parcels.rows);
  const made = useFeedRows(runs.rows);
  return useMemo(
    () => ({
      parcels: carried.filter(({ agent }) => agent?.empId === empId),
      runs: made.filter(({ agent }) => agent.empId === empId),
    }),
    [carried, made, empId],
  );
}

interface Giving {
  /** This phone is keeping it. */
  readonly busy: boolean;
  readonly unkept: boolean;
  give(...what: Parameters<typeof give>): Promise<void>;
}

/** What this phone could not keep is said; it stays as typed. */
function useGive(): Giving {
  const [busy, setBusy] = useState(false);
  const [unkept, setUnkept] = useState(false);
  return {
    busy,
    unkept,
    give: async (...what) => {
      setBusy(true);
      try {
        await give(...what);
        setUnkept(false);
      } catch {
        setUnkept(true);
      }
      setBusy(false);
    },
  };
}

function Answer({ parcel }: { readonly parcel: ParcelRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const box = useGive();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const short = asked && reason.trim().length < 5;
  return (
    <section className="pa-card" aria-label={parcel.number}>
      <p>
        <strong className="ops-strong">{t('newParcel')}</strong> {parcel.number} · {parcel.pincode} ·{' '}
        {formatMoney(parcel.codDuePaise)}
      </p>
      {asked && (
        <AreaField label={t('whyNot')} value={reason} required maxLength={250} onChange={setReason} />
      )}
      <Unkept shown={box.unkept} />
      <div className="pa-do">
        <ActionButton
          primary
          label={t('accept')}
          pending={box.busy}
          onClick={() => void box.give('delivery', parcel.id, 'accept')}
        />
        <ActionButton
          label={t('decline')}
          pending={box.busy}
          disabled={short ? t('off.whyNot') : null}
          onClick={() =>
            asked
              ? void box.give('delivery', parcel.id, 'decline', { reason: reason.trim() })
              : setAsked(true)
          }
        />
      </div>
    </section>
  );
}

const Unkept = ({ shown }: { readonly shown: boolean }): ReactNode => {
  const { t } = useTranslations('parcels');
  return (
    shown && (
      <p className="ops-tone-danger" role="alert">
        {t('unkept')}
      </p>
    )
  );
};

/** The rider leaves with all parcels in hand, and comes back. */
function OwnRun({
  run,
  parcels,
}: {
  readonly run: RunRow;
  readonly parcels: readonly ParcelRow[];
}): ReactNode {
  const { t } = useTranslations('parcels');
  const box = useGive();
  const [odometer, setOdometer] = useState<number | null>(null);
  if (run.stage === 'departed')
    return (
      <ComeBack
        run={run}
        parcels={parcels}
        pending={box.busy}
        onBack={(body) => box.give('statement', run.id, 'comeBack', body)}
      >
        <Unkept shown={box.unkept} />
      </ComeBack>
    );
  if (run.stage !== 'generated') return null;
  const waiting = parcels.filter(({ stage }) => !handed.has(stage)).length;
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
      <Unkept shown={box.unkept} />
      <ActionButton
        primary
        label={t('depart')}
        pending={box.busy}
        disabled={
          waiting > 0 ? t('off.waiting', { count: waiting }) : odometer === null ? t('off.odometer') : null
        }
        onClick={() => void box.give('statement', run.id, 'depart', { odometerOut: odometer })}
      />
    </section>
  );
}
