import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { AppointmentType } from '#shared/streams/leads/appointment/state.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { partOfDay } from './days.ts';
import { useDeskTranslations } from './translations.ts';

interface Slot {
  readonly slotFrom: string;
  readonly bFree: boolean;
  readonly vReason: string | null;
}

export interface SlotGridProps {
  readonly empId: number;
  /** The place of the appointment if known: its holidays apply, otherwise those of the employee's place. */
  readonly pooId: number | null;
  readonly name: string;
  readonly day: string;
  readonly type: AppointmentType;
  readonly slotType: 1 | 2 | 3;
  readonly value: string | null;
  readonly onChange: (slotFrom: string) => void;
  /** Its current slot; shown, but not offered. */
  readonly own?: string | null;
  /** Changes with every appointment: free slots are then loaded again. */
  readonly stamp: number;
}

const groups = ['morning', 'afternoon', 'evening'] as const;

/** The half hours of one employee's day: free ones can be selected, others say why not. */
export function SlotGrid({
  empId,
  pooId,
  name,
  day,
  type,
  slotType,
  value,
  onChange,
  own = null,
  stamp,
}: SlotGridProps): ReactNode {
  const t = useDeskTranslations();
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['slots', empId, pooId, day, type, slotType],
    queryFn: ({ signal }) =>
      api.get<readonly Slot[]>('/employee/api/v2/Appointment/slots', {
        query: {
          appDate: day,
          iAssignedTo: empId,
          ...(pooId === null ? {} : { iPooId: pooId }),
          vAppType: type,
          iSlotType: slotType,
        },
        signal,
      }),
    staleTime: 0,
  });
  useEffect(() => void refetch(), [stamp, refetch]);
  if (isPending) return <Skeleton rows={4} />;
  if (error) return <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />;
  const slots = data ?? [];
  return (
    <div className="ad-slots" role="group" aria-label={t('slots', { name, day: showDay(day) })}>
      {groups.map((group) => (
        <div key={group} className="ad-slot-group">
          <span className="ad-slot-part">{t(group)}</span>
          <div className="ad-slot-row">
            {slots
              .filter(({ slotFrom }) => partOfDay(slotFrom) === group)
              .map(({ slotFrom, bFree, vReason }) => {
                const mine = slotFrom === own;
                const why = mine
                  ? t('slot.now')
                  : bFree
                    ? t('slot.free')
                    : t(`slot.${vReason ?? 'slotTaken'}`);
                const off = mine || !bFree;
                return (
                  <button
                    key={slotFrom}
                    type="button"
                    className="ad-slot ops-figures"
                    aria-pressed={slotFrom === value}
                    data-own={mine || undefined}
                    title={why}
                    aria-label={`${slotFrom}, ${why}`}
                    {...(off ? { 'aria-disabled': true } : {})}
                    onClick={() => (off ? undefined : onChange(slotFrom))}
                  >
                    {slotFrom}
                  </button>
                );
              })}
          </div>
        </div>
      ))}
      {slots.every(({ bFree }) => !bFree) && <p className="ad-plain ops-tone-warn">{t('slotsNone')}</p>}
    </div>
  );
}
