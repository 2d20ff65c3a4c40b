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
import { useFrame } from '#web/words/words.ts';
import { useIntegrationWords } from './words.ts';

type State = 'pending' | 'sending' | 'unknown' | 'dead';
interface OutsideOrder {
  readonly id: string;
  readonly service: string;
  readonly operation: string;
  readonly key: string;
  readonly state: State;
  readonly attempts: number;
  readonly madeAt: string;
  readonly lastError: string | null;
}
const tones: Readonly<Record<State, Tone>> = { pending: 'info', sending: 'info', unknown: 'warn', dead: 'danger' };

/** Orders to services outside that are not settled; a refused one can be sent again. */
export function OutsideOrders(): ReactNode {
  const t = useIntegrationWords();
  const frame = useFrame();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['integrations', 'orders'],
    queryFn: () => api.get<{ items: readonly OutsideOrder[]; total: number }>('/relay/outbox'),
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
        {t('orders.title')} {data && data.total > 0 && <span className="in-count ops-figures">{data.total}</span>}
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
          id={(order) => order.id}
          columns={[
            {
              key: 'what',
              label: t('orders.what'),
              cell: (order) => (
                <>
                  <strong>{frame(`service.${order.service}` as never)}</strong>{' '}
                  <span className="ops-code">
                    {order.operation} {order.key}
                  </span>
                </>
              ),
            },
            {
              key: 'state',
              label: t('orders.state'),
              cell: (order) => (
                <StatusWord tone={tones[order.state]} dot>
                  {t(`order.${order.state}`)}
                </StatusWord>
              ),
            },
            { key: 'tries', label: t('orders.tries'), figures: true, cell: (order) => order.attempts },
            { key: 'made', label: t('orders.made'), cell: (order) => <Age at={order.madeAt} /> },
            { key: 'error', label: t('orders.error'), cell: (order) => <span className="in-error">{order.lastError ?? '–'}</span> },
            {
              key: 'do',
              label: t('orders.retry'),
              act: true,
              cell: (order) =>
                order.state === 'dead' && <ActionButton compact label={t('orders.retry')} pending={busy === order.id} onClick={() => void retry(order.id)} />,
            },
          ]}
        />
      )}
    </section>
  );
}
