import { cutText } from '#shared/core/cut.ts';
import { isSunday, weekday } from '#shared/core/day.ts';
import { daysOf, hours, type MonthDay, type MonthRow } from '#shared/masters/reviews/attendance-month.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import type { Tone } from '#web/parts/StatusWord.tsx';
import type { Translate } from '#web/locales/translations.ts';

export function dayTone(day: MonthDay | undefined): Tone | null {
  if (!day) return null;
  if (day.state === 'cancelled') return 'muted';
  return day.marks.includes('late') || day.marks.includes('auto')
    ? 'warn'
    : day.state === 'working'
      ? 'ok'
      : null;
}

/** `09:30–18:00`, an open day `09:30–`, a cancelled one as text. */
export function dayText(day: MonthDay | undefined, t: Translate): string {
  if (!day) return '';
  return day.state === 'cancelled' ? t('state.cancelled') : `${day.in ?? ''}–${day.out ?? ''}`;
}

export function marksText(day: MonthDay, t: Translate): string {
  return day.marks.map((mark) => t(`mark.${mark}`)).join(', ');
}

/** A day as a register shows it: whole hours worked, a sign for a day that is open or cancelled. */
export function daySign(day: MonthDay): string {
  if (day.state === 'cancelled') return '×';
  return day.worked === null || day.out === null ? '…' : String(Math.round(day.worked / 60));
}

/** A month side by side: one narrow column a day; the times of a day are its hint and in the panel. */
export function monthColumns(month: string, t: Translate, narrow: boolean): readonly GridColumn<MonthRow>[] {
  return [
    { key: 'name', label: t('column.name'), kind: 'person', width: narrow ? 120 : 170, pinned: 'start' },
    { key: 'present', label: t('column.present'), kind: 'number', width: 74 },
    { key: 'worked', label: t('column.worked'), kind: 'number', width: 92, text: (row) => hours(row.worked) },
    {
      key: 'late',
      label: t('column.late'),
      kind: 'number',
      width: 74,
      tone: (row) => (row.late > 0 ? 'warn' : null),
    },
    { key: 'designation', label: t('column.designation'), kind: 'text', width: 150, hidden: narrow },
    ...daysOf(month).map((date): GridColumn<MonthRow> => {
      const sunday = isSunday(date);
      return {
        key: date,
        label: `${cutText(t(`weekday.${weekday(date)}`), 2)} ${Number(date.slice(8))}`,
        kind: 'text',
        width: 24,
        tight: true,
        value: (row) => row.days[date]?.in ?? null,
        text: (row) =>
          row.days[date]
            ? daySign(row.days[date])
            : row.holidays[date]
              ? t('holidaySign')
              : sunday
                ? '·'
                : '',
        tone: (row) => (row.days[date] ? dayTone(row.days[date]) : 'muted'),
        tooltip: (row) => {
          const day = row.days[date];
          const off = row.holidays[date]
            ? t('holiday', { name: row.holidays[date] })
            : sunday
              ? t('sunday')
              : '';
          const text = day
            ? [dayText(day, t), t(`state.${day.state}`), hours(day.worked), marksText(day, t), off]
            : [off];
          return text.filter(Boolean).join(' · ') || null;
        },
      };
    }),
  ];
}
