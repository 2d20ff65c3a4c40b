import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery, useQueryClient } from '#web/live/query.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatInstant, formatTime } from '#web/locales/formats.ts';
import { businessDay } from '#shared/core/day.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { initials } from '../header/initials.ts';
import { useMe } from '../me.ts';
import { linksOf } from '../menu/menu.ts';
import { useMenu } from '../menu/use-menu.ts';
import { useShell } from '../translations.ts';
import { browserOf } from './browser-name.ts';
import './screens.css';

interface SessionRow {
  readonly id: string;
  readonly startedAt: string;
  readonly seenAt: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly current: boolean;
}

/** The person's own profile, today's attendance, and active sessions. */
export function ProfileScreen(): ReactNode {
  const t = useShell();
  const me = useMe();
  const spoken = new Intl.DisplayNames([useLanguage()], { type: 'language' });
  const pages = linksOf(useMenu()).length;
  const details: readonly (readonly [string, ReactNode])[] = [
    [
      t('profile.number'),
      <span key="n" className="ops-figures">
        {me.empId}
      </span>,
    ],
    [t('profile.designation'), me.designationName ?? t('profile.none')],
    [t('profile.role'), me.admin ? t('profile.admin') : (me.roleName ?? t('profile.none'))],
    [t('profile.places'), me.poos.map(({ name }) => name).join(', ') || t('profile.none')],
    [
      t('profile.languages'),
      me.languages.map((one) => spoken.of(one) ?? one).join(', ') || t('profile.allPlaces'),
    ],
    [t('profile.today'), <Today key="t" empId={me.empId} />],
    [
      t('profile.rights'),
      <span key="p" className="ops-figures">
        {pages}
      </span>,
    ],
  ];
  return (
    <div className="sh-profile">
      <header className="sh-profile-head">
        <span className="sh-initials" data-big aria-hidden="true">
          {initials(me.name)}
        </span>
        <div>
          <h2>{me.name}</h2>
          <p className="ops-muted">{[me.email, me.phone].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <dl className="sh-facts">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sessions />
    </div>
  );
}

function Today({ empId }: { empId: number }): ReactNode {
  const t = useShell();
  const feed = useFeed<Pick<AttendanceRow, keyof AttendanceRow>>('attendance/me');
  const row = useFeedRow(feed.rows, String(empId));
  if (!row || row.date !== businessDay(serverClock.now()) || !row.dCheckInDateTime)
    return <StatusWord>{t('profile.notCheckedIn')}</StatusWord>;
  if (row.state === 'checkedOut' && row.dActualCheckOutDateTime)
    return <StatusWord>{t('attendance.done', { time: formatTime(row.dActualCheckOutDateTime) })}</StatusWord>;
  if (row.state === 'onBreak' && row.dBreakInDate)
    return (
      <StatusWord tone="warn" dot>
        {t('attendance.breakSince', { time: formatTime(row.dBreakInDate) })}
      </StatusWord>
    );
  return (
    <StatusWord tone="ok" dot>
      {t('attendance.since', { time: formatTime(row.dCheckInDateTime) })}
    </StatusWord>
  );
}

function Sessions(): ReactNode {
  const t = useShell();
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['access', 'sessions'],
    queryFn: () => api.get<readonly SessionRow[]>('/access/sessions'),
    staleTime: 0,
  });
  const end = async (which: string, work: () => Promise<unknown>): Promise<void> => {
    setPending(which);
    setFailure(null);
    try {
      await work();
      toast({ text: t('profile.ended'), tone: 'ok' });
    } catch (error_) {
      setFailure(failureOf(error_));
    }
    setPending(null);
    await client.invalidateQueries({ queryKey: ['access', 'sessions'] });
  };
  return (
    <section className="sh-sessions">
      <div className="sh-section-head">
        <h2>{t('profile.sessions')}</h2>
        {(data?.length ?? 0) > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={pending === 'all'}
            onClick={() =>
              void end('all', () => api.put('/employee/api/v2/SignIn', { action: 'signOutOthers' }))
            }
          >
            {t('profile.endAll')}
          </Button>
        )}
      </div>
      {failure && <InlineError failure={failure} onDismiss={() => setFailure(null)} />}
      {error ? (
        <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : (
        <FigureTable
          label={t('profile.sessions')}
          rows={data}
          id={(one) => one.id}
          columns={[
            {
              key: 'device',
              label: t('profile.device'),
              cell: (one) => <span title={one.userAgent}>{browserOf(one.userAgent)}</span>,
            },
            { key: 'ip', label: 'IP', cell: (one) => <span className="ops-figures">{one.ip}</span> },
            {
              key: 'started',
              label: t('profile.started'),
              cell: (one) => <span className="ops-figures ops-nowrap">{formatInstant(one.startedAt)}</span>,
            },
            {
              key: 'seen',
              label: t('profile.seen'),
              cell: (one) => <span className="ops-figures ops-nowrap">{formatInstant(one.seenAt)}</span>,
            },
            {
              key: 'end',
              label: t('profile.end'),
              act: true,
              cell: (one) =>
                one.current ? (
                  <StatusWord tone="ok">{t('profile.thisOne')}</StatusWord>
                ) : (
                  <Button
                    size="compact-xs"
                    variant="default"
                    loading={pending === one.id}
                    onClick={() =>
                      void end(one.id, () => api.delete(`/access/sessions/${encodeURIComponent(one.id)}`))
                    }
                  >
                    {t('profile.end')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
