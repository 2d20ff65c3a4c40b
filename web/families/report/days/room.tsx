import type { ReactNode } from 'react';
import { addDays } from '#shared/core/day.ts';
import { dayText, daySign, daysText, mostMonthDays, readDays } from '#shared/families/report-days.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import { formatDate } from '#web/locales/formats.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import type { Naming, ReportRow } from '../cells.ts';
import './days.css';

/** Cells of a line where the screen has the width of a phone. */
const perLine = 16;
const phoneWidth = 242;

/** A day of a row. */
export interface At {
  readonly row: ReportRow;
  /** From 0. */
  readonly day: number;
}

/** The strips of a list: each shows a month as a cell a day, and all share the day that the keys move. */
export class DaysRoom {
  readonly column: ReportColumn;
  readonly #whose: string | undefined;
  readonly #naming: Naming;
  readonly #narrow: boolean;
  #day: number | null = null;
  #row: string | null = null;
  #listeners = new Set<() => void>();

  constructor({ columns }: ReportDef, naming: Naming, narrow: boolean) {
    this.column = columns.find(({ kind }) => kind === 'days')!;
    this.#whose = columns.find(({ kind }) => kind === 'person')?.name;
    this.#naming = naming;
    this.#narrow = narrow;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** The day that the keys are at, from 0; null before one was entered. */
  readonly day = (): number | null => this.#day;
  /** Column and line of a day within its strip. */
  readonly place = (day: number): readonly [x: number, y: number] =>
    this.#narrow ? [day % perLine, Math.floor(day / perLine)] : [day, 0];

  to(day: number): void {
    if (day === this.#day) return;
    this.#day = day;
    for (const listener of this.#listeners) listener();
  }
  /** Enters a row: at the day that was left in another one, else at today or the first. */
  enter(row: ReportRow, today: string): void {
    const { from, days } = readDays(row[this.column.name] ?? null);
    const last = Math.max(0, days.length - 1);
    const now = days.findIndex((_, i) => addDays(from, i) === today);
    this.to(Math.min(this.#day ?? Math.max(0, now), last));
  }
  /** Arrows move from day to day and leave the strip at its ends. */
  onKey(row: ReportRow, key: string): boolean {
    const { days } = readDays(row[this.column.name] ?? null);
    const at = this.#day ?? 0;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: days.length - 1 }[key];
    if (next === undefined || next < 0 || next >= days.length) return false;
    this.to(next);
    return true;
  }
  /** The day of a row at which it is opened, `YYYY-MM-DD`; none while the keys are elsewhere. */
  opened(row: ReportRow): string | undefined {
    return this.#row === row.id && this.#day !== null ? this.date({ row, day: this.#day }) : undefined;
  }
  /** The row whose strip has the keys. */
  at(row: ReportRow | undefined): void {
    this.#row = row?.id ?? null;
  }
  /** `YYYY-MM-DD` of a day of a row. */
  date({ row, day }: At): string {
    return addDays(readDays(row[this.column.name] ?? null).from, day);
  }
  /** A day in words, with its date and weekday: `Tue 24-11-2026: Late, 10:46–19:00 · 7:30`. */
  text(at: At, language: string, nothing: string): string {
    const { days } = readDays(at.row[this.column.name] ?? null);
    const date = this.date(at);
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
    return `${weekday.format(new Date(`${date}T00:00:00Z`))} ${formatDate(date)}: ${dayText(this.column.name, days[at.day], this.#naming.label) || nothing}`;
  }
  /** Whose days a row shows. */
  nameOf(row: ReportRow): string {
    return this.#whose === undefined ? '' : String(row[this.#whose] ?? '');
  }
  /** The states with their letters, as a legend. */
  legend(): readonly { readonly sign: string; readonly tone: string; readonly name: string }[] {
    const { name, options = [], tones } = this.column;
    return options.map((state) => ({
      sign: this.#naming.label(`${name}.${state}.sign`),
      tone: tones?.[state] ?? 'plain',
      name: this.#naming.label(`${name}.${state}`),
    }));
  }

  /** What the grid knows of the column. */
  gridColumn(): Pick<
    GridColumn<ReportRow>,
    'exact' | 'folds' | 'head' | 'onKey' | 'render' | 'sortable' | 'tooltip' | 'width'
  > {
    return {
      exact: true,
      folds: 'never',
      sortable: false,
      width: this.#narrow ? phoneWidth : this.column.width,
      head: () => <Head label={this.#naming.label(`column.${this.column.name}`)} narrow={this.#narrow} />,
      onKey: (row, key) => this.onKey(row, document.dir === 'rtl' ? mirrored(key) : key),
      // Each day has a hint of its own.
      tooltip: () => null,
      render: (row) => <Strip room={this} row={row} narrow={this.#narrow} naming={this.#naming} />,
    };
  }
}

const mirrored = (key: string): string => ({ ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' })[key] ?? key;

function Head({ label, narrow }: { label: string; narrow: boolean }): ReactNode {
  return (
    <div className="rp-strip rp-strip-head" data-narrow={narrow || undefined}>
      <span className="ops-hidden">{label}</span>
      {Array.from({ length: mostMonthDays }, (_, i) => (
        <span key={i} aria-hidden="true">
          {i + 1}
        </span>
      ))}
    </div>
  );
}

function Strip({
  room,
  row,
  narrow,
  naming,
}: {
  room: DaysRoom;
  row: ReportRow;
  narrow: boolean;
  naming: Naming;
}): ReactNode {
  const { name, tones } = room.column;
  const value = row[name] ?? null;
  if (value === null) return null;
  return (
    <span className="rp-strip" data-narrow={narrow || undefined}>
      <span className="ops-hidden">{daysText(room.column, value, naming.label)}</span>
      {readDays(value).days.map((cell, i) => (
        <span
          key={i}
          aria-hidden="true"
          data-day={i}
          data-tone={cell ? (tones?.[cell[0]] ?? 'plain') : undefined}
          data-marked={cell && cell[2].length > 0 ? true : undefined}
        >
          {daySign(name, cell, naming.label)}
        </span>
      ))}
    </span>
  );
}
