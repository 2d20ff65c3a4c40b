import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { addDays, businessDay, clockTime, isSunday, showDay } from '#shared/core/day.ts';
import type { SlotMergeRow } from '#shared/feeds/slot-merges.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import type { Row } from '#web/live/rows.ts';
import { useAttempt } from '#web/live/use-attempt.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ListBar, ListScreen } from '#web/parts/list/ListHead.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { useMergeTranslations } from './translations.ts';
import './slot-merge.css';

interface Slot {
  readonly slotFrom: string;
  readonly bFree: boolean;
  readonly vReason: string | null;
}
const most = 4;
const halfMs = 30 * 60_000;

/** One employee's day in half hours: merge two to four consecutive free ones, or split a merged one. */
export function SlotMergeScreen(): ReactNode {
  const t = useMergeTranslations();
  const person = usePerson();
  const up = useOnline();
  const feed = useFeed<SlotMergeRow & Row>('slots/merges');
  const visits = useFeed('appointments/list');
  const merges = useFeedRows(feed.rows) as unknown as readonly SlotMergeRow[];
  const [pooId, setPooId] = useState<number | null>(person.primaryPooId ?? person.poos[0]?.id ?? null);
  const [empId, setEmpId] = useState<number | null>(null);
  const today = businessDay(serverClock.now());
  const first = isSunday(addDays(today, 1)) ? addDays(today, 2) : addDays(today, 1);
  const [day, setDay] = useState<string>(first);
  const employees = useEmployees(pooId);
  const chosenEmployee = empId ?? employees[0]?.iEmpId ?? null;
  const stamp = `${feed.rows.version} ${visits.rows.version}`;
  if (feed.condition === 'denied') return <DeniedState>{feed.message || undefined}</DeniedState>;
  return (
    <ListScreen>
      <ListBar end={<Freshness {...feed.freshness} />}>
        {person.poos.length > 1 && (
          <SelectField
            label={t('place')}
            value={pooId === null ? null : String(pooId)}
            required
            choices={person.poos.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => {
              setPooId(Number(value));
              setEmpId(null);
            }}
          />
        )}
        <SelectField
          label={t('employee')}
          value={chosenEmployee === null ? null : String(chosenEmployee)}
          required
          choices={employees.map((one) => ({ value: String(one.iEmpId), label: one.vEmpName }))}
          onChange={(value) => setEmpId(value === null ? null : Number(value))}
        />
        <DateField
          label={t('day')}
          value={day}
          required
          noSunday
          min={today}
          max={addDays(today, 30)}
          onChange={(value) => setDay(value ?? first)}
        />
      </ListBar>
      {chosenEmployee === null ? (
        <EmptyState title={t('nobody')}>{t('nobodyText')}</EmptyState>
      ) : (
        <Day
          key={`${chosenEmployee} ${day}`}
          empId={chosenEmployee}
          pooId={pooId}
          day={day}
          merges={merges.filter((one) => one.empId === chosenEmployee && one.day === day)}
          stamp={stamp}
          off={
            !hasRight(person, 'Out Bound/empSlotMerge:edit')
              ? t('offRight')
              : feed.condition !== 'live' || !up
                ? t('offLine')
                : null
          }
        />
      )}
    </ListScreen>
  );
}

function useEmployees(
  pooId: number | null,
): readonly { readonly iEmpId: number; readonly vEmpName: string }[] {
  const { data } = useQuery({
    queryKey: ['assignable', pooId],
    enabled: pooId !== null,
    queryFn: ({ signal }) =>
      api.get<readonly { iEmpId: number; vEmpName: string }[]>('/employee/api/v2/Appointment/employeelist', {
        query: { iPooId: pooId, pageNo: 0, records: 100 },
        signal,
      }),
  });
  return data ?? [];
}

function Day({
  empId,
  pooId,
  day,
  merges,
  stamp,
  off,
}: {
  empId: number;
  pooId: number | null;
  day: string;
  merges: readonly SlotMergeRow[];
  stamp: string;
  off: string | null;
}): ReactNode {
  const t = useMergeTranslations();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const change = useAttempt<CommandAnswer>();
  const merge = useCommand('slots', 'merge', change);
  const split = useCommand('slots', 'split', change);
  const { data, error, refetch } = useQuery({
    queryKey: ['slot-merge', empId, pooId, day],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get<readonly Slot[]>('/employee/api/v2/Appointment/slots', {
        // A call needs no travel time, so that every free half hour is shown as such.
        query: {
          appDate: day,
          iAssignedTo: empId,
          ...(pooId === null ? {} : { iPooId: pooId }),
          iSlotType: 2,
        },
        signal,
      }),
  });
  useEffect(() => void refetch(), [stamp, refetch]);
  if (error) return <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  const stream = `${empId}-${day}`;
  const at = (slotFrom: string): number => data.findIndex((slot) => slot.slotFrom === slotFrom);
  const inMerge = (slotFrom: string): SlotMergeRow | undefined =>
    merges.find((one) => {
      const behind = (at(slotFrom) - at(one.slotFrom)) * halfMs;
      return behind >= 0 && behind < one.minutes * 60_000;
    });
  const toggle = (slotFrom: string): void => {
    if (chosen.includes(slotFrom)) {
      setChosen([]);
      return;
    }
    const next = [...chosen, slotFrom].toSorted();
    const joined = next.every((one, n) => at(one) === at(next[0] ?? '') + n);
    setChosen(joined && next.length <= most ? next : [slotFrom]);
  };
  const join = async (): Promise<void> => {
    if (!(await merge.run(stream, { iAssignedTo: empId, appDate: day, slots: chosen }))) return;
    toast({ text: t('joined', { from: chosen[0] ?? '', n: chosen.length * 30 }), tone: 'ok' });
    setChosen([]);
  };
  const cut = async (one: SlotMergeRow): Promise<void> => {
    if (await split.run(stream, { iAssignedTo: empId, appDate: day, slotFrom: one.slotFrom }))
      toast({ text: t('splitDone', { from: one.slotFrom }), tone: 'ok' });
  };
  return (
    <div className="sm-day">
      <div className="sm-head">
        <p className="sm-plain ops-muted">{t('how')}</p>
        <ActionButton
          primary
          label={
            chosen.length > 1 ? t('merge', { from: chosen[0] ?? '', n: chosen.length * 30 }) : t('mergeNone')
          }
          pending={merge.pending}
          disabled={off ?? (chosen.length < 2 ? t('chooseTwo') : null)}
          onClick={() => void join()}
        />
      </div>
      {change.failure && <InlineError failure={change.failure} onDismiss={change.dismiss} />}
      <ul className="sm-slots" aria-label={t('slots', { day: showDay(day) })}>
        {data.map((slot) => {
          const merged = inMerge(slot.slotFrom);
          if (merged && merged.slotFrom !== slot.slotFrom) return null;
          if (merged)
            return (
              <li
                key={slot.slotFrom}
                className="sm-merged"
                style={{ gridColumn: `span ${merged.minutes / 30}` }}
              >
                <b className="ops-figures">
                  {merged.slotFrom}–{clockTime(merged.from + merged.minutes * 60_000)}
                </b>
                <span>{t(slot.bFree ? 'mergedFree' : 'mergedTaken')}</span>
                <ActionButton
                  label={t('split')}
                  pending={split.pending}
                  disabled={off}
                  onClick={() => void cut(merged)}
                />
              </li>
            );
          const free = isFree(slot);
          return (
            <li key={slot.slotFrom}>
              <button
                type="button"
                className="sm-slot ops-figures"
                aria-pressed={chosen.includes(slot.slotFrom)}
                {...(free ? {} : { 'aria-disabled': true })}
                onClick={() => free && toggle(slot.slotFrom)}
              >
                {slot.slotFrom}
                <span className="ops-muted">{free ? t('free') : t(`why.${whyOf(slot)}`)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A half hour that is merely too short for a visit, or too soon, may still be merged. */
const isFree = ({ bFree, vReason }: Slot): boolean =>
  bFree || vReason === 'slotMerged' || vReason === 'leadTime';
const whys = ['slotTaken', 'slotBlocked', 'tooFarAhead', 'sundayNotAllowed', 'holidayNotAllowed'] as const;
const whyOf = ({ vReason }: Slot): (typeof whys)[number] =>
  whys.find((one) => one === vReason) ?? 'slotTaken';
