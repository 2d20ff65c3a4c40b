import type { ReactNode } from 'react';
import type { OutboxState } from '#web/live/outbox/outbox.ts';
import { outbox as box } from '#web/live/outbox/use-outbox.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { prompt } from '#web/parts/prompt.tsx';
import { IconAlertTriangle, IconCloudOff } from '#web/parts/icons.ts';
import { formatTime } from '#web/locales/formats.ts';
import type { Stop } from './stop.ts';
import { useFieldTranslations } from './translations.ts';

export interface OutboxListProps {
  readonly outbox: OutboxState;
  readonly stops: readonly Stop[];
  readonly onOpen: (stop: Stop) => void;
}

/** Entries that wait on this device, and refused ones with the reason and the next steps. */
export function OutboxList({ outbox, stops, onOpen }: OutboxListProps): ReactNode {
  const t = useFieldTranslations();
  const { entries, sending, unkept } = outbox;
  if (entries.length === 0 && !unkept) return null;
  const refused = entries.filter(({ refusal }) => refusal !== null);
  const discard = async (seq: number, what: string): Promise<void> => {
    if (
      await prompt({
        title: t('discardTitle'),
        body: t('discardText', { what }),
        yes: t('discard'),
        no: t('keep'),
        danger: true,
      })
    )
      await box.discard(seq);
  };
  return (
    <section className="fd-outbox" aria-label={t('outbox')} data-refused={refused.length > 0 || undefined}>
      {unkept && (
        <p className="ops-tone-danger" role="alert">
          {t('unkept')}
        </p>
      )}
      {entries.length > 0 && (
        <p className="fd-outbox-head" role="status">
          <IconCloudOff size={16} aria-hidden="true" />{' '}
          {t(sending ? 'sending' : 'toSend', { count: entries.length })}
          <ActionButton compact label={t('sendNow')} onClick={() => void box.flush()} />
        </p>
      )}
      {refused.map((entry) => {
        const stop = stops.find(({ id }) => String(id) === entry.id);
        const what = t(`sent.${entry.command}`);
        return (
          <div key={entry.seq} className="fd-refused" role="alert">
            <p>
              <IconAlertTriangle size={16} aria-hidden="true" />{' '}
              <strong className="ops-strong">
                {t('refused', { what, ref: stop?.ref ?? entry.id, time: formatTime(entry.typedAt) })}
              </strong>
            </p>
            <p>{entry.refusal?.message}</p>
            <div className="fd-buttons">
              {stop && <ActionButton compact label={t('openStop')} onClick={() => onOpen(stop)} />}
              <ActionButton compact label={t('sendAgain')} onClick={() => void box.retry(entry.seq)} />
              <ActionButton
                compact
                danger
                label={t('discard')}
                onClick={() => void discard(entry.seq, what)}
              />
            </div>
          </div>
        );
      })}
    </section>
  );
}
