import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age } from '#web/parts/Age.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useFrame } from '#web/locales/translations.ts';
import { TroubleSection, useTroubles } from './troubles.tsx';
import { useIntegrationTranslations } from './translations.ts';

type State = 'pending' | 'sending' | 'unknown' | 'dead';
interface OutsideCommand {
  readonly id: string;
  readonly service: string;
  readonly operation: string;
  readonly key: string;
  readonly state: State;
  readonly attempts: number;
  readonly madeAt: string;
  readonly lastError: string | null;
}
const tones: Readonly<Record<State, Tone>> = {
  pending: 'info',
  sending: 'info',
  unknown: 'warn',
  dead: 'danger',
};

/** Commands to outside services that are not settled; a refused one can be sent again. */
export function OutsideCommands(): ReactNode {
  const t = useIntegrationTranslations();
  const frame = useFrame();
  const troubles = useTroubles<OutsideCommand>('commands', '/relay/outbox');
  const retry = (id: string): Promise<boolean> =>
    troubles.work(id, async () => {
      await api.post(`/relay/outbox/${encodeURIComponent(id)}/retry`, {});
      toast({ text: t('orders.done'), tone: 'ok' });
      await troubles.refetch();
    });
  return (
    <TroubleSection
      troubles={troubles}
      title={t('orders.title')}
      none={t('orders.none')}
      noneText={t('orders.noneText')}
      id={(command) => command.id}
      columns={[
        {
          key: 'what',
          label: t('orders.what'),
          cell: (command) => (
            <>
              <strong>{frame(`service.${command.service}` as never)}</strong>{' '}
              <span className="ops-code">
                {command.operation} {command.key}
              </span>
            </>
          ),
        },
        {
          key: 'state',
          label: t('orders.state'),
          cell: (command) => (
            <StatusWord tone={tones[command.state]} dot>
              {t(`order.${command.state}`)}
            </StatusWord>
          ),
        },
        { key: 'tries', label: t('orders.tries'), figures: true, cell: (command) => command.attempts },
        { key: 'made', label: t('orders.made'), cell: (command) => <Age at={command.madeAt} /> },
        {
          key: 'error',
          label: t('orders.error'),
          cell: (command) => <span className="in-error">{command.lastError ?? '–'}</span>,
        },
        {
          key: 'do',
          label: t('orders.retry'),
          act: true,
          cell: (command) =>
            command.state === 'dead' && (
              <ActionButton
                compact
                label={t('orders.retry')}
                pending={troubles.busy === command.id}
                onClick={() => void retry(command.id)}
              />
            ),
        },
      ]}
    />
  );
}
