import { Button, Tooltip } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { createEmptyActor } from 'xstate';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import { blockedBy, hasCall } from '#shared/streams/people/attendance/record.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Dialog } from '#web/parts/Dialog.tsx';
import { IconCoffee, IconDoorEnter, IconDoorExit } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { formatTime } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { knownMe, useSessionStatus } from '../me.ts';
import type { Me } from '../me.ts';
import { useShell } from '../translations.ts';
import type { ShellKey } from '../translations.ts';
import { checksIn } from './checks-in.ts';
import { useAttendance } from './use-attendance.ts';

const DayStart = lazy(() =>
  import('#web/special/attendance/DayStart.tsx').then((module) => ({ default: module.DayStart })),
);

const DayAnswer = lazy(() =>
  import('#web/special/attendance/DayAnswer.tsx').then((module) => ({ default: module.DayAnswer })),
);

/** Width of the check-out dialog (specification §4), px. */
export const checkOutDialogWidth = 300;

/**
 * Check in, break, check out; for designations that use attendance, and for people with an open day.
 */
export function AttendanceButtons({ small, roomy }: { small: boolean; roomy: boolean }): ReactNode {
  const me = knownMe(useSessionStatus());
  return me ? <Buttons key={me.empId} me={me} small={small} roomy={roomy} /> : null;
}

const nothing = createEmptyActor();

function Buttons({ me, small, roomy }: { me: Me; small: boolean; roomy: boolean }): ReactNode {
  const t = useShell();
  const frame = useFrame();
  const day = useAttendance(me);
  const { snapshot, dialog } = day;
  const { record, online } = snapshot.context;
  const prompted = useSelector(
    dialog ?? nothing,
    (at) => (at as { value?: unknown })?.value as string | undefined,
  );
  const is = (state: string): boolean => snapshot.matches(state as never);

  const working =
    is('working') ||
    is('previousDayOpen') ||
    is('breakStarting') ||
    is('onBreak') ||
    is('breakEnding') ||
    is('checkOut');
  const onBreak =
    is('onBreak') || is('breakEnding') || (is('previousDayOpen') && record?.iBreakInBreakOutFlag === 1);
  const offline = online ? null : t('attendance.offline');
  const stale = snapshot.matches({ previousDayOpen: 'stale' });
  const reasons = record ? blockedBy(record).map((reason) => t(`reason.${reason}` as ShellKey)) : [];
  const noBreak = offline ?? (stale ? t('attendance.closed') : null);
  // During a call the break is only asked for; it begins once the call has its disposition.
  const later = !onBreak && record !== null && hasCall(record);
  const breakLabel = t(
    onBreak
      ? 'attendance.breakOut'
      : !later
        ? 'attendance.breakIn'
        : record.breakRequestedAt === null
          ? 'attendance.breakAfter'
          : 'attendance.breakNotAfter',
  );
  const noOut =
    offline ??
    (stale
      ? t('attendance.closed')
      : reasons.length > 0
        ? t('attendance.notYet', { reasons: reasons.join(', ') })
        : null);
  const since = record?.dCheckInDateTime
    ? t('attendance.since', { time: formatTime(record.dCheckInDateTime) })
    : '';

  useCommands([
    {
      id: 'attendance.checkIn',
      label: t('attendance.checkIn'),
      permitted: is('noRecord'),
      disabled: offline,
      run: day.checkIn,
    },
    {
      id: 'attendance.break',
      label: breakLabel,
      permitted: working,
      disabled: noBreak,
      run: day.toggleBreak,
    },
    {
      id: 'attendance.checkOut',
      label: t('attendance.checkOut'),
      permitted: working,
      disabled: noOut,
      run: day.openCheckOutDialog,
    },
  ]);

  if (is('loading') || is('failed')) {
    if (!checksIn(me) || day.live === 'connecting' || day.live === 'live') return null;
    return (
      <Button size="compact-xs" variant="light" color="danger" onClick={day.retryFeed}>
        {t('attendance.failed')}
      </Button>
    );
  }
  if (is('notPermitted') || is('regularizing')) return null;
  return (
    <div className="sh-attendance" role="group" aria-label={t('attendance.group')}>
      {(is('noRecord') || is('checkingIn')) && (
        <Action
          label={t('attendance.checkIn')}
          hint={offline ?? ''}
          off={offline !== null}
          small={small}
          primary
          pending={is('checkingIn')}
          icon={<IconDoorEnter size={16} />}
          onClick={day.checkIn}
        />
      )}
      {working && (
        <>
          {is('previousDayOpen') && record && roomy && (
            <span className="sh-attendance-note ops-tone-warn">
              {t('attendance.previous', { date: showDay(record.date) })}
            </span>
          )}
          <Action
            label={breakLabel}
            small={small}
            off={noBreak !== null}
            pending={is('breakStarting') || is('breakEnding')}
            icon={<IconCoffee size={16} />}
            warn={onBreak || record?.breakRequestedAt != null}
            onClick={day.toggleBreak}
            hint={
              noBreak ??
              (later && record.breakRequestedAt !== null
                ? t('attendance.breakComes')
                : snapshot.matches({ onBreak: 'long' })
                  ? t('attendance.breakLong')
                  : onBreak && record?.dBreakInDate
                    ? t('attendance.breakSince', { time: formatTime(record.dBreakInDate) })
                    : since)
            }
          />
          <Action
            label={t('attendance.checkOut')}
            hint={noOut ?? since}
            off={noOut !== null}
            small={small}
            pending={false}
            icon={<IconDoorExit size={16} />}
            onClick={day.openCheckOutDialog}
          />
        </>
      )}
      {is('checkedOut') && (
        <Action
          label={t('attendance.checkOut')}
          hint={t('attendance.done', {
            time: record?.dActualCheckOutDateTime ? formatTime(record.dActualCheckOutDateTime) : '',
          })}
          off
          small={small}
          pending={false}
          icon={<IconDoorExit size={16} />}
          onClick={() => {}}
        />
      )}
      {day.done && (
        <Suspense fallback={null}>
          <DayAnswer done={day.done} record={record} onUndo={day.undoCheckOut} />
        </Suspense>
      )}
      {day.failure && !dialog && (
        <div className="sh-attendance-error">
          {day.failure.code === 'dayStartClosed' ? (
            <Suspense fallback={<InlineError failure={day.failure} />}>
              <DayStart unknown={<InlineError failure={day.failure} />} />
              <Button size="compact-xs" variant="subtle" onClick={day.dismiss}>
                {frame('close')}
              </Button>
            </Suspense>
          ) : (
            <InlineError failure={day.failure} onDismiss={day.dismiss} />
          )}
        </div>
      )}
      <Dialog
        open={dialog !== undefined && prompted !== 'closed'}
        width={checkOutDialogWidth}
        onClose={day.cancelCheckOut}
        keep={prompted === 'submitting'}
        title={prompted === 'refused' ? t('attendance.refused') : t('attendance.confirm')}
        actions={
          prompted === 'refused' ? (
            <Button variant="default" onClick={day.cancelCheckOut}>
              {t('attendance.no')}
            </Button>
          ) : (
            <>
              <Button variant="default" disabled={prompted === 'submitting'} onClick={day.cancelCheckOut}>
                {t('attendance.no')}
              </Button>
              <Button data-autofocus loading={prompted === 'submitting'} onClick={day.confirmCheckOut}>
                {t('attendance.yes')}
              </Button>
            </>
          )
        }
      >
        {prompted === 'refused' &&
          (day.failure ? <InlineError failure={day.failure} /> : <p className="sh-overlay-text">{noOut}</p>)}
      </Dialog>
    </div>
  );
}

interface ActionProps {
  readonly label: string;
  readonly hint: string;
  readonly off: boolean;
  readonly small: boolean;
  readonly pending: boolean;
  readonly icon: ReactNode;
  readonly primary?: boolean;
  readonly warn?: boolean;
  readonly onClick: () => void;
}

function Action({
  label,
  hint,
  off,
  small,
  pending,
  icon,
  primary = false,
  warn = false,
  onClick,
}: ActionProps): ReactNode {
  return (
    <Tooltip
      label={[small ? label : '', hint].filter(Boolean).join(' · ')}
      disabled={hint === '' && !small}
      multiline
      maw={280}
    >
      <Button
        size="compact-sm"
        variant={primary ? 'filled' : warn ? 'light' : 'default'}
        color={warn ? 'warn' : 'accent'}
        loading={pending}
        aria-label={small ? label : undefined}
        {...(off ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        {...(hint ? { 'aria-description': hint } : {})}
        leftSection={small ? undefined : icon}
        onClick={(event) => (off ? event.preventDefault() : onClick())}
      >
        {small ? icon : label}
      </Button>
    </Tooltip>
  );
}
