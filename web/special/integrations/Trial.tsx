import type { ReactNode } from 'react';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Dialog } from '#web/parts/Dialog.tsx';
import { useFrame } from '#web/locales/translations.ts';
import { useIntegrationTranslations } from './translations.ts';

export interface Trying {
  readonly id: string;
  readonly payload: string;
  readonly effect:
    | {
        readonly would: 'apply';
        readonly events: readonly { readonly stream: string; readonly type: string }[];
      }
    | { readonly would: 'known' }
    | { readonly would: 'dead'; readonly reason: string };
}

/** What replaying a source message would write, before it is replayed. */
export function Trial({
  trying,
  pending,
  onTake,
  onClose,
}: {
  trying: Trying | null;
  pending: boolean;
  onTake: (id: string) => void;
  onClose: () => void;
}): ReactNode {
  const t = useIntegrationTranslations();
  const frame = useFrame();
  const effect = trying?.effect;
  return (
    <Dialog
      open={trying !== null}
      onClose={onClose}
      title={t('letters.trialTitle')}
      width={560}
      actions={
        trying && (
          <>
            <ActionButton label={frame('close')} onClick={onClose} />
            {effect?.would !== 'dead' && (
              <ActionButton
                primary
                label={t('letters.replay')}
                pending={pending}
                onClick={() => onTake(trying.id)}
              />
            )}
          </>
        )
      }
    >
      {trying && effect && (
        <div className="in-trial">
          <p>
            {t(`letters.would.${effect.would}`, effect.would === 'dead' ? { reason: effect.reason } : {})}
          </p>
          {effect.would === 'apply' && (
            <>
              <h3>{t('letters.events')}</h3>
              {effect.events.length === 0 ? (
                <p>{t('letters.noEvents')}</p>
              ) : (
                <ul>
                  {effect.events.map((event, i) => (
                    <li key={`${event.stream} ${i}`}>
                      <strong>{event.type}</strong> <span className="ops-code">{event.stream}</span>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
          <h3>{t('letters.payload')}</h3>
          <pre tabIndex={0}>{pretty(trying.payload)}</pre>
          <p className="in-note">{t('letters.noted')}</p>
        </div>
      )}
    </Dialog>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // not JSON: shown unchanged
  }
}
