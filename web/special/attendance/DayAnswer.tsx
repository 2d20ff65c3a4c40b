import { useEffect, useEffectEvent } from 'react';
import { limits } from '#shared/core/limits.ts';
import { translations } from '#shared/core/translations.ts';
import type { AttendanceRecord } from '#shared/streams/people/attendance/record.ts';
import { formatAge, formatTime } from '#web/locales/formats.ts';
import { addTranslations, useTranslations } from '#web/locales/translations.ts';
import { toast } from '#web/parts/toast.tsx';
import type { DayDone } from '#web/shell/attendance/use-attendance.ts';

addTranslations(
  'day-answer',
  translations({
    en: {
      checkIn: 'Checked in at {{time}}.',
      breakIn: 'On a break since {{time}}.',
      breakOut: 'Back from a break of {{span}}.',
      checkOut: 'Checked out at {{time}} after {{span}} of work.',
      undoCheckOut: 'Check-out undone. You are still checked in.',
    },
    es: {
      checkIn: 'Entrada registrada a las {{time}}.',
      breakIn: 'En descanso desde las {{time}}.',
      breakOut: 'De vuelta tras un descanso de {{span}}.',
      checkOut: 'Salida registrada a las {{time}} tras {{span}} de trabajo.',
      undoCheckOut: 'Salida anulada. Su entrada sigue abierta.',
    },
  }),
);

/** The server's window, less the time that an undo takes to get there. */
const undoSeconds = limits.undoMs / 1000 - 2;
const sinceMs = (instant: string | null | undefined, at: number): number =>
  instant ? Math.max(0, at - Date.parse(instant)) : 0;

/** Says in words what one's own check-in, break or check-out did; a check-out can be undone while that is shown. */
export function DayAnswer({
  done,
  record,
  onUndo,
}: {
  readonly done: DayDone;
  readonly record: AttendanceRecord | null;
  readonly onUndo: () => void;
}): null {
  const { t } = useTranslations('day-answer');
  const say = useEffectEvent(({ what, at }: DayDone): void => {
    const spanMs =
      what === 'breakOut'
        ? sinceMs(record?.dBreakInDate, at)
        : sinceMs(record?.dCheckInDateTime, at) - (record?.iBreakMinutes ?? 0) * 60_000;
    toast({
      text: t(what, { time: formatTime(at), span: formatAge(spanMs) }),
      tone: 'ok',
      ...(what === 'checkOut' ? { seconds: undoSeconds, undo: { run: onUndo } } : {}),
    });
  });
  useEffect(() => say(done), [done]);
  return null;
}
