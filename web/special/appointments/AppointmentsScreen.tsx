import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addDays, businessDay, showDay, weekday } from '#shared/core/day.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { requestedSlot } from '#shared/streams/leads/appointment/decisions.ts';
import { appointmentTypes } from '#shared/streams/leads/appointment/state.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import type { Row } from '#web/live/rows.ts';
import { useFeed, useFeedRow, useFeedRows, useOnline } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { Freshness } from '#web/parts/Freshness.tsx';
import { ChoiceFilter, ListBar, ListScreen, SearchBox } from '#web/parts/list/ListHead.tsx';
import { Beside, Panel } from '#web/parts/Panel.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { usePlaceName } from '#web/parts/place-names.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import { AppointmentPanel } from './AppointmentPanel.tsx';
import './appointments.css';
import { BookPanel } from './BookPanel.tsx';
import { byDay, matches } from './days.ts';
import { addDeskTranslations, useDeskTranslations } from './translations.ts';
import { compareTexts } from '#shared/core/collation.ts';

addDeskTranslations();

type LiveRow = AppointmentRow & Row;
const bookers = [
  'Out Bound/pharamLeadFixSalesApp:create',
  'Out Bound/outCall:create',
  'Out Bound/customerSingup:create',
];

/** Open appointments by day; book one, or request a reschedule. */
export function AppointmentsScreen(): ReactNode {
  const t = useDeskTranslations();
  const frame = useFrame();
  const translations = useTranslations('appointment').t;
  const person = usePerson();
  const up = useOnline();
  const feed = useFeed<LiveRow>('appointments/list');
  const rows = useFeedRows(feed.rows) as unknown as readonly AppointmentRow[];
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [employee, setEmployee] = useState<string | null>(null);
  const [type, setType] = useState<string | null>(null);
  const [booking, setBooking] = useState(false);
  const openId = params.get('id');
  const open = useFeedRow(feed.rows, openId) as unknown as AppointmentRow | undefined;
  const show = (id: string | null): void => {
    setBooking(false);
    setParams(id === null ? {} : { id }, { replace: true });
  };
  const shown = useMemo(
    () => rows.filter((row) => matches(row, search, employee, type)),
    [rows, search, employee, type],
  );
  const people = useMemo(
    () =>
      [...new Map(rows.map((row) => [String(row.iAssignedTo), row.assignedName]))]
        .map(([value, label]) => ({ value, label }))
        .sort((a, b) => compareTexts(a.label, b.label)),
    [rows],
  );
  const mayBook = bookers.some((right) => hasRight(person, right));
  const off = feed.condition !== 'live' || !up ? t('off.line') : null;
  const stamp = useFeedStamp(rows);
  const move = (by: number): void => {
    const list = byDay(shown).flatMap((day) => day.rows);
    const next =
      list[Math.max(0, Math.min(list.length - 1, list.findIndex((row) => row.id === openId) + by))];
    if (next) show(next.id);
  };
  useCommands([
    {
      id: 'appointments.book',
      label: t('book'),
      keys: 'n',
      scope: 'screen',
      permitted: mayBook,
      disabled: off,
      run: () => off === null && setBooking(true),
    },
    {
      id: 'appointments.next',
      label: frame('grid.next'),
      keys: 'j',
      scope: 'screen',
      quiet: true,
      run: () => move(1),
    },
    {
      id: 'appointments.previous',
      label: frame('grid.previous'),
      keys: 'k',
      scope: 'screen',
      quiet: true,
      run: () => move(-1),
    },
  ]);
  if (feed.condition === 'denied')
    return <DeniedState title={t('deniedTitle')}>{feed.message || undefined}</DeniedState>;
  const panel = booking ? (
    <BookPanel off={off} stamp={stamp} onBooked={show} onClose={() => setBooking(false)} />
  ) : open ? (
    <AppointmentPanel
      key={open.id}
      row={open}
      mayBook={mayBook}
      off={off}
      stamp={stamp}
      onClose={() => show(null)}
    />
  ) : openId !== null && feed.condition === 'live' ? (
    <Panel title={t('panel')} width={480} onClose={() => show(null)}>
      <EmptyState title={t('over')}>{t('overText')}</EmptyState>
    </Panel>
  ) : null;
  return (
    <ListScreen>
      <ListBar
        end={
          <>
            <Freshness {...feed.freshness} />
            {mayBook && (
              <ActionButton
                label={t('book')}
                keys="n"
                primary
                disabled={off}
                onClick={() => setBooking(true)}
              />
            )}
          </>
        }
      >
        <SearchBox name="appointments" label={t('find')} value={search} onChange={setSearch} />
        <ChoiceFilter
          label={t('employee')}
          any={t('anyEmployee')}
          choices={people}
          value={employee}
          onChange={setEmployee}
        />
        <ChoiceFilter
          label={t('type')}
          any={t('anyType')}
          choices={appointmentTypes.map((one) => ({ value: one, label: translations(`type.${one}`) }))}
          value={type}
          onChange={setType}
        />
      </ListBar>
      <Beside panel={panel}>
        <div className="ad-days" role="region" aria-label={t('list')} tabIndex={-1}>
          {feed.condition === 'connecting' && rows.length === 0 ? (
            <Skeleton rows={10} />
          ) : rows.length === 0 ? (
            <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
          ) : shown.length === 0 ? (
            <EmptyState
              title={t('noMatch')}
              actions={
                <ActionButton
                  label={frame('grid.clearFilters')}
                  onClick={() => {
                    setSearch('');
                    setEmployee(null);
                    setType(null);
                  }}
                />
              }
            >
              {t('noMatchText')}
            </EmptyState>
          ) : (
            byDay(shown).map(({ day, rows: list }) => (
              <Day key={day} day={day} rows={list} openId={openId} onOpen={show} />
            ))
          )}
        </div>
      </Beside>
    </ListScreen>
  );
}

/** A counter that increases with every change of the appointments. */
function useFeedStamp(rows: readonly AppointmentRow[]): number {
  const stamp = useRef({ rows, n: 0 });
  if (stamp.current.rows !== rows) stamp.current = { rows, n: stamp.current.n + 1 };
  return stamp.current.n;
}

function Day({
  day,
  rows,
  openId,
  onOpen,
}: {
  day: string;
  rows: readonly AppointmentRow[];
  openId: string | null;
  onOpen: (id: string) => void;
}): ReactNode {
  const t = useDeskTranslations();
  const translations = useTranslations('appointment').t;
  const place = usePlaceName();
  const today = businessDay(useServerSecond());
  const near = day === today ? t('today') : day === addDays(today, 1) ? t('tomorrow') : null;
  return (
    <section className="ad-day">
      <h2>
        <span>{t(`weekday.${weekday(day)}`)}</span> <span className="ops-figures">{showDay(day)}</span>
        {near && (
          <StatusWord soft tone="accent">
            {near}
          </StatusWord>
        )}
        <span className="ops-muted ad-count">{t('day.count', { count: rows.length })}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className="ad-row"
              aria-current={row.id === openId || undefined}
              onClick={() => onOpen(row.id)}
            >
              <b className="ops-figures">{row.slotFrom}</b>
              <span className="ops-code">{row.ref}</span>
              <span className="ad-what">{translations(`type.${row.vAppType}`)}</span>
              <PersonHead
                name={row.place?.name ?? ''}
                reference={row.who}
                phone={row.place?.phoneMasked}
                place={place(row.iPooId)}
              />
              <span>{row.assignedName}</span>
              <span className="ad-mark">
                {row.request ? (
                  <StatusWord tone="warn" dot>
                    {t(`request.${row.request.kind}`, { to: requestedSlot(row.request) })}
                  </StatusWord>
                ) : row.iTaskStatus === 1 ? (
                  <StatusWord tone="info" dot>
                    {t('started')}
                  </StatusWord>
                ) : row.iRescheduleCount > 0 ? (
                  <span className="ops-muted">{t('movedTimes', { count: row.iRescheduleCount })}</span>
                ) : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
