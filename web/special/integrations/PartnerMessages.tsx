import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Age } from '#web/parts/Age.tsx';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/parts/states.tsx';
import { useIntegrationTranslations } from './translations.ts';

interface Message {
  readonly key: string;
  readonly partner: string;
  readonly recipient: string;
  readonly body: string;
  readonly at: string;
}

/** The latest messages sent to the simulated partners. */
export function PartnerMessages(): ReactNode {
  const t = useIntegrationTranslations();
  const { data, error, refetch } = useQuery({
    queryKey: ['integrations', 'messages'],
    queryFn: () => api.get<{ messages: readonly Message[] }>('/outbox', { query: { records: 20 } }),
    refetchInterval: 15_000,
  });
  return (
    <section className="in-section">
      <h2>{t('messages.title')}</h2>
      {error ? (
        <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : data.messages.length === 0 ? (
        <EmptyState title={t('messages.none')}>{t('messages.noneText')}</EmptyState>
      ) : (
        <FigureTable
          label={t('messages.title')}
          rows={data.messages}
          id={(message) => message.key}
          columns={[
            { key: 'partner', label: t('messages.partner'), cell: (message) => message.partner },
            {
              key: 'to',
              label: t('messages.to'),
              cell: (message) => <span className="ops-figures">{message.recipient}</span>,
            },
            { key: 'text', label: t('messages.text'), cell: (message) => message.body },
            { key: 'at', label: t('messages.at'), cell: (message) => <Age at={message.at} long /> },
          ]}
        />
      )}
      <p className="in-note">{t('messages.simulated')}</p>
    </section>
  );
}
