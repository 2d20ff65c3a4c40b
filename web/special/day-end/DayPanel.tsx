import { useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { cashIn, expectedCash } from '#shared/streams/money/day/state.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { AreaField } from '#web/parts/field/text-fields.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { StepList } from '#web/parts/StepList.tsx';
import { formatDate, formatInstant, formatMoney } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { CountSheet } from './CountSheet.tsx';
import { PettyForm, ReceiptForm } from './MoneyForms.tsx';
import { gapTone, type DayRow, type TillLive } from './row.ts';

export interface DayPanelProps {
  readonly day: DayRow;
  readonly till: TillLive | null;
  readonly place: string;
  readonly onClose: () => void;
}
const sum = (list: readonly { readonly paise: number }[]): number =>
  list.reduce((all, { paise }) => all + paise, 0);

/** One day of a shop: every figure with its entries, money in and out, and the day end. */
export function DayPanel({ day, till, place, onClose }: DayPanelProps): ReactNode {
  const { t } = useTranslations('day-end');
  const person = usePerson();
  const [form, setForm] = useState<'petty' | 'receipt' | 'count' | null>(null);
  const may = hasRight(person, 'Inventory/dayendsubmission:create');
  const today = day.date === businessDay(serverClock.now());
  const open = day.stage === 'open';
  const off = !may ? t('off.right') : null;
  return (
    <Panel
      title={`${place} · ${formatDate(day.date)}`}
      aside={<StatusWord tone={open ? 'info' : 'ok'}>{t(`stage.${day.stage}`)}</StatusWord>}
      onClose={onClose}
    >
      <div className="de-panel">
        <Figures day={day} />
        {open && form === null && (
          <div className="de-do">
            {today && (
              <>
                <ActionButton label={t('petty')} disabled={off} onClick={() => setForm('petty')} />
                <ActionButton label={t('counter')} disabled={off} onClick={() => setForm('receipt')} />
              </>
            )}
            <ActionButton primary label={t('count')} disabled={off} onClick={() => setForm('count')} />
          </div>
        )}
        {open && form === 'petty' && <PettyForm dayId={day.id} onDone={() => setForm(null)} />}
        {open && form === 'receipt' && <ReceiptForm dayId={day.id} onDone={() => setForm(null)} />}
        {open && form === 'count' && <CountSheet day={day} till={till} />}
        {day.stage === 'toCountersign' && <Countersign day={day} />}
        <Entries day={day} />
        <section className="de-part">
          <h3>{t('history')}</h3>
          <StepList steps={day.steps} nameOf={t} />
        </section>
      </div>
    </Panel>
  );
}

function Figures({ day }: { readonly day: DayRow }): ReactNode {
  const { t } = useTranslations('day-end');
  const other = sum(day.receipts.filter(({ mode }) => mode !== 'cash'));
  const lines: readonly (readonly [label: string, paise: number])[] = [
    ['float', day.floatPaise],
    ['cashIn', cashIn(day)],
    ['petty', -sum(day.petty)],
    ['refunds', -sum(day.refunds)],
    ['toBank', -sum(day.toBank)],
  ];
  const shown = lines.filter(([label, paise]) => paise !== 0 || label === 'float' || label === 'cashIn');
  return (
    <dl className="de-figures">
      {shown.map(([label, paise]) => (
        <Line key={label} label={t(`figure.${label}`)} paise={paise} />
      ))}
      <Line label={t('expected')} paise={expectedCash(day)} strong />
      {day.count && (
        <>
          <Line label={t('counted')} paise={day.count.countedPaise} strong />
          <dt>{t('difference')}</dt>
          <dd className={`ops-figures ops-tone-${gapTone(day.count.differencePaise) ?? 'muted'}`}>
            {formatMoney(day.count.differencePaise)}
          </dd>
          <Line label={t('figure.keep')} paise={day.count.floatPaise} />
          <Line label={t('figure.toDeposit')} paise={day.count.toDepositPaise} />
        </>
      )}
      {other > 0 && <Line label={t('figure.other')} paise={other} />}
    </dl>
  );
}

function Line({ label, paise, strong }: { label: string; paise: number; strong?: boolean }): ReactNode {
  return (
    <>
      <dt className={strong ? 'ops-strong' : ''}>{label}</dt>
      <dd className={`ops-figures ${strong ? 'ops-strong' : ''}`}>{formatMoney(paise)}</dd>
    </>
  );
}

function Countersign({ day }: { readonly day: DayRow }): ReactNode {
  const { t } = useTranslations('day-end');
  const { empId } = usePerson();
  const sign = useCommand('dayend', 'countersign');
  const again = useCommand('dayend', 'recount');
  const [reason, setReason] = useState('');
  const failure = sign.failure ?? again.failure;
  return (
    <section className="de-part">
      <h3>{t('countersign')}</h3>
      <p>{t('countersignText', { name: day.countedBy?.name ?? '', reason: day.count?.reason ?? '' })}</p>
      <AreaField label={t('recountReason')} value={reason} maxLength={250} onChange={setReason} />
      {failure && <InlineError failure={failure} onDismiss={sign.failure ? sign.dismiss : again.dismiss} />}
      <div className="de-do">
        <ActionButton
          primary
          label={t('confirmCount')}
          pending={sign.pending}
          disabled={day.countedBy?.empId === empId ? t('off.self') : null}
          onClick={() => void sign.run(day.id)}
        />
        <ActionButton
          label={t('recount')}
          pending={again.pending}
          disabled={reason.trim().length < 10 ? t('off.reason') : null}
          onClick={() => void again.run(day.id, { reason: reason.trim() })}
        />
      </div>
    </section>
  );
}

/** The entries behind the figures. */
function Entries({ day }: { readonly day: DayRow }): ReactNode {
  const { t } = useTranslations('day-end');
  const bills = day.petty.flatMap(({ fileId, purpose }) =>
    fileId ? [{ fileId, name: purpose, mime: 'image/jpeg' }] : [],
  );
  return (
    <section className="de-part">
      <h3>{t('entries')}</h3>
      {day.receipts.length + day.petty.length + day.refunds.length + day.toBank.length === 0 && (
        <p className="ops-muted">{t('noEntries')}</p>
      )}
      <ul className="de-list">
        {day.receipts.map((one) => (
          <Entry
            key={one.entryId}
            what={`${t(`mode.${one.mode}`)} · ${one.ref.number}`}
            who={
              one.carriedFrom ? t('late', { from: one.from, date: formatDate(one.carriedFrom) }) : one.from
            }
            at={one.at}
            paise={one.paise}
          />
        ))}
        {day.petty.map((one) => (
          <Entry key={one.entryId} what={one.purpose} who={one.paidTo} at={one.at} paise={-one.paise} />
        ))}
        {day.refunds.map((one) => (
          <Entry
            key={one.entryId}
            what={t('refundOf', { number: one.ref.number })}
            who={one.to}
            at={one.at}
            paise={-one.paise}
          />
        ))}
        {day.toBank.map((one) => (
          <Entry
            key={`${one.depositId} ${one.at}`}
            what={t('depositOf', { number: one.number })}
            who={one.by}
            at={one.at}
            paise={-one.paise}
          />
        ))}
      </ul>
      {bills.length > 0 && <FileList files={bills} through={`dayend-${day.id}`} />}
    </section>
  );
}

function Entry({
  what,
  who,
  at,
  paise,
}: {
  what: string;
  who: string;
  at: string;
  paise: number;
}): ReactNode {
  return (
    <li>
      <span>{what}</span>
      <span className="ops-figures">{formatMoney(paise)}</span>
      <span className="ops-muted de-wide">
        {who} · {formatInstant(at)}
      </span>
    </li>
  );
}
