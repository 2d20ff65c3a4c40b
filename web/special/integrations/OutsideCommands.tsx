import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age } from '#web/parts/Age.tsx';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useFrame } from '#web/locales/translations.ts';
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
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['integrations', 'commands'],
    queryFn: () => api.get<{ items: readonly OutsideCommand[]; total: number }>('/relay/outbox'),
    refetchInterval: 10_000,
  });
  const retry = async (id: string): Promise<void> => {
    setBusy(id);
    setFailure(null);
    try {
      await api.post(`/relay/outbox/${encodeURIComponent(id)}/retry`, {});
      toast({ text: t('orders.done'), tone: 'ok' });
      await refetch();
    } catch (error_) {
      setFailure(failureOf(error_));
    }
    setBusy(null);
  };
  return (
    <section className="in-section">
      <h2>
        {t('orders.title')}{' '}
        {data && data.total > 0 && <span className="in-count ops-figures">{data.total}</span>}
      </h2>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {error ? (
        <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : data.items.length === 0 ? (
        <EmptyState title={t('orders.none')}>{t('orders.noneText')}</EmptyState>
      ) : (
        <FigureTable
          label={t('orders.title')}
          rows={data.items}
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
                    pending={busy === command.id}
                    onClick={() => void retry(command.id)}
                  />
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
