import { useEffect, useRef } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { businessDay, clockTime, isSunday, showDay, weekday } from '#shared/core/day.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { sideBySide } from './dates.ts';
import type { Item, Movable } from './items.ts';
import { clock, onDay, stepOf } from './items.ts';
import { announcing } from './saying.ts';
import { useCalendarTranslations } from './translations.ts';

const HOUR = 44;
const SNAP = 30;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const FIRST_SEEN = 8;

export interface TimeGridProps {
  readonly days: readonly string[];
  readonly items: readonly Item[];
  readonly onOpen: (item: Item) => void;
  readonly onNew: (day: string, minutes: number) => void;
  /** Whether this person may move it. */
  readonly movable: (item: Item) => item is Movable;
  /** Dropped at another time, or moved with Alt and an arrow key. */
  readonly onMove: (item: Movable, day: string, minutes: number) => void;
}

/** Days side by side with the hours down the side. */
export function TimeGrid({ days, items, onOpen, onNew, movable, onMove }: TimeGridProps): ReactNode {
  const t = useCalendarTranslations();
  const now = useServerSecond();
  const today = businessDay(now);
  const room = useRef<HTMLDivElement>(null);
  const held = useRef<{ item: Movable; grip: number } | null>(null);
  useEffect(() => {
    if (room.current) room.current.scrollTop = FIRST_SEEN * HOUR - 8;
  }, [days.length]);

  const minutesAt = (event: { clientY: number; currentTarget: Element }, grip = 0): number => {
    const raw = ((event.clientY - event.currentTarget.getBoundingClientRect().top - grip) / HOUR) * 60;
    return Math.max(0, Math.min(1440 - SNAP, Math.round(raw / SNAP) * SNAP));
  };
  const drop = (event: DragEvent, day: string): void => {
    event.preventDefault();
    if (held.current) onMove(held.current.item, day, minutesAt(event, held.current.grip));
    held.current = null;
  };

  const key = (event: KeyboardEvent, item: Item): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey || !movable(item)) return;
    const to = stepOf(item, event.key, document.documentElement.dir === 'rtl');
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(item, to.day, to.minutes);
  };
  const columns = `48px repeat(${days.length}, minmax(0, 1fr))`;
  const timed = items.filter((item) => !item.whole);
  const long = items.filter((item) => item.whole && days.some((day) => onDay(item, day)));

  return (
    <div className="cal-time" ref={room} tabIndex={0} role="region" aria-label={t('days')}>
      <div className="cal-heads" style={{ gridTemplateColumns: columns }}>
        <span />
        {days.map((day) => (
          <span
            key={day}
            data-today={day === today || undefined}
            data-sunday={isSunday(day) || undefined}
            title={isSunday(day) ? t('sunday') : undefined}
          >
            {t(`weekday.${weekday(day)}` as 'weekday.1')}{' '}
            <strong className="ops-figures">{days.length === 1 ? showDay(day) : Number(day.slice(8))}</strong>
          </span>
        ))}
        {long.length > 0 && (
          <>
            <span className="cal-whole-name">{t('wholeDay')}</span>
            {days.map((day) => (
              <div key={day} className="cal-whole">
                {long
                  .filter((item) => onDay(item, day))
                  .map((item) => (
                    <button
                      key={item.id}
                      type="button"
                      className="cal-chip"
                      data-layer={item.layer}
                      title={item.title}
                      aria-label={announcing(t, item, day)}
                      onClick={() => onOpen(item)}
                    >
                      {item.title}
                    </button>
                  ))}
              </div>
            ))}
          </>
        )}
      </div>
      <div className="cal-columns" style={{ gridTemplateColumns: columns, height: 24 * HOUR }}>
        <div className="cal-hours ops-figures" aria-hidden="true">
          {hours.slice(1).map((hour) => (
            <span key={hour} style={{ top: hour * HOUR }}>
              {clock(hour * 60)}
            </span>
          ))}
        </div>
        {days.map((day) => {
          const here = timed.flatMap((item) => {
            const span = onDay(item, day);
            return span ? [{ item, id: item.id, ...span }] : [];
          });
          const places = sideBySide(here);
          return (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button "New entry" does the same by keyboard
            <div
              key={day}
              className="cal-column"
              data-sunday={isSunday(day) || undefined}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, day)}
              onDoubleClick={(event) => event.target === event.currentTarget && onNew(day, minutesAt(event))}
            >
              {day === today && (
                <span
                  className="cal-now"
                  style={{ top: ((now - Date.parse(`${day}T00:00:00+05:30`)) / 3_600_000) * HOUR }}
                  aria-hidden="true"
                />
              )}
              {here.map(({ item, from, to }) => {
                const { column, columns: beside } = places.get(item.id)!;
                const may = movable(item);
                return (
                  <button
                    key={item.id}
                    type="button"
                    className="cal-item"
                    data-item={item.id}
                    data-layer={item.layer}
                    data-is={item.is}
                    data-waits={(item.is === 'appointment' && item.row.request !== null) || undefined}
                    draggable={may}
                    title={item.title}
                    aria-label={announcing(t, item, day)}
                    aria-keyshortcuts={
                      may ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined
                    }
                    style={{
                      top: (from / 60) * HOUR,
                      height: Math.max(20, ((to - from) / 60) * HOUR - 2),
                      insetInlineStart: `calc(${(column / beside) * 100}% + 1px)`,
                      width: `calc(${100 / beside}% - 3px)`,
                    }}
                    onDragStart={(event) => {
                      if (!may) return;
                      held.current = {
                        item,
                        grip: event.clientY - event.currentTarget.getBoundingClientRect().top,
                      };
                      event.dataTransfer.setData('text/plain', item.title);
                      event.dataTransfer.effectAllowed = 'move';
                    }}
                    onDragEnd={() => (held.current = null)}
                    onKeyDown={(event) => key(event, item)}
                    onClick={() => onOpen(item)}
                  >
                    <strong>{item.title}</strong> <span className="ops-figures">{clockTime(item.from)}</span>
                  </button>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
