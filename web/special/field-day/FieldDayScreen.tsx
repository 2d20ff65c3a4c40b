import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { businessDay, clockTime, showDay } from '#shared/core/day.ts';
import { startsAt } from '#shared/streams/leads/appointment/state.ts';
import { whereabouts, type Position } from '#shared/streams/leads/appointment/visit-place.ts';
import { hasRight, usePerson } from '#web/live/person.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { RouteMap } from '#web/parts/map/RouteMap.tsx';
import { OutboxList } from '#web/parts/outbox/OutboxList.tsx';
import { Beside } from '#web/parts/Panel.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState } from '#web/parts/states.tsx';
import { StatusWord, type Tone } from '#web/parts/StatusWord.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import './field-day.css';
import { currentStop, markOf, nameOfStop, type Stop, type StopMark } from './stop.ts';
import { StopPanel } from './StopPanel.tsx';
import { useDay } from './use-day.ts';
import { usePosition } from './use-position.ts';
import { addFieldTranslations, useFieldTranslations } from './translations.ts';

addFieldTranslations();

const tones: Readonly<Record<StopMark, Tone>> = {
  done: 'muted',
  missed: 'danger',
  underWay: 'accent',
  waiting: 'warn',
  late: 'danger',
  now: 'info',
  ahead: 'muted',
};
const reviews = [
  ['/customerVisit/reviewAppointmentList', 'reviewAppointmentList', 'link.reviews'],
  ['/customerVisit/visitReviewV2', 'visitReviewV2', 'link.visits'],
  ['/customerVisit/profileDoctorReview', 'profileDoctorReview', 'link.profiles'],
] as const;

/** The day of a person who visits customers: their stops in sequence, the current one, and unsent entries. */
export function FieldDayScreen(): ReactNode {
  const t = useFieldTranslations();
  const person = usePerson();
  const now = useServerSecond();
  const day = businessDay(now);
  const { stops, outbox, feed, kept } = useDay(day);
  const place = usePosition();
  const [params, setParams] = useSearchParams();
  const [map, setMap] = useState(false);
  const stopOf = (task: string | null): Stop | null => stops.find(({ id }) => String(id) === task) ?? null;
  const open = stopOf(params.get('task'));
  const show = (stop: Stop | null): void =>
    setParams(stop ? { task: String(stop.id) } : {}, { replace: true });
  const done = stops.filter((stop) => ['done', 'missed'].includes(markOf(stop, now))).length;
  const current = currentStop(stops);
  const links = reviews.filter(([, entity]) => hasRight(person, `Out Bound/${entity}:view`));
  const loading = feed.condition === 'connecting' && stops.length === 0;
  return (
    <Beside
      panel={
        open && (
          <StopPanel
            key={open.id}
            stop={open}
            place={place}
            online={feed.condition === 'live'}
            now={now}
            onClose={() => show(null)}
          />
        )
      }
    >
      <div className="fd-day">
        <header className="fd-head">
          <h1>
            {t('today')} <span className="ops-figures">{showDay(day)}</span>
          </h1>
          <span className="ops-muted">{t('progress', { done, all: stops.length })}</span>
          <span className="fd-end">
            <Freshness {...feed.freshness} />
          </span>
        </header>
        {feed.condition !== 'live' && feed.condition !== 'connecting' && (
          <p className="fd-offline" role="status">
            {t(kept ? 'offlineKept' : 'offline')}
          </p>
        )}
        <OutboxList
          {...outbox}
          nameOf={({ id, command }) => ({ what: t(`sent.${command}`), ref: stopOf(id)?.ref ?? id })}
          openOf={({ id }) => {
            const stop = stopOf(id);
            return stop ? () => show(stop) : null;
          }}
        />
        {loading ? (
          <Skeleton rows={6} />
        ) : stops.length === 0 ? (
          <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        ) : (
          <>
            <div className="fd-tools">
              {current && (
                <ActionButton
                  label={t('openNext', { time: current.slotFrom })}
                  primary
                  onClick={() => show(current)}
                />
              )}
              <ActionButton label={t(map ? 'hideMap' : 'showMap')} onClick={() => setMap(!map)} />
            </div>
            {map && (
              <RouteMap
                label={t('map')}
                here={place.position}
                stops={stops.flatMap((stop, n) => pointOf(stop, n, now))}
              />
            )}
            <ol className="fd-stops">
              {stops.map((stop) => (
                <StopCard
                  key={stop.id}
                  stop={stop}
                  now={now}
                  position={place.position}
                  open={stop.id === open?.id}
                  onOpen={() => show(stop)}
                />
              ))}
            </ol>
          </>
        )}
        {links.length > 0 && (
          <nav className="fd-links" aria-label={t('links')}>
            {links.map(([path, , key]) => (
              <Link key={path} to={path}>
                {t(key)}
              </Link>
            ))}
          </nav>
        )}
      </div>
    </Beside>
  );
}

function pointOf(stop: Stop, n: number, now: number) {
  const { place } = stop;
  if (place?.lat == null || place.lng == null) return [];
  const mark = markOf(stop, now);
  return [
    { lat: place.lat, lng: place.lng, label: String(n + 1), over: mark === 'done' || mark === 'missed' },
  ];
}

interface CardProps {
  readonly stop: Stop;
  readonly now: number;
  readonly position: Position | null;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function StopCard({ stop, now, position, open, onOpen }: CardProps): ReactNode {
  const t = useFieldTranslations();
  const translations = useTranslations('appointment').t;
  const mark = markOf(stop, now);
  const where = whereabouts(stop.place, position);
  return (
    <li>
      <button
        type="button"
        className="fd-card"
        data-mark={mark}
        aria-current={open || undefined}
        onClick={onOpen}
      >
        <span className="fd-time ops-figures">
          {stop.slotFrom}
          <span className="ops-muted">{clockTime(startsAt(stop) + stop.iMinutes * 60_000)}</span>
        </span>
        <span className="fd-what">
          <b>{nameOfStop(stop)}</b>
          <span className="ops-muted">
            {translations(`type.${stop.vAppType}`)}&nbsp;·{' '}
            {stop.iSlotType === 1
              ? stop.place?.address || t('noAddress')
              : translations(`slotType.${stop.iSlotType}`)}
          </span>
        </span>
        <span className="fd-mark">
          <StatusWord tone={tones[mark]} soft>
            {t(`mark.${mark}`)}
          </StatusWord>
          {stop.unsent.length > 0 ? (
            <span className="ops-tone-warn">{t('unsent', { count: stop.unsent.length })}</span>
          ) : where.kind !== 'unknown' && (mark === 'now' || mark === 'ahead' || mark === 'late') ? (
            <span className="ops-muted ops-figures">
              {t('away', { km: (where.distanceM / 1000).toFixed(1) })}
            </span>
          ) : null}
        </span>
      </button>
    </li>
  );
}
