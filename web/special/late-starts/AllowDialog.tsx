import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { clockTime, instantOf } from '#shared/core/day.ts';
import type { LateStart } from '#shared/masters/reviews/late-starts.ts';
import { useCommand } from '#web/live/use-command.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import type { Translate } from '#web/locales/translations.ts';
import { timeFromText } from '../attendance/OverseeDialog.tsx';

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
  const frame = useFrame();
  const { run, pending, failure } = useCommand('employee', 'allowDayStart');
  const [time, setTime] = useState(() =>
    clockTime(Math.min(serverClock.now() + HALF_HOUR, instantOf(today, '23:59:00'))),
  );
  const [tried, setTried] = useState(false);
  const text = timeFromText(time);
  const wrong = !clock.test(text) || instantOf(today, text) <= serverClock.now() ? t('chooseTime') : null;
  const send = async (): Promise<void> => {
    setTried(true);
    if (wrong || !(await run(row.iEmpId, { until: new Date(instantOf(today, text)).toISOString() }))) return;
    toast({ text: t('done', { name: row.name, time: text }), tone: 'ok' });
    onDone();
    onClose();
  };
  const refused = failure?.field === 'until' ? failure.message : null;
  return (
    <Dialog
      open
      onClose={onClose}
      pending={pending}
      title={t('dialogTitle', { name: row.name })}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={pending} onClick={() => void send()}>
            {t('send')}
          </Button>
        </>
      }
    >
      <p className="ops-note">{t('dialogText', { name: row.name, cutOff: row.cutOff })}</p>
      <TextInput
        label={t('until')}
        value={time}
        error={refused ?? (tried ? wrong : null)}
        required
        data-autofocus
        inputMode="numeric"
        placeholder="HH:MM"
        dir="ltr"
        classNames={{ input: 'ops-figures' }}
        onChange={(event) => setTime(event.currentTarget.value)}
        onBlur={() => setTime(timeFromText(time))}
        onKeyDown={(event) => event.key === 'Enter' && void send()}
      />
      {failure && !refused && <InlineError failure={failure} />}
    </Dialog>
  );
}
