import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { orderLife, type OrderStep } from '#shared/streams/care/lab/laborder.machine.ts';
import type { LabOrderState } from '#shared/streams/care/lab/laborder-state.ts';
import type { Kept } from '#shared/streams/care/wire.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useCommand } from '#web/live/use-command.ts';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useCareTranslations } from './translations.ts';

const day = 86_400_000;

/** Where an order stands, and the steps that its life allows from here. */
export function OrderSteps({ row, onDone }: { row: Kept<LabOrderState>; onDone: () => void }): ReactNode {
  const t = useCareTranslations();
  const order = useTranslations('laborder').t;
  const person = usePerson();
  const book = useCommand('laborder', 'bookCollection');
  const collect = useCommand('laborder', 'collectSample');
  const reject = useCommand('laborder', 'rejectSample');
  const send = useCommand('laborder', 'sendToLab');
  const cancel = useCommand('laborder', 'cancel');
  const all = [book, collect, reject, send, cancel];
  const legal = (step: OrderStep): boolean => orderLife.next(row.state.stage, step) !== null;
  const done = (sent: Promise<unknown>): void => void sent.then((answer) => answer && onDone());
  const may =
    hasRight(person, 'Prescription/labStats:edit') || hasRight(person, 'Out Bound/LabTestReports:edit');
  const failure = all.find((one) => one.failure)?.failure;
  return (
    <div className="care-actions">
      <StatusWord tone="muted">{order(`stage.${row.state.stage}`)}</StatusWord>
      {may && legal('BOOK') && row.state.stage === 'ordered' && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() =>
            done(
              book.run(row.id, { at: new Date(serverClock.now() + day).toISOString(), appointmentId: null }),
            )
          }
        >
          {t('collectTomorrow')}
        </Button>
      )}
      {may && legal('COLLECT') && (
        <Button size="compact-xs" variant="default" onClick={() => done(collect.run(row.id, {}))}>
          {t('collected')}
        </Button>
      )}
      {may && legal('SEND') && (
        <Button size="compact-xs" variant="default" onClick={() => done(send.run(row.id, {}))}>
          {t('sendToLab')}
        </Button>
      )}
      {may && legal('REJECT_SAMPLE') && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => done(reject.run(row.id, { reason: t('sampleUnusable') }))}
        >
          {t('rejectSample')}
        </Button>
      )}
      {may && legal('CANCEL') && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => done(cancel.run(row.id, { reason: t('orderNotNeeded') }))}
        >
          {t('cancelOrder')}
        </Button>
      )}
      {failure && <InlineError failure={failure} />}
    </div>
  );
}
