import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { formatAge, formatMoment, formatTime } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import { breakMinutes, breakTone, flagsOf } from './standing.ts';

export const stateTones: Readonly<Record<AttendanceRow['state'], Tone>> = {
  working: 'normal',
  onBreak: 'warn',
  checkedOut: 'muted',
  cancelled: 'muted',
};

export interface BoardParts {
  readonly t: Translate;
  readonly place: (id: number | null) => string;
  /** Without it there is no column of designations: widths are measured once, with its names. */
  readonly designation: ((id: number | null) => string) | null;
  readonly narrow: boolean;
}

/** Time worked so far: from check-in to now or to the actual check-out, without breaks; ms. */
export function workedMs(row: AttendanceRow, now: number): number | null {
  if (!row.dCheckInDateTime || row.state === 'cancelled') return null;
  if (row.iWorkedMinutes !== null) return row.iWorkedMinutes * 60_000;
  return Math.max(0, now - Date.parse(row.dCheckInDateTime) - breakMinutes(row, now) * 60_000);
}

export function boardColumns({
  t,
  place,
  designation,
  narrow,
}: BoardParts): readonly GridColumn<AttendanceRow>[] {
  const state = (row: AttendanceRow): string => t(`state.${row.state}`);
  const flags = (row: AttendanceRow, now: number): string =>
    flagsOf(row, now)
      .map((flag) => t(flag))
      .join(', ');
  const columns: readonly GridColumn<AttendanceRow>[] = [
    { key: 'name', label: t('column.name'), kind: 'person', flex: 1, width: narrow ? 110 : 150 },
    {
      key: 'state',
      label: t('column.state'),
      kind: 'status',
      width: 130,
      value: state,
      showsWhy: true,
      render: (row) => (
        <StatusWord tone={stateTones[row.state]} dot>
          {state(row)}
        </StatusWord>
      ),
    },
    {
      key: 'break',
      label: t('column.break'),
      kind: 'age',
      width: narrow ? 74 : 84,
      flash: false,
      value: (row) => row.iBreakMinutes,
      tone: breakTone,
      text: (row, now) =>
        breakMinutes(row, now) > 0 || row.state === 'onBreak'
          ? formatAge(breakMinutes(row, now) * 60_000).replace(/^0 s$/, '0 min')
          : '',
    },
    {
      key: 'iPooId',
      label: t('column.iPooId'),
      kind: 'place',
      value: (row) => place(row.iPooId),
      hidden: narrow,
    },
    ...(designation === null
      ? []
      : [
          {
            key: 'iDesignationId',
            label: t('column.iDesignationId'),
            kind: 'text',
            width: 150,
            value: ({ iDesignationId }: AttendanceRow) => designation(iDesignationId),
            hidden: narrow,
          } as const,
        ]),
    {
      key: 'dCheckInDateTime',
      label: t('column.dCheckInDateTime'),
      kind: 'time',
      width: 140,
      text: (row, now) => (row.dCheckInDateTime ? formatMoment(row.dCheckInDateTime, now) : ''),
      hidden: narrow,
    },
    {
      key: 'worked',
      label: t('column.worked'),
      kind: 'age',
      width: 90,
      value: (row) => row.dCheckInDateTime,
      text: (row, now) => text(workedMs(row, now)),
      hidden: narrow,
    },
    {
      key: 'iOnCall',
      label: t('column.iOnCall'),
      kind: 'yesNo',
      width: 84,
      value: (row) => row.iOnCall === 1,
      text: (row) => (row.iOnCall === 1 ? t('onCall') : ''),
      tone: () => 'info',
      hidden: narrow,
    },
    {
      key: 'out',
      label: t('column.out'),
      kind: 'time',
      width: 72,
      value: (row) => row.dActualCheckOutDateTime,
      text: (row) => (row.dActualCheckOutDateTime ? formatTime(row.dActualCheckOutDateTime) : ''),
      hidden: narrow,
    },
    {
      key: 'reasons',
      label: t('column.reasons'),
      kind: 'text',
      flex: 1,
      width: 140,
      value: (row) =>
        row.iCheckInCheckOutFlag === 1 ? row.reasons.map((reason) => t(`wait.${reason}`)).join(', ') : '',
      hidden: narrow,
    },
    {
      key: 'flags',
      label: t('column.flags'),
      kind: 'text',
      flex: 1,
      width: 150,
      value: (row) => flagsOf(row, 0).length,
      text: flags,
      tone: (row, now) => (row.bAutoClosed || flagsOf(row, now).includes('flag.previousDay') ? 'warn' : null),
      hidden: narrow,
    },
  ];
  return columns;
}

function text(ms: number | null): string {
  return ms === null ? '' : formatAge(ms);
}
