import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { clockTime, instantOf } from '#shared/core/day.ts';
import type { LateStart } from '#shared/masters/reviews/late-starts.ts';
import { useCommand } from '#web/live/use-command.ts';
import { SendDialog } from '#web/parts/send/SendDialog.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import type { Translate } from '#web/locales/translations.ts';
import { timeFromText } from '../attendance/time-text.ts';

const HALF_HOUR = 30 * 60_000;
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The time today until which a late employee may check in; default half an hour from now. */
export function AllowDialog({
  row,
  today,
  t,
  onDone,
  onClose,
}: {
  row: LateStart;
  today: string;
  t: Translate;
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const allow = useCommand('employee', 'allowDayStart');
  const [time, setTime] = useState(() =>
    clockTime(Math.min(serverClock.now() + HALF_HOUR, instantOf(today, '23:59:00'))),
  );
  const text = timeFromText(time);
  const wrong = !clock.test(text) || instantOf(today, text) <= serverClock.now() ? t('chooseTime') : null;
  return (
    <SendDialog
      title={t('dialogTitle', { name: row.name })}
      verb={t('send')}
      sending={allow}
      wrong={{ until: wrong }}
      send={() => allow.run(row.iEmpId, { until: new Date(instantOf(today, text)).toISOString() })}
      done={t('done', { name: row.name, time: text })}
      onSent={() => {
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p className="ops-note">{t('dialogText', { name: row.name, cutOff: row.cutOff })}</p>
          <TextInput
            label={t('until')}
            value={time}
            error={error('until')}
            required
            data-autofocus
            inputMode="numeric"
            placeholder="HH:MM"
            dir="ltr"
            classNames={{ input: 'ops-figures' }}
            onChange={(event) => setTime(event.currentTarget.value)}
            onBlur={() => setTime(timeFromText(time))}
          />
        </>
      )}
    </SendDialog>
  );
}
