import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { businessDay, instantOf, isDay, monthOf, showDay, yearOf } from '#shared/core/day.ts';
import { bookNeed } from '#shared/streams/leads/appointment/state.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { IconChevronLeft, IconChevronRight, IconPlus } from '#web/parts/icons.ts';
import { Beside } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { toast } from '#web/parts/toast.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useWidth } from '../layout/viewport.ts';
import { useMe, verdict } from '../me.ts';
import { isMobile } from '../layout-rules.ts';
import { Agenda } from './Agenda.tsx';
import { AppointmentPanel } from './AppointmentPanel.tsx';
import type { CalendarView } from './dates.ts';
import { calendarViews, daysOf, stepped } from './dates.ts';
import type { Draft } from './EntryPanel.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import type { Item, Movable } from './items.ts';
import { clock } from './items.ts';
import { Legend, useHiddenLayers } from './Legend.tsx';
import { MarkPanel } from './MarkPanel.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { TimeGrid } from './TimeGrid.tsx';
import { useItems } from './use-items.ts';
import { useCalendarTranslations } from './translations.ts';
import './calendar.css';

type Open =
  | { readonly is: 'entry'; readonly draft: Draft }
  | { readonly is: 'appointment'; readonly id: string }
  | { readonly is: 'mark'; readonly item: Extract<Item, { is: 'mark' }> }
  | null;
const HALF_HOUR = 30 * 60_000;
const keys: Readonly<Record<CalendarView, string>> = { agenda: 'a', day: 'd', week: 'w', month: 'm' };

/**
 * Appointments, callbacks, blocked hours, holidays and personal entries. Moving an appointment sends a
 * request, moving a personal entry applies at once.
 */
export function CalendarScreen(): ReactNode {
  const t = useCalendarTranslations();
  const me = useMe();
  const mobile = isMobile(useWidth());
  const today = businessDay(useServerSecond());
  const [query, setQuery] = useSearchParams();
  const view = calendarViews.find((one) => one === query.get('view')) ?? (mobile ? 'agenda' : 'week');
  const asked = query.get('day');
  const day = asked && isDay(asked) ? asked : today;
  const whose = query.get('whose') === 'all' ? 'all' : 'mine';
  const go = (change: Partial<Record<'view' | 'day' | 'whose', string>>): void =>
    setQuery({ view, day, whose, ...change }, { replace: true });

  const days = daysOf(view, day);
  const legend = useHiddenLayers();
  const { items: all, bookedRows, denied } = useItems(me, whose, days);
  const items = all.filter((item) => !legend.hidden.has(item.layer));
  const [open, setOpen] = useState<Open>(() =>
    query.get('open') ? { is: 'appointment', id: query.get('open')! } : null,
  );
  const [moving, setMoving] = useState<{
    readonly id: string;
    readonly day: string;
    readonly time: string;
  } | null>(null);
  const change = useCommand('calendarentry', 'change');
  const mayBook = verdict(me, bookNeed).ok;

  const openItem = (item: Item): void => {
    if (item.is === 'own') setOpen({ is: 'entry', draft: item.row });
    else setOpen(item.is === 'mark' ? { is: 'mark', item } : { is: 'appointment', id: item.row.id });
  };
  const fresh = (on: string, minutes: number): void => {
    const from = instantOf(on, clock(minutes));
    setOpen({
      is: 'entry',
      draft: {
        id: null,
        version: 0,
        title: '',
        note: '',
        from: new Date(from).toISOString(),
        to: new Date(from + 2 * HALF_HOUR).toISOString(),
      },
    });
  };
  const movable = (item: Item): item is Movable =>
    item.is === 'own' ||
    (item.is === 'appointment' && mayBook && item.row.request === null && item.row.iTaskStatus === 0);
  const move = (item: Movable, to: string, minutes: number): void => {
    const from = instantOf(to, clock(minutes));
    if (from === item.from) return;
    if (item.is === 'appointment') return setMoving({ id: item.row.id, day: to, time: clock(minutes) });
    const { title, note, id, version } = item.row;
    void change
      .run(
        id,
        {
          title,
          note,
          from: new Date(from).toISOString(),
          to: new Date(from + item.to - item.from).toISOString(),
        },
        { version },
      )
      .then((done) => done && toast({ text: t('saved'), tone: 'ok' }));
    return undefined;
  };
  useCommands([
    { id: 'calendar.add', label: t('add'), keys: 'n', scope: 'screen', run: () => fresh(day, 9 * 60) },
    { id: 'calendar.today', label: t('today'), keys: 't', scope: 'screen', run: () => go({ day: today }) },
    {
      id: 'calendar.before',
      label: t('before'),
      keys: 'k',
      scope: 'screen',
      quiet: true,
      run: () => go({ day: stepped(view, day, -1) }),
    },
    {
      id: 'calendar.after',
      label: t('after'),
      keys: 'j',
      scope: 'screen',
      quiet: true,
      run: () => go({ day: stepped(view, day, 1) }),
    },
    ...calendarViews.map((one) => ({
      id: `calendar.${one}`,
      label: t(`view.${one}`),
      keys: keys[one],
      scope: 'screen' as const,
      run: () => go({ view: one }),
    })),
    {
      id: 'calendar.move',
      label: t('keyMove'),
      keys: ['Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+ArrowLeft', 'Alt+ArrowRight'],
      scope: 'grid',
      quiet: true,
      listedOnly: true,
      run: () => {},
    },
  ]);

  const shown = open?.is === 'appointment' ? bookedRows.find((row) => row.id === open.id) : undefined;
  const goes = moving && bookedRows.find((row) => row.id === moving.id);
  const close = (): void => setOpen(null);
  const panel =
    open?.is === 'entry' ? (
      <EntryPanel key={`${open.draft.id} ${open.draft.from}`} draft={open.draft} onClose={close} />
    ) : open?.is === 'mark' ? (
      <MarkPanel item={open.item} onClose={close} />
    ) : shown ? (
      <AppointmentPanel key={shown.id} row={shown} mayBook={mayBook} onClose={close} />
    ) : null;
  const heading =
    view === 'day'
      ? showDay(day)
      : view === 'month'
        ? `${t(`month.${day.slice(5, 7)}` as 'month.01')} ${yearOf(day)}`
        : `${showDay(days[0]!)} – ${showDay(days.at(-1)!)}`;

  return (
    <Beside panel={panel}>
      <div className="cal-bar">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('before')}
          onClick={() => go({ day: stepped(view, day, -1) })}
        >
          <IconChevronLeft size={16} className="cal-arrow" />
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => go({ day: today })}>
          {t('today')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('after')}
          onClick={() => go({ day: stepped(view, day, 1) })}
        >
          <IconChevronRight size={16} className="cal-arrow" />
        </Button>
        <h2 className="ops-figures" aria-live="polite">
          {heading}
        </h2>
        <span className="cal-bar-end">
          {!denied && (
            <SegmentedControl
              size="xs"
              aria-label={t('whose')}
              value={whose}
              onChange={(next) => go({ whose: next })}
              data={[
                { value: 'mine', label: t('mineOnly') },
                { value: 'all', label: t('everyone') },
              ]}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            value={view}
            onChange={(next) => go({ view: next as CalendarView })}
            data={calendarViews.map((value) => ({ value, label: t(`view.${value}`) }))}
          />
          <Button size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => fresh(day, 9 * 60)}>
            {t('add')}
          </Button>
        </span>
      </div>
      <Legend of={legend} />
      {change.failure && (
        <InlineError
          failure={change.failure}
          onRetry={() => void change.retry()}
          onDismiss={change.dismiss}
        />
      )}
      {view === 'month' ? (
        <MonthGrid
          days={days}
          month={monthOf(day)}
          items={items}
          onOpen={openItem}
          onDayChosen={(chosen) => go({ view: 'day', day: chosen })}
        />
      ) : view === 'agenda' ? (
        <Agenda days={days} items={items} onOpen={openItem} />
      ) : (
        <TimeGrid days={days} items={items} onOpen={openItem} onNew={fresh} movable={movable} onMove={move} />
      )}
      {moving && goes && <MoveDialog row={goes} to={moving} onClose={() => setMoving(null)} />}
    </Beside>
  );
}
