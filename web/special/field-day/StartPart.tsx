import { useState } from 'react';
import type { ReactNode } from 'react';
import { windowOf } from '#shared/streams/leads/appointment/start.ts';
import {
  startWindow,
  taskAccepts,
  taskContext,
  unlocked,
} from '#shared/streams/leads/appointment/task.machine.ts';
import { geofence } from '#shared/streams/leads/appointment/visit-place.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { PlaceMap } from '#web/parts/map/PlaceMap.tsx';
import { formatTime } from '#web/locales/formats.ts';
import { requestedSlot } from '#shared/streams/leads/appointment/decisions.ts';
import { permitRequests, type PermitKind } from '#shared/streams/leads/appointment/task-limits.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { give } from './give.ts';
import { NotAtHomeDialog, PermitDialog, RescheduleDialog } from './dialogs.tsx';
import type { StopProps } from './stop-props.ts';
import { useFieldTranslations } from './translations.ts';

/** Before a visit: whether it may be started here and now, and what to request when it may not. */
export function StartPart({ stop, place, now }: StopProps): ReactNode {
  const t = useFieldTranslations();
  const translations = useTranslations('appointment').t;
  const [asking, setAsking] = useState<'time' | 'anyLocation' | 'notAtHome' | 'reschedule' | null>(null);
  const context = taskContext(stop, now, place.position);
  const accepts = (type: Parameters<typeof taskAccepts>[1]): boolean => taskAccepts(context, type);
  const { where } = context;
  const locked = unlocked(context) ? null : translations('taskLockedByRequest');
  const requested = (kind: PermitKind): boolean =>
    stop.startRequests.some((one) => one.kind === kind) ||
    stop.unsent.some((entry) => entry.command === permitRequests[kind].command && entry.refusal === null);
  const start = (): void => void give(stop, 'startTask', place.position ? { position: place.position } : {});
  const close = (): void => setAsking(null);
  return (
    <section className="fd-start">
      <h3>{t('start')}</h3>
      <p className="fd-plain">
        {startWindow(stop, now) === 'open'
          ? t('inTime')
          : context.permits.includes('time')
            ? t('timePermitted')
            : t('window', windowOf(stop))}
      </p>
      {where && (
        <>
          <p className={`fd-plain ${where.kind === 'near' ? '' : 'ops-tone-warn'}`}>
            {where.kind === 'unknown'
              ? t(`where.${where.why}`)
              : t(where.kind === 'near' ? 'near' : 'far', { m: where.distanceM, limit: geofence.withinM })}
            {context.permits.includes('anyLocation') && <>&nbsp;· {t('placePermitted')}</>}
          </p>
          {place.locating.is === 'nowhere' && (
            <p className="fd-plain ops-muted">{t(`nowhere.${place.locating.why}`)}</p>
          )}
          {where.kind === 'far' && <PlaceMap place={stop.place} position={place.position} />}
          <div className="fd-buttons">
            <ActionButton
              compact
              label={t('locate')}
              pending={place.locating.is === 'asking'}
              onClick={place.locate}
            />
          </div>
        </>
      )}
      {stop.permits.map(({ kind, until }) => (
        <p key={kind} className="fd-plain ops-tone-ok">
          {t(`permit.${kind}`, { time: formatTime(until) })}
        </p>
      ))}
      {stop.startRequests.map((one) => (
        <p key={one.kind} className="fd-plain ops-tone-warn">
          {t(`requested.${one.kind}`)} <span className="ops-muted">{one.reason}</span>
        </p>
      ))}
      {stop.request && (
        <p className="fd-plain ops-tone-warn">
          {t(`request.${stop.request.kind}`, { to: requestedSlot(stop.request) })}
        </p>
      )}
      <div className="fd-buttons">
        <ActionButton
          label={t('startVisit')}
          primary
          disabled={accepts('START') ? null : (locked ?? t('startBlocked'))}
          onClick={start}
        />
        {accepts('REQUEST_TIME_PERMIT') && (
          <ActionButton
            label={t(context.window === 'early' ? 'requestEarly' : 'requestLate')}
            disabled={requested('time') ? translations('permitRequested') : null}
            onClick={() => setAsking('time')}
          />
        )}
        {accepts('REQUEST_PLACE_PERMIT') && (
          <ActionButton
            label={t('requestHere')}
            disabled={requested('anyLocation') ? translations('permitRequested') : null}
            onClick={() => setAsking('anyLocation')}
          />
        )}
        <ActionButton
          label={translations('notAtHome')}
          disabled={accepts('NOT_AT_HOME') ? null : (locked ?? t('notAtHomeBlocked'))}
          onClick={() => setAsking('notAtHome')}
        />
        <ActionButton
          label={t('reschedule')}
          disabled={accepts('RESCHEDULE') ? null : locked}
          onClick={() => setAsking('reschedule')}
        />
      </div>
      {(asking === 'time' || asking === 'anyLocation') && (
        <PermitDialog stop={stop} kind={asking} position={place.position} where={where} onClose={close} />
      )}
      {asking === 'notAtHome' && <NotAtHomeDialog stop={stop} position={place.position} onClose={close} />}
      {asking === 'reschedule' && <RescheduleDialog stop={stop} now={now} onClose={close} />}
    </section>
  );
}
