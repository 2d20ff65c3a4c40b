import { useState } from 'react';
import type { ReactNode } from 'react';
import { coinValues, countedCash, noteValues } from '#shared/streams/money/day/state.ts';
import { unscanned } from '#shared/streams/delivery/parcel/parcel-label.ts';
import { collected, ownParcels } from '#shared/streams/delivery/statement/statement.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { useParcelScan } from './use-parcel-scan.ts';
import { ScanField, type ScanAnswer } from '#web/parts/scan/ScanField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { StepList } from '#web/parts/StepList.tsx';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { ClaimPart } from './ClaimPart.tsx';
import { parcelTones, runTones, type ParcelRow, type RunRow } from './row.ts';

interface RunProps {
  readonly run: RunRow;
  readonly parcels: readonly ParcelRow[];
}

/** One run: what became of each parcel, what customers paid, and what the rider handed in. */
export function RunPanel({ run, parcels, onClose }: RunProps & { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslations('parcels');
  return (
    <Panel
      title={run.number}
      aside={<StatusWord tone={runTones[run.stage]}>{t(`run.${run.stage}`)}</StatusWord>}
      talk={{ stream: `statement-${run.id}`, title: run.number }}
      onClose={onClose}
    >
      <div className="pa-panel">
        <p>
          {run.agent.name} · <span className="ops-code">{run.vehicle}</span>
          {run.odometerIn !== null && run.odometerOut !== null
            ? ` · ${t('km', { km: Math.round((run.odometerIn - run.odometerOut) * 10) / 10 })}`
            : ''}
        </p>
        <ul className="pa-list">
          {run.stops.map(({ dcId, number, customer, codDuePaise }) => {
            const parcel = parcels.find(({ id }) => id === dcId);
            return (
              <li key={dcId}>
                <span>
                  <span className="ops-code">{number}</span> {customer}
                </span>
                {parcel && (
                  <StatusWord tone={parcelTones[parcel.stage]}>{t(`stage.${parcel.stage}`)}</StatusWord>
                )}
                <span className="ops-muted pa-wide">
                  {t('codLine', {
                    due: formatMoney(codDuePaise),
                    got: parcel?.cod?.mode
                      ? `${formatMoney(parcel.cod.paise)} ${t(`pay.${parcel.cod.mode}`)}`
                      : '–',
                  })}
                </span>
              </li>
            );
          })}
        </ul>
        {run.stage === 'departed' && <BackAtShop run={run} parcels={parcels} />}
        {run.stage === 'returned' && <Settle run={run} parcels={parcels} />}
        {run.settlement && <Settled run={run} />}
        {run.stage === 'settled' && <ClaimPart run={run} />}
        <section className="pa-part">
          <h3>{t('history')}</h3>
          <StepList steps={run.steps} nameOf={t} />
        </section>
      </div>
    </Panel>
  );
}

function Settled({ run }: { readonly run: RunRow }): ReactNode {
  const { t } = useTranslations('parcels');
  const { settlement } = run;
  if (!settlement) return null;
  const lines: readonly (readonly [string, number])[] = [
    ['due', settlement.duePaise],
    ['cash', settlement.cashPaise],
    ['upi', settlement.upiPaise],
    ['card', settlement.cardPaise],
    ['link', settlement.linkPaise],
    ['gap', settlement.gapPaise],
  ];
  return (
    <dl className="pa-figures">
      {lines
        .filter(([label, paise]) => paise !== 0 || label === 'due' || label === 'gap')
        .map(([label, paise]) => (
          <div key={label}>
            <dt>{t(`money.${label}`)}</dt>
            <dd className={`ops-figures ${label === 'gap' && paise !== 0 ? 'ops-tone-danger' : ''}`}>
              {formatMoney(paise)}
            </dd>
          </div>
        ))}
    </dl>
  );
}

function BackAtShop({ run, parcels }: RunProps): ReactNode {
  const back = useCommand('statement', 'comeBack');
  return (
    <ComeBack
      run={run}
      parcels={parcels}
      pending={back.pending}
      onBack={(body) => back.run(run.id, body, { version: run.version })}
    >
      {back.failure && <InlineError failure={back.failure} onDismiss={back.dismiss} />}
    </ComeBack>
  );
}

export interface ComeBackProps extends RunProps {
  readonly pending: boolean;
  readonly onBack: (body: { readonly odometerIn: number; readonly scanned: readonly string[] }) => unknown;
  /** Why it was not sent. */
  readonly children: ReactNode;
}

/** The rider is back: what was not delivered is scanned in, and the kilometres are read. */
export function ComeBack({ run, parcels, pending, onBack, children }: ComeBackProps): ReactNode {
  const { t } = useTranslations('parcels');
  const [scanned, setScanned] = useState<readonly string[]>([]);
  const [odometer, setOdometer] = useState<number | null>(run.odometerOut);
  const home = parcels.filter(({ stage }) => stage === 'undelivered');
  const openOnes = parcels.filter(({ stage }) => stage === 'out' || stage === 'handedOver');
  const missing = home.filter((parcel) => unscanned(parcel, scanned).length > 0);
  const { read } = useParcelScan();
  const scan = async (code: string): Promise<ScanAnswer> => {
    const found = read(home, code);
    if (!found.delivery) return found.answer;
    setScanned((now) => [...now, ...found.labels]);
    return { ok: true, text: t('scannedIn', { number: found.delivery.number }) };
  };
  return (
    <section className="pa-part">
      <h3>{t('comeBack')}</h3>
      {missing.length > 0 && (
        <>
          <p>{t('toScan', { list: missing.map(({ number }) => number).join(', ') })}</p>
          <ScanField label={t('scanIn')} onScan={scan} />
        </>
      )}
      <NumberField
        label={t('odometerIn')}
        value={odometer}
        decimals={1}
        min={0}
        required
        onChange={setOdometer}
      />
      {children}
      <ActionButton
        primary
        label={t('comeBack')}
        pending={pending}
        disabled={
          openOnes.length > 0
            ? t('off.open', { count: openOnes.length })
            : missing.length > 0
              ? t('off.scanIn')
              : odometer === null
                ? t('off.odometer')
                : null
        }
        onClick={() => odometer !== null && void onBack({ odometerIn: odometer, scanned })}
      />
    </section>
  );
}

const sheet = [
  ...noteValues.map((value) => ({ key: `n${value}`, value, coin: false })),
  ...coinValues.map((value) => ({ key: `c${value}`, value, coin: true })),
];

function Settle({ run, parcels }: RunProps): ReactNode {
  const { t } = useTranslations('parcels');
  const person = usePerson();
  const settle = useCommand('statement', 'settle');
  const due = collected(ownParcels(run, parcels));
  const [counted, setCounted] = useState<Readonly<Record<string, number>>>({});
  const [upi, setUpi] = useState<number | null>(due.upi);
  const [card, setCard] = useState<number | null>(due.card);
  const [reason, setReason] = useState('');
  const cash = countedCash(counted);
  const gap = cash + (upi ?? 0) + (card ?? 0) + due.link - (due.cash + due.upi + due.card + due.link);
  const send = async (): Promise<void> => {
    const body = {
      counted,
      upiPaise: upi ?? 0,
      cardPaise: card ?? 0,
      linkPaise: due.link,
      reason: reason.trim(),
    };
    if (await settle.run(run.id, body, { version: run.version }))
      toast({ text: t('settled', { number: run.number }), tone: 'ok' });
  };
  const off = !hasRight(person, 'Delivery/deleveryStatementList:edit')
    ? t('off.right')
    : run.agent.empId === person.empId
      ? t('off.ownRun')
      : null;
  return (
    <section className="pa-part">
      <h3>{t('settle')}</h3>
      <p>{t('dueCash', { amount: formatMoney(due.cash) })}</p>
      <div className="pa-sheet">
        {sheet.map(({ key, value, coin }) => (
          <NumberField
            key={key}
            label={t(coin ? 'coin' : 'note', { value })}
            value={counted[key] ?? null}
            min={0}
            max={99_999}
            onChange={(n) => setCounted({ ...counted, [key]: n ?? 0 })}
          />
        ))}
      </div>
      <p className="ops-strong ops-figures">{t('countedCash', { amount: formatMoney(cash) })}</p>
      <NumberField label={t('pay.upi')} value={upi} money min={0} onChange={setUpi} />
      <NumberField label={t('pay.card')} value={card} money min={0} onChange={setCard} />
      <p className={`ops-figures ${gap === 0 ? 'ops-tone-ok' : 'ops-tone-danger'}`} aria-live="polite">
        {gap === 0
          ? t('agrees')
          : gap < 0
            ? t('short', { amount: formatMoney(-gap) })
            : t('over', { amount: formatMoney(gap) })}
      </p>
      {gap !== 0 && (
        <AreaField label={t('reason')} value={reason} required maxLength={250} onChange={setReason} />
      )}
      {settle.failure && <InlineError failure={settle.failure} onDismiss={settle.dismiss} />}
      <ActionButton
        primary
        label={t('settle')}
        pending={settle.pending}
        disabled={off}
        onClick={() => void send()}
      />
    </section>
  );
}
