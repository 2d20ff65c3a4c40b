import { useState } from 'react';
import type { ReactNode } from 'react';
import { clockTime, showDay } from '#shared/core/day.ts';
import { startsAt, taskStatus } from '#shared/streams/leads/appointment/state.ts';
import type { NoteRow } from '#shared/feeds/preparatory-notes.ts';
import type { Row } from '#web/live/rows.ts';
import { useCommand } from '#web/live/use-command.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { FileList } from '#web/parts/FileList.tsx';
import { IconAlertTriangle, IconMapPin, IconPhone } from '#web/parts/icons.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { PersonHead } from '#web/parts/PersonHead.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatTime } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { StartPart } from './StartPart.tsx';
import { markOf, nameOfStop } from './stop.ts';
import type { StopProps } from './stop-props.ts';
import { VisitPart } from './VisitPart.tsx';
import { useFieldTranslations } from './translations.ts';

/** One stop: person and address, the route, and the available actions. */
export function StopPanel(props: StopProps): ReactNode {
  const { stop, now, onClose } = props;
  const t = useFieldTranslations();
  const translations = useTranslations('appointment').t;
  const mark = markOf(stop, now);
  const refused = stop.unsent.find(({ refusal }) => refusal !== null);
  return (
    <Panel
      title={
        <>
          <span className="ops-figures">{stop.slotFrom}</span> {nameOfStop(stop)}
        </>
      }
      width={480}
      talk={{ stream: `appointment-${stop.id}`, title: stop.ref }}
      aside={
        <StatusWord
          soft
          tone={mark === 'underWay' ? 'accent' : mark === 'late' || mark === 'missed' ? 'danger' : 'muted'}
        >
          {t(`mark.${mark}`)}
        </StatusWord>
      }
      onClose={onClose}
    >
      <div className="fd-stop">
        {refused && (
          <p className="fd-refused" role="alert">
            <IconAlertTriangle size={16} aria-hidden="true" /> {t(`sent.${refused.command}`)}:{' '}
            {refused.refusal?.message}
          </p>
        )}
        <Details {...props} />
        {stop.iTaskStatus === taskStatus.notStarted && <StartPart {...props} />}
        {stop.iTaskStatus === taskStatus.started && <VisitPart {...props} />}
        {stop.iTaskStatus === taskStatus.completed && stop.outcome && (
          <section>
            <h3>{t('outcome')}</h3>
            <p className="fd-plain">
              <strong className="ops-strong">{t(`result.${stop.outcome.result}`)}</strong>
              {stop.completedAt && <span className="ops-muted">&nbsp;· {formatTime(stop.completedAt)}</span>}
            </p>
            {stop.outcome.followUpOn && (
              <p className="fd-plain">{t('followUpOn', { date: showDay(stop.outcome.followUpOn) })}</p>
            )}
            {stop.outcome.notes && <p className="fd-plain">{stop.outcome.notes}</p>}
            <FileList files={stop.files} through={`appointment-${stop.id}`} />
          </section>
        )}
        {stop.notAtHome && (
          <section>
            <h3>{translations('notAtHome')}</h3>
            <p className="fd-plain">{stop.notAtHome}</p>
          </section>
        )}
      </div>
    </Panel>
  );
}

/** The preparatory note for this visit; a sales or orientation visit may start without it. */
function Note({ stop }: Pick<StopProps, 'stop'>): ReactNode {
  const t = useFieldTranslations();
  const feed = useFeed<NoteRow & Row>('field/notes');
  const found = useFeedRow(feed.rows, String(stop.id)) as unknown as NoteRow | undefined;
  const note = found?.note;
  if (note && (note.stage === 'ready' || note.stage === 'used'))
    return (
      <section>
        <h3>{t('preparatoryNote')}</h3>
        <p className="fd-plain">{note.text}</p>
        <p className="fd-plain ops-muted">{note.by?.name}</p>
      </section>
    );
  return stop.vAppType !== 'setup' &&
    stop.iTaskStatus === taskStatus.notStarted &&
    feed.condition === 'live' ? (
    <p className="fd-plain ops-tone-warn">{t(note?.stage === 'draft' ? 'noteDraft' : 'noteMissing')}</p>
  ) : null;
}

function Details({ stop, online }: StopProps): ReactNode {
  const t = useFieldTranslations();
  const translations = useTranslations('appointment').t;
  const { run, pending, failure } = useCommand<CommandAnswer & { readonly phone?: string }>(
    'appointment',
    'callCustomer',
  );
  const [phone, setPhone] = useState<string | null>(null);
  const { place } = stop;
  const mapped = place?.lat != null && place.lng != null;
  const call = async (): Promise<void> => {
    const answer = await run(stop.id);
    if (answer?.phone) setPhone(answer.phone);
  };
  return (
    <section>
      <p className="fd-plain">
        {translations(`type.${stop.vAppType}`)}&nbsp;· {translations(`slotType.${stop.iSlotType}`)}&nbsp;·{' '}
        <PersonHead name={stop.place?.name ?? ''} reference={stop.who} />
      </p>
      <p className="fd-plain ops-figures">
        {stop.slotFrom}–{clockTime(startsAt(stop) + stop.iMinutes * 60_000)}
      </p>
      {place && (
        <p className="fd-plain">
          <IconMapPin size={16} aria-hidden="true" /> {place.address || t('noAddress')} {place.pincode}
        </p>
      )}
      {stop.vRemarks && <blockquote className="fd-remarks">{stop.vRemarks}</blockquote>}
      <Note stop={stop} />
      <div className="fd-buttons">
        {mapped && (
          <a
            className="fd-link"
            href={`https://www.google.com/maps/dir/?api=1&destination=${place.lat},${place.lng}`}
            target="_blank"
            rel="noreferrer"
          >
            <IconMapPin size={16} aria-hidden="true" /> {t('navigate')}
          </a>
        )}
        {phone ? (
          <a className="fd-link ops-figures" href={`tel:${phone}`}>
            <IconPhone size={16} aria-hidden="true" /> {phone}
          </a>
        ) : (
          <ActionButton
            label={t('call', { phone: place?.phoneMasked ?? '' })}
            icon={<IconPhone size={16} />}
            pending={pending}
            disabled={online ? null : t('needsLine')}
            onClick={() => void call()}
          />
        )}
      </div>
      {failure && <InlineError failure={failure} />}
    </section>
  );
}
