import { Button } from '@mantine/core';
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
import { Dialog } from '#web/parts/Dialog.tsx';
import { DraftNote } from '#web/parts/DraftNote.tsx';
import { ReasonField } from '#web/parts/ReasonField.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useDraft } from '#web/parts/use-draft.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import { addDayStartTranslations, useDayStartTranslations } from './day-start-translations.ts';
import './day-start.css';

addDayStartTranslations();

const REFRESH_MS = 60_000;
type Request = Pick<ApprovalRow, keyof ApprovalRow>;
type Day = Pick<AttendanceRow, keyof AttendanceRow>;

/** The person's own request that is not over yet. */
function useRequest(): Request | null {
  const { rows } = useFeed<Request>('approvals/inbox');
  const all = useFeedRows(rows);
  return all.find(({ kind, part }) => kind === 'dayStartApproval' && part === 'requester') ?? null;
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
  if (!data) return unknown;
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
  const frame = useFrame();
  const { run, pending, failure } = useCommand('employee', 'requestDayStart');
  const draft = useDraft('employee.requestDayStart', null, { reason: '' });
  const [tried, setTried] = useState(false);
  const reason = draft.values.reason.trim();
  const send = async (): Promise<void> => {
    setTried(true);
    if (reason.length < 5 || !(await run(empId, { reason }))) return;
    draft.done();
    toast({ text: t('done'), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      keep={pending}
      title={t('ask')}
      actions={
        <>
          <Button variant="default" disabled={pending} onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button loading={pending} onClick={() => void send()}>
            {t('send')}
          </Button>
        </>
      }
    >
      <p className="ds-text">{t('text')}</p>
      <DraftNote draft={draft} />
      <ReasonField
        draft={draft}
        label={t('reason')}
        hint={t('reasonRule')}
        error={tried && reason.length < 5 ? t('reasonShort') : null}
        autoFocus
      />
      {failure && <InlineError failure={failure} />}
    </Dialog>
  );
}
