import { useEffect, useMemo } from 'react';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import type { AppointmentState } from '#shared/streams/leads/appointment/state.ts';
import type { VisitNames } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import type { Row } from '#web/live/rows.ts';
import type { OutboxState } from '#web/live/outbox/outbox.ts';
import { useOutbox } from '#web/live/outbox/use-outbox.ts';
import { useFeed, useFeedRows, type UsedFeed } from '#web/live/use-feed.ts';
import { stopsOf, type Stop } from './stop.ts';

type LiveRow = AppointmentRow & Row;
type Task = AppointmentState & { readonly who: string; readonly whoName?: string };
type Listed = Omit<AppointmentState, 'id' | 'ref'> & { readonly iAppointmentId: number };

export interface FieldDay {
  readonly stops: readonly Stop[];
  readonly outbox: OutboxState;
  readonly feed: UsedFeed<LiveRow>;
  /** Shown from this device's copy, since the server cannot be reached. */
  readonly kept: boolean;
}

const place = (empId: number, day: string): string => `ops-draft:${empId}:field-day:${day}`;

function keptDay(empId: number, day: string): readonly Task[] {
  try {
    return JSON.parse(localStorage.getItem(place(empId, day)) ?? '[]') as readonly Task[];
  } catch {
    return []; // storage disabled or unreadable: there is no copy
  }
}

function keepDay(empId: number, day: string, tasks: readonly Task[]): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`ops-draft:${empId}:field-day:`) && key !== place(empId, day))
        localStorage.removeItem(key);
    localStorage.setItem(place(empId, day), JSON.stringify(tasks));
  } catch {
    // storage full or disabled: the day is on the screen only
  }
}

const whoOf = ({ iCustomerId, iLeadId }: Pick<AppointmentState, 'iCustomerId' | 'iLeadId'>): string =>
  iCustomerId === null
    ? `LD-${String(iLeadId ?? 0).padStart(6, '0')}`
    : `CU-${String(iCustomerId).padStart(6, '0')}`;

/** The tasks of one day, each with the name of whom it is with. */
function useNamed(day: string, tasks: readonly Task[]): readonly Task[] {
  const ids = tasks.flatMap((task) => (task.appDate === day ? [task.id] : [])).toSorted((a, b) => a - b);
  const { data } = useQuery<VisitNames>({
    queryKey: ['visit-names', ids.join(',')],
    enabled: ids.length > 0,
    staleTime: 300_000,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      api.get<VisitNames>('/visit-names', { query: { ids: ids.slice(0, 50).join(',') }, signal }),
  });
  return useMemo(
    () =>
      tasks.map((task) => {
        const whoName = data?.names[task.who];
        return whoName === undefined ? task : { ...task, whoName };
      }),
    [data, tasks],
  );
}

/** One's own day: open stops live, finished ones from the server's list, with unsent entries applied. */
export function useDay(day: string): FieldDay {
  const { empId } = usePerson();
  const outbox = useOutbox();
  const feed = useFeed<LiveRow>('field/day');
  const rows = useFeedRows(feed.rows) as unknown as readonly AppointmentRow[];
  const open = useMemo(() => rows.map((row): Task => ({ ...row, id: Number(row.id) })), [rows]);
  const { data, isSuccess } = useQuery<readonly Task[]>({
    queryKey: ['field-day', day, feed.rows.version],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const query = { iAssignedTo: empId, appDate: day, iTaskStatus: '2,5', pageNo: 0, records: 50 };
      const listed = await api.get<readonly Listed[]>('/employee/api/v2/Appointment/getapplist', {
        query,
        signal,
      });
      return listed.map(({ iAppointmentId: id, ...task }): Task => ({
        ...task,
        id,
        ref: `TK-${String(id).padStart(6, '0')}`,
        who: whoOf(task),
      }));
    },
  });
  const live = feed.condition === 'live';
  const all = useMemo(() => [...(data ?? []), ...open], [data, open]);
  const tasks = useNamed(day, all);
  useEffect(() => {
    if (live && isSuccess) keepDay(empId, day, tasks);
  }, [live, isSuccess, empId, day, tasks]);
  const kept = !live && tasks.length === 0;
  const shown = useMemo(() => (kept ? keptDay(empId, day) : tasks), [kept, empId, day, tasks]);
  const stops = useMemo(() => stopsOf(day, shown, outbox.entries), [day, shown, outbox.entries]);
  return { stops, outbox, feed, kept: kept && stops.length > 0 };
}
