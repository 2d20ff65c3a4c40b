import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, showDay } from '#shared/core/day.ts';
import type { AccessAlert, AccessReview, AccessAuditWeek } from '#shared/access/access-audit.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatInstant } from '#web/locales/formats.ts';
import { NoteDialog } from './NoteDialog.tsx';
import './access-audit.css';
import { addAccessAuditTranslations, useAccessAuditTranslations } from './translations.ts';

addAccessAuditTranslations();

/**
 * Who opened how much personal data in a week compared with the usual, and the alerts raised; for admins,
 * signed off week by week.
 */
export function AccessAuditScreen(): ReactNode {
  const t = useAccessAuditTranslations();
  const person = usePerson();
  const [week, setWeek] = useState<string | null>(null);
  const [looking, setLooking] = useState<AccessAlert | null>(null);
  const [signing, setSigning] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['accessAudit', week],
    enabled: person.admin,
    queryFn: () => api.get<AccessReview>('/access/audit', { query: { week } }),
    staleTime: 0,
  });
  if (!person.admin) return <DeniedState />;
  if (error) return <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  const again = (done: boolean): void => {
    setLooking(null);
    setSigning(false);
    if (done) void refetch();
  };
  return (
    <div className="rd-screen">
      <div className="rd-head">
        <h2>{t('week', { from: showDay(data.week), to: showDay(addDays(data.week, 6)) })}</h2>
        <Button size="compact-sm" variant="default" onClick={() => setWeek(addDays(data.week, -7))}>
          {t('before')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={week === null}
          onClick={() => setWeek(week === null ? null : addDays(week, 7))}
        >
          {t('after')}
        </Button>
        {data.signed ? (
          <StatusWord tone="ok">
            {t('signed', { name: data.signed.by, at: formatInstant(data.signed.at), note: data.signed.note })}
          </StatusWord>
        ) : (
          <Button size="compact-sm" onClick={() => setSigning(true)}>
            {t('sign')}
          </Button>
        )}
      </div>
      <Alerts alerts={data.alerts} onPreview={setLooking} />
      <People people={data.people} />
      {looking && (
        <NoteDialog
          command="review"
          id={looking.id}
          title={`${t(`rule.${looking.rule}`)}: ${looking.name}`}
          onClose={again}
        />
      )}
      {signing && <NoteDialog command="sign" id={data.week} title={t('sign')} onClose={again} />}
    </div>
  );
}

function Alerts({
  alerts,
  onPreview,
}: {
  alerts: readonly AccessAlert[];
  onPreview: (alert: AccessAlert) => void;
}): ReactNode {
  const t = useAccessAuditTranslations();
  if (alerts.length === 0) return <EmptyState title={t('noAlerts')}>{t('noAlertsText')}</EmptyState>;
  return (
    <section>
      <h3>{t('alerts')}</h3>
      <FigureTable
        label={t('alerts')}
        rows={alerts}
        id={(alert) => alert.id}
        columns={[
          { key: 'what', label: t('what'), cell: (alert) => t(`rule.${alert.rule}`) },
          { key: 'who', label: t('who'), cell: (alert) => alert.name },
          { key: 'count', label: t('count'), figures: true, cell: (alert) => alert.count },
          { key: 'limit', label: t('limit'), figures: true, cell: (alert) => alert.limit },
          { key: 'when', label: t('when'), figures: true, cell: (alert) => formatInstant(alert.at) },
          {
            key: 'looked',
            label: t('lookedAt'),
            cell: (alert) =>
              alert.reviewedBy ? (
                <>
                  {alert.reviewedBy}: {alert.note}
                </>
              ) : (
                <Button size="compact-xs" variant="light" onClick={() => onPreview(alert)}>
                  {t('look')}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}

function People({ people }: { people: readonly AccessAuditWeek[] }): ReactNode {
  const t = useAccessAuditTranslations();
  if (people.length === 0) return <EmptyState title={t('nobody')}>{t('nobodyText')}</EmptyState>;
  return (
    <section>
      <h3>{t('people')}</h3>
      <FigureTable
        label={t('people')}
        rows={people}
        id={(one) => String(one.empId)}
        columns={[
          { key: 'who', label: t('who'), cell: (one) => `${one.name} (${one.empId})` },
          { key: 'role', label: t('role'), cell: (one) => one.role ?? '–' },
          { key: 'opened', label: t('opened'), figures: true, cell: (one) => one.opened },
          { key: 'subjects', label: t('subjects'), figures: true, cell: (one) => one.subjects },
          { key: 'busiest', label: t('busiest'), figures: true, cell: (one) => one.busiest },
          { key: 'usual', label: t('usual'), figures: true, cell: (one) => one.usual ?? '–' },
          { key: 'sample', label: t('sample'), cell: (one) => one.sample.join(', ') },
        ]}
      />
    </section>
  );
}
