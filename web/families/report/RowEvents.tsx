import type { ReactNode } from 'react';
import type { ReportEvents } from '#shared/families/report-wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/parts/states.tsx';
import { Timeline } from '#web/parts/timeline/Timeline.tsx';
import { route } from './declaration.ts';
import type { TranslateReport } from './translations.ts';

/** The events behind one row of a report, newest first. */
export function RowEvents({
  report,
  id,
  name,
  t,
  onClose,
}: {
  report: string;
  id: string;
  name: string;
  t: TranslateReport;
  onClose: () => void;
}): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['report-events', report, id],
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) =>
      api.get<ReportEvents>(`${route('events', report)}/${encodeURIComponent(id)}`, { signal }),
  });
  return (
    <Dialog open title={t('eventsOf', { name })} onClose={onClose}>
      {error ? (
        <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <p className="ops-muted">
            {t('eventsAre')} {data.masked && t('eventsMasked')}
          </p>
          <Timeline
            label={t('eventsOf', { name })}
            entries={data.events.map(({ position, what, at, by }) => ({
              id: String(position),
              at,
              kind: '',
              title: what,
              text: '',
              by,
              tone: 'info',
            }))}
            empty={<EmptyState title={t('noEvents')} />}
            more={
              data.total > data.events.length && (
                <p className="ops-muted">
                  {t('eventsCut', { count: data.events.length, total: data.total })}
                </p>
              )
            }
          />
        </>
      ) : (
        <Skeleton rows={6} />
      )}
    </Dialog>
  );
}
