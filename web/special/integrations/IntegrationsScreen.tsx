import type { ReactNode } from 'react';
import type { Figures, Health } from '#shared/operations.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { formatSeconds } from '#web/locales/formats.ts';
import { DeadLetters } from './DeadLetters.tsx';
import { SystemFigures } from './SystemFigures.tsx';
import './integrations.css';
import { NodeTable } from './NodeTable.tsx';
import { OutsideCommands } from './OutsideCommands.tsx';
import { PartnerMessages } from './PartnerMessages.tsx';
import { ServiceTable } from './ServiceTable.tsx';
import { SetAsideEvents } from './SetAsideEvents.tsx';
import { ViewTable } from './ViewTable.tsx';
import { addIntegrationTranslations, useIntegrationTranslations } from './translations.ts';

addIntegrationTranslations();

interface Seen {
  readonly health: Health;
  readonly figures: Figures;
}

/**
 * Health of the system and its base services, for operators. Refreshed every five seconds; on failure the
 * last figures stay with their time.
 */
export function IntegrationsScreen(): ReactNode {
  const t = useIntegrationTranslations();
  const person = usePerson();
  const { data, error, refetch } = useQuery({
    queryKey: ['integrations', 'seen'],
    enabled: person.admin,
    refetchInterval: 5_000,
    queryFn: async (): Promise<Seen> => {
      const [health, figures] = await Promise.all([
        api.get<Health>('/health'),
        api.get<Figures>('/operations/figures'),
      ]);
      return { health, figures };
    },
  });
  if (!person.admin) return <DeniedState />;
  if (!data)
    return error ? (
      <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={10} />
    );
  return (
    <div className="in-screen" role="region" aria-label={t('title')} tabIndex={0}>
      {error && <InlineError failure={failureOf(error)} onRetry={() => void refetch()} />}
      <p className="in-asof ops-figures" data-old={error ? true : undefined}>
        {error ? t('off') : ''} {t('asOf', { time: formatSeconds(data.health.now) })}
      </p>
      <ServiceTable {...data} />
      <DeadLetters parked={data.health.sources.parked} />
      <OutsideCommands />
      <SetAsideEvents />
      <NodeTable figures={data.figures} />
      <SystemFigures {...data} />
      <ViewTable {...data} />
      <PartnerMessages />
    </div>
  );
}
