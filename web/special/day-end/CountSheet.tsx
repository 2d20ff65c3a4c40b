import { useState } from 'react';
import type { ReactNode } from 'react';
import { coinValues, countedCash, expectedCash, noteValues } from '#shared/streams/money/day/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { AreaField, NumberField } from '#web/parts/field/text-fields.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { formatMoney } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { gapTone, type DayRow, type TillLive } from './row.ts';

const sheet = [
  ...noteValues.map((value) => ({ key: `n${value}`, value, coin: false })),
  ...coinValues.map((value) => ({ key: `c${value}`, value, coin: true })),
];
const empty = {
  counted: {} as Readonly<Record<string, number>>,
  reason: '',
  floatPaise: 2_000_00 as number | null,
  carried: {} as Readonly<Record<string, string>>,
};

/** The drawer counted by notes and coins, compared with its expected content. */
export function CountSheet({
  day,
  till,
}: {
  readonly day: DayRow;
  readonly till: TillLive | null;
}): ReactNode {
  const { t } = useTranslations('day-end');
  const submit = useCommand('dayend', 'submit');
  const draft = useDraft<typeof empty>(`day-end.${day.id}`, null, empty);
  const [touched, setTouched] = useState(false);
  const { counted, reason, floatPaise, carried } = draft.values;
  const whole = countedCash(counted);
  const expected = expectedCash(day);
  const gap = whole - expected;
  const out = till?.out ?? [];
  const send = async (): Promise<void> => {
    setTouched(true);
    const answer = await submit.run(day.id, {
      counted,
      reason: reason.trim(),
      floatPaise: floatPaise ?? 0,
      carried: out
        .filter(({ number }) => (carried[number] ?? '').trim() !== '')
        .map(({ number }) => ({ number, reason: (carried[number] ?? '').trim() })),
    });
    if (!answer) return;
    draft.done();
    toast({ text: t('submitted'), tone: 'ok' });
  };
  return (
    <section className="de-part">
      <h3>{t('count')}</h3>
      <div className="de-sheet">
        {sheet.map(({ key, value, coin }) => (
          <div key={key} className="de-note">
            <NumberField
              label={t(coin ? 'coin' : 'note', { value })}
              value={counted[key] ?? null}
              min={0}
              max={99_999}
              onChange={(n) => draft.put({ counted: { ...counted, [key]: n ?? 0 } })}
            />
            <span className="ops-figures ops-muted">{formatMoney((counted[key] ?? 0) * value * 100)}</span>
          </div>
        ))}
      </div>
      <dl className="de-figures" aria-live="polite">
        <dt>{t('counted')}</dt>
        <dd className="ops-figures">{formatMoney(whole)}</dd>
        <dt>{t('expected')}</dt>
        <dd className="ops-figures">{formatMoney(expected)}</dd>
        <dt>{t('difference')}</dt>
        <dd className={`ops-figures ops-tone-${gapTone(gap) ?? 'muted'}`}>{formatMoney(gap)}</dd>
      </dl>
      {(gap !== 0 || touched) && (
        <AreaField
          label={t('reason')}
          hint={Math.abs(gap) > 100_00 ? t('countersignHint') : t('reasonHint')}
          value={reason}
          required={gap !== 0}
          maxLength={250}
          onChange={(text) => draft.put({ reason: text })}
        />
      )}
      {out.map(({ number, rider }) => (
        <AreaField
          key={number}
          label={t('carry', { number, rider })}
          value={carried[number] ?? ''}
          required
          maxLength={250}
          onChange={(text) => draft.put({ carried: { ...carried, [number]: text } })}
        />
      ))}
      <NumberField
        label={t('keep')}
        hint={t('keepHint')}
        value={floatPaise}
        money
        min={0}
        onChange={(paise) => draft.put({ floatPaise: paise })}
      />
      {submit.failure && <InlineError failure={submit.failure} onDismiss={submit.dismiss} />}
      <ActionButton primary label={t('submit')} pending={submit.pending} onClick={() => void send()} />
    </section>
  );
}
