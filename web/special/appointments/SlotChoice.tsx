import type { ReactNode } from 'react';
import { appointmentLimits } from '#shared/streams/leads/appointment/decide.ts';
import type { AppointmentType } from '#shared/streams/leads/appointment/state.ts';
import { SelectField } from '#web/parts/field/choice-fields.tsx';
import { DateField } from '#web/parts/field/DateField.tsx';
import { serverClock } from '#web/locales/server-clock.ts';
import { firstDay, lastDay } from './days.ts';
import { useAssignable } from './employees.ts';
import { SlotGrid } from './SlotGrid.tsx';
import { useDeskTranslations } from './translations.ts';

export interface Choosing {
  readonly empId: number | null;
  readonly day: string | null;
  readonly slotFrom: string | null;
}

export interface SlotChoiceProps {
  readonly pooId: number | null;
  readonly type: AppointmentType;
  readonly slotType: 1 | 2 | 3;
  readonly value: Choosing;
  readonly onChange: (value: Choosing) => void;
  readonly own?: { readonly empId: number | null; readonly day: string; readonly slotFrom: string } | null;
  readonly stamp: number;
  readonly error: (field: string) => string | null;
}

/** Employee, day and half hour. Sundays can be neither picked nor typed. */
export function SlotChoice({
  pooId,
  type,
  slotType,
  value,
  onChange,
  own = null,
  stamp,
  error,
}: SlotChoiceProps): ReactNode {
  const t = useDeskTranslations();
  const people = useAssignable(pooId);
  const now = serverClock.now();
  const { empId, day, slotFrom } = value;
  const name = people.find((one) => one.iEmpId === empId)?.vEmpName ?? '';
  return (
    <>
      <div className="ad-two">
        <SelectField
          label={t('employee')}
          value={empId === null ? null : String(empId)}
          required
          error={error('iAssignedTo')}
          choices={people.map(({ iEmpId, vEmpName }) => ({ value: String(iEmpId), label: vEmpName }))}
          onChange={(id) => onChange({ ...value, empId: id === null ? null : Number(id), slotFrom: null })}
        />
        <DateField
          label={t('day')}
          value={day}
          required
          noSunday
          min={firstDay(now)}
          max={lastDay(now, appointmentLimits.horizonDays)}
          error={error('appDate')}
          onChange={(next) => onChange({ ...value, day: next, slotFrom: null })}
        />
      </div>
      {empId !== null && day !== null ? (
        <SlotGrid
          empId={empId}
          pooId={pooId}
          name={name}
          day={day}
          type={type}
          slotType={slotType}
          value={slotFrom}
          stamp={stamp}
          own={own && own.empId === empId && own.day === day ? own.slotFrom : null}
          onChange={(slot) => onChange({ ...value, slotFrom: slot })}
        />
      ) : (
        <p className="ad-plain ops-muted">{t('slotsFirst')}</p>
      )}
      {error('slotFrom') && (
        <p className="ad-plain ops-tone-danger" role="alert">
          {error('slotFrom')}
        </p>
      )}
    </>
  );
}
