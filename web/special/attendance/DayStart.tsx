import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { attendanceAccepts } from '#shared/streams/people/attendance/attendance.machine.ts';
import { dayStartOpen } from '#shared/streams/people/attendance/guards.ts';
import { businessDay, clockTime } from '#shared/core/day.ts';
import type { OwnDayStart } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { addDayStartTranslations, useDayStartTranslations } from './day-start-translations.ts';
import './day-start.css';

addDayStartTranslations();

const REFRESH_MS = 60_000;
type Request = Pick<ApprovalRow, keyof ApprovalRow>;
type Day = Pick<AttendanceRow, keyof AttendanceRow>;

/** The person's own request that is not over yet; undefined while it is unknown. */
function useRequest(): Request | null | undefined {
  const { rows } = useFeed<Request>('approvals/inbox');
  const all = useFeedRows(rows);
  const own = all.find(({ kind, part }) => kind === 'dayStartApproval' && part === 'requester');
  return own ?? (rows.complete ? null : undefined);
}

/**
 * After the cut-off: that the day start closed, the way to ask for a later one, and what became of it.
 * `unknown`: shown while the cut-off cannot be read.
 */
export function DayStart({ unknown = null }: { readonly unknown?: ReactNode }): ReactNode {
  const t = useDayStartTranslations();
  const { empId } = usePerson();
  const online = useOnline();
  const now = useServerSecond();
  const request = useRequest();
  const record = useFeedRow(useFeed<Day>('attendance/me').rows, String(empId)) ?? null;
  const [asks, setAsks] = useState(false);
  const { data } = useQuery({
    // What became of the request decides until when the day may start.
    queryKey: ['day-start', empId, businessDay(now), request?.state ?? null],
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => api.get<OwnDayStart>('/day-start', { signal }),
  });
  const { dayStart = null, effectiveDesignationId = null } = data ?? {};
  const here = { record, now, effectiveDesignationId, online, dayStart };
  const beforeCheckIn = attendanceAccepts({ ...here, online: true }, 'CHECK_IN');
  if (!data || request === undefined) return unknown;
  if (!dayStart || !beforeCheckIn || now < dayStart.closesAt) return null;
  if (dayStartOpen({ ...here, today: businessDay(now) }))
    return (
      <p className="ds-part ops-tone-ok" role="status">
        {t('allowed', { time: clockTime(dayStart.allowedUntil!) })}
      </p>
    );
  return (
    <div className="ds-part" role="status">
      <span className="ops-tone-warn">{t('closed', { time: dayStart.time })}</span>
      {request ? (
        <>
          <span>
            {t(
              request.state === 'infoRequested'
                ? 'questioned'
                : request.undoUntil === null
                  ? 'waits'
                  : 'undoable',
              { ref: request.ref },
            )}
          </span>
          <Link to={`/approvals?part=asked&id=${request.id}`}>{t('open')}</Link>
        </>
      ) : (
        <ActionButton
          label={t('ask')}
          disabled={
            attendanceAccepts(here, 'REQUEST_DAY_START') ? null : t('closed', { time: dayStart.time })
          }
          onClick={() => setAsks(true)}
        />
      )}
      {asks && <AskDialog empId={empId} onClose={() => setAsks(false)} />}
    </div>
  );
}

function AskDialog({ empId, onClose }: { readonly empId: number; readonly onClose: () => void }): ReactNode {
  const t = useDayStartTranslations();
  const request = useCommand('employee', 'requestDayStart');
  return (
    <ReasonDialog
      about={['employee.requestDayStart', null]}
      title={t('ask')}
      verb={t('send')}
      sending={request}
      send={(reason) => request.run(empId, { reason })}
      done={t('done')}
      onClose={onClose}
    >
      <p>{t('text')}</p>
    </ReasonDialog>
  );
}
