import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import { attendanceMachine } from '#shared/streams/people/attendance/attendance.machine.ts';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { hasCall } from '#shared/streams/people/attendance/record.ts';
import { businessDay } from '#shared/core/day.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow, useOnline } from '#web/live/use-feed.ts';
import type { Failure } from '#web/live/failure.ts';
import { positionNow } from '#web/parts/position.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import type { Me } from '../me.ts';

type DayRow = Pick<AttendanceRow, keyof AttendanceRow>;
const settled = ['noRecord', 'notPermitted', 'working', 'onBreak', 'checkedOut', 'previousDayOpen'] as const;
const MINUTE_MS = 60_000;

/** What one's own command did, and when (server ms), for the answer in words. */
export interface DayDone {
  readonly what: 'checkIn' | 'breakIn' | 'breakOut' | 'checkOut' | 'undoCheckOut';
  readonly at: number;
}

/**
 * The person's own day: the same machine as on the server, fed by `attendance/me`; commands change nothing
 * here until the server confirms.
 */
export function useAttendance(me: Me) {
  const feed = useFeed<DayRow>('attendance/me');
  const row = useFeedRow(feed.rows, String(me.empId));
  const up = useOnline();
  const [snapshot, send, actor] = useMachine(attendanceMachine, {
    input: {
      now: serverClock.now(),
      effectiveDesignationId: me.effectiveDesignationId,
      admin: me.admin,
      online: up,
    },
  });
  const checkIn = useCommand('attendance', 'checkIn');
  const toggleBreak = useCommand('attendance', 'toggleBreak');
  const checkOut = useCommand('attendance', 'checkOut');
  const requestBreak = useCommand('attendance', 'requestBreak');
  const undoCheckOut = useCommand('attendance', 'undoCheckOut');
  const commands = [checkIn, toggleBreak, requestBreak, checkOut, undoCheckOut];
  const [done, setDone] = useState<DayDone | null>(null);
  const saying =
    (what: DayDone['what']) =>
    (answer: object | null): void => {
      if (answer !== null) setDone({ what, at: serverClock.now() });
    };
  const dialog: AnyActorRef | undefined = snapshot.children.checkOut;

  useEffect(() => {
    if (row) send({ type: 'RECORD_FOUND', record: row });
    else if (feed.condition === 'live') send({ type: 'RECORD_MISSING' });
  }, [row, feed.condition, send]);
  useEffect(() => send({ type: up ? 'ONLINE' : 'OFFLINE' }), [up, send]);
  useEffect(
    () => send({ type: 'DESIGNATION_CHANGED', effectiveDesignationId: me.effectiveDesignationId }),
    [me.effectiveDesignationId, send],
  );
  useEffect(() => {
    const tick = (): void => {
      const now = actor.getSnapshot();
      if (settled.some((state) => now.matches(state as never)))
        send({ type: 'DAY_ROLLED', now: serverClock.now() });
    };
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, [actor, send]);

  const last = useRef<Failure | null>(null);
  const failure = commands.map((command) => command.failure).find((one) => one !== null) ?? null;
  useEffect(() => {
    if (failure && failure !== last.current) {
      const rejected = { type: 'REJECTED' as const, code: failure.code, message: failure.message };
      if (dialog) dialog.send(rejected);
      else send(rejected);
    }
    last.current = failure;
  }, [failure, dialog, send]);

  /** The day that this page closed: after midnight it is yesterday's. */
  const closed = useRef<string | null>(null);
  const day = (): string =>
    `${me.empId}-${snapshot.context.record && snapshot.context.record.iCheckInCheckOutFlag === 1 ? snapshot.context.record.date : businessDay(serverClock.now())}`;
  return {
    snapshot,
    dialog,
    failure,
    done,
    live: feed.condition,
    message: feed.message,
    retryFeed: feed.retry,
    dismiss: () => commands.forEach((command) => command.dismiss()),
    checkIn: () => {
      if (!snapshot.can({ type: 'CHECK_IN' })) return;
      send({ type: 'CHECK_IN' });
      const id = `${me.empId}-${businessDay(serverClock.now())}`;
      void positionNow()
        .then((here) => checkIn.run(id, here ? { lat: here.lat, lng: here.lng } : {}))
        .then(saying('checkIn'));
    },
    toggleBreak: () => {
      const { record } = snapshot.context;
      if (record && record.iBreakInBreakOutFlag !== 1 && hasCall(record))
        return void requestBreak.run(day(), { wanted: record.breakRequestedAt === null });
      if (!snapshot.can({ type: 'BREAK_TOGGLE' })) return;
      const wanted = snapshot.context.record?.iBreakInBreakOutFlag === 1 ? 0 : 1;
      send({ type: 'BREAK_TOGGLE' });
      void toggleBreak
        .run(day(), { iBreakInBreakOutFlag: wanted })
        .then(saying(wanted === 1 ? 'breakIn' : 'breakOut'));
    },
    undoCheckOut: () => {
      if (closed.current === null) return;
      send({ type: 'DAY_ROLLED', now: serverClock.now() });
      // The closed day may not have arrived yet, and there may be no connection: the server answers, never silence.
      send({ type: 'UNDO_CHECK_OUT' });
      void undoCheckOut.run(closed.current).then(saying('undoCheckOut'));
    },
    openCheckOutDialog: () => send({ type: 'CHECK_OUT' }),
    confirmCheckOut: () => {
      dialog?.send({ type: 'YES' });
      if (dialog?.getSnapshot().matches('submitting')) {
        const closing = day();
        closed.current = closing;
        void checkOut.run(closing, { confirmed: true }).then(saying('checkOut'));
      }
    },
    cancelCheckOut: () => {
      commands.forEach((command) => command.dismiss());
      dialog?.send({ type: 'NO' });
    },
  };
}
