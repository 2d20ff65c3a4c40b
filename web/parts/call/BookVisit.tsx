import type { ReactNode } from 'react';
import { addDays, businessDay } from '#shared/core/day.ts';
import { appointmentLimits } from '#shared/streams/leads/appointment/decide.ts';
import { api } from '#web/live/api.ts';
import { useQuery } from '#web/live/query.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { placeColleagues } from '#web/parts/field/colleagues.ts';
import { DateField } from '#web/parts/field/DateField.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import type { VisitWish } from './disposing.ts';
import { useCallTranslations } from './translations.ts';

interface Slot {
  readonly slotFrom: string;
  readonly bFree: boolean;
}

/** The visitor, the day and the free half hour; the server checks again when it is saved. */
export function BookVisit({
  value,
  pooId,
  type,
  error,
  onChange,
}: {
  value: VisitWish;
  pooId: number | null;
  type: 'setup' | 'sales';
  error: (field: string) => string | null;
  onChange: (value: VisitWish) => void;
}): ReactNode {
  const t = useCallTranslations();
  const { empId, day, slotFrom } = value;
  const { data: people = [] } = useQuery({
    queryKey: ['place-colleagues', pooId],
    queryFn: ({ signal }) => placeColleagues(pooId, signal),
  });
  const { data: slots } = useQuery({
    queryKey: ['slots', empId, pooId, day, type, 1],
    enabled: empId !== null && day !== null,
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.get<readonly Slot[]>('/employee/api/v2/Appointment/slots', {
        query: {
          appDate: day ?? '',
          iAssignedTo: empId ?? 0,
          ...(pooId === null ? {} : { iPooId: pooId }),
          vAppType: type,
          iSlotType: 1,
        },
        signal,
      }),
  });
  const free = (slots ?? [])
    .filter(({ bFree }) => bFree)
    .map((slot) => ({ value: slot.slotFrom, label: slot.slotFrom }));
  const today = businessDay(serverClock.now());
  return (
    <div className="cb-fields">
      <SelectField
        label={t('employee')}
        value={empId === null ? null : String(empId)}
        required
        error={error('empId')}
        choices={people}
        onChange={(id) => onChange({ ...value, empId: id === null ? null : Number(id), slotFrom: null })}
      />
      <DateField
        label={t('day')}
        value={day}
        required
        noSunday
        min={today}
        max={addDays(today, appointmentLimits.horizonDays)}
        error={error('day')}
        onChange={(next) => onChange({ ...value, day: next, slotFrom: null })}
      />
      <SelectField
        label={t('slot')}
        value={slotFrom}
        required
        error={error('slotFrom') ?? (slots && free.length === 0 ? t('noSlots') : null)}
        choices={free}
        onChange={(next) => onChange({ ...value, slotFrom: next })}
      />
    </div>
  );
}
