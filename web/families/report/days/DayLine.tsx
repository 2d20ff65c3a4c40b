import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useLanguage } from '#web/locales/translations.ts';
import type { GridControl } from '#web/parts/grid/control.ts';
import type { ReportRow } from '../cells.ts';
import type { At, DaysRoom } from './room.tsx';
import { useDayTranslations } from './translations.ts';

/** Below the list: the letters in words, and the day under the pointer or at the keys. */
export function DayLine({ room, control }: { room: DaysRoom; control: GridControl<ReportRow> }): ReactNode {
  const t = useDayTranslations();
  const language = useLanguage();
  const line = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<At | null>(null);
  const [pointed, setPointed] = useState<At | null>(null);

  useEffect(() => {
    const list = line.current?.parentElement;
    if (!list) return undefined;
    const rowAt = (target: EventTarget | null): ReportRow | undefined => {
      const cell = (target as Element | null)?.closest(`[col-id="${room.column.name}"]`);
      const id = cell?.closest('.ag-row')?.getAttribute('row-id');
      return control.visibleRows().find((row) => row.id === id);
    };
    const show = (day: number): void => {
      const [x, y] = room.place(day);
      list.style.setProperty('--rp-day-x', String(x));
      list.style.setProperty('--rp-day-y', String(y));
    };
    let focused: ReportRow | undefined;
    const moved = (): void => {
      const day = room.day();
      if (day !== null) show(day);
      setAt(focused && day !== null ? { row: focused, day } : null);
      setPointed(null);
    };
    const onFocus = ({ target }: FocusEvent): void => {
      focused = rowAt(target);
      room.at(focused);
      if (focused) room.enter(focused, businessDay(serverClock.now()));
      moved();
    };
    const onBlur = ({ relatedTarget }: FocusEvent): void => {
      if (list.contains(relatedTarget as Node | null)) return;
      focused = undefined;
      room.at(undefined);
      moved();
    };
    const dayAt = (target: EventTarget | null): number | null => {
      const day = (target as Element | null)?.closest('[data-day]')?.getAttribute('data-day');
      return day == null ? null : Number(day);
    };
    const onPress = ({ target }: PointerEvent): void => {
      const day = dayAt(target);
      if (day !== null) room.to(day);
    };
    const onPoint = ({ target }: PointerEvent): void => {
      const day = dayAt(target);
      const row = day === null ? undefined : rowAt(target);
      setPointed(row && day !== null ? { row, day } : null);
    };
    const unpoint = (): void => setPointed(null);
    const off = room.subscribe(moved);
    list.addEventListener('focusin', onFocus);
    list.addEventListener('focusout', onBlur);
    list.addEventListener('pointerdown', onPress);
    list.addEventListener('pointerover', onPoint);
    list.addEventListener('pointerleave', unpoint);
    return () => {
      off();
      list.removeEventListener('focusin', onFocus);
      list.removeEventListener('focusout', onBlur);
      list.removeEventListener('pointerdown', onPress);
      list.removeEventListener('pointerover', onPoint);
      list.removeEventListener('pointerleave', unpoint);
    };
  }, [room, control]);

  const saying = (one: At): string => room.text(one, language, t('nothing'));
  const shown = pointed ?? at;
  return (
    <div ref={line} className="rp-day-line">
      <p aria-hidden="true" className="rp-day-said">
        {shown ? (
          <>
            <b>{room.nameOf(shown.row)}</b> {saying(shown)}
          </>
        ) : (
          t('hint')
        )}
      </p>
      {/* Only what the keys move to is read out, not what the pointer passes. */}
      <p role="status" className="ops-hidden">
        {at ? saying(at) : ''}
      </p>
      <ul className="rp-day-legend" aria-label={t('legend')}>
        {room.legend().map(({ sign, tone, name }) => (
          <li key={name}>
            <span className="rp-day-sign" data-tone={tone}>
              {sign}
            </span>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
