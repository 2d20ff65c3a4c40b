import type { ReactNode } from 'react';
import { isOvertaken, type OutboxEntry } from '#web/live/outbox/entry.ts';
import { outbox as box } from '#web/live/outbox/use-outbox.ts';
import { formatTime } from '#web/locales/formats.ts';
import { ActionButton } from '../ActionButton.tsx';
import { IconAlertTriangle, IconCloudOff } from '../icons.ts';
import { prompt } from '../prompt.tsx';
import './outbox.css';
import { useOutboxTranslations } from './translations.ts';

export interface OutboxListProps {
  /** Those that belong to this screen. */
  readonly entries: readonly OutboxEntry[];
  readonly sending: boolean;
  /** The device could not store an entry. */
  readonly unkept: boolean;
  /** What an entry does, and to which record, as the person knows both. */
  readonly nameOf: (entry: OutboxEntry) => { readonly what: string; readonly ref: string };
  /** Opens the record of an entry; null where it cannot be opened. */
  readonly openOf: (entry: OutboxEntry) => (() => void) | null;
}

/** Entries that wait on this device, and refused ones with the reason and the next steps. */
export function OutboxList({ entries, sending, unkept, nameOf, openOf }: OutboxListProps): ReactNode {
  const t = useOutboxTranslations();
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
    <section className="ops-outbox" aria-label={t('outbox')} data-refused={refused.length > 0 || undefined}>
      {unkept && (
        <p className="ops-tone-danger" role="alert">
          {t('unkept')}
        </p>
      )}
      {entries.length > 0 && (
        <p className="ops-outbox-head" role="status">
          <IconCloudOff size={16} aria-hidden="true" />{' '}
          {t(sending ? 'sending' : 'toSend', { count: entries.length })}
          <ActionButton compact label={t('sendNow')} onClick={() => void box.flush()} />
        </p>
      )}
      {refused.map((entry) => {
        const { what, ref } = nameOf(entry);
        const open = openOf(entry);
        return (
          <div key={entry.seq} className="ops-outbox-refused" role="alert">
            <p>
              <IconAlertTriangle size={16} aria-hidden="true" />{' '}
              <strong className="ops-strong">
                {t('refused', { what, ref, time: formatTime(entry.typedAt) })}
              </strong>
            </p>
            <p>{entry.refusal?.message}</p>
            {isOvertaken(entry) && <p>{t('overtaken')}</p>}
            <div className="ops-outbox-do">
              {open && <ActionButton compact label={t('open')} onClick={open} />}
              {!isOvertaken(entry) && (
                <ActionButton compact label={t('sendAgain')} onClick={() => void box.retry(entry.seq)} />
              )}
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
