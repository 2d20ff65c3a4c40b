import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { CalleeDetails, EarlierCall } from '#shared/wire.ts';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import { usePerson } from '#web/live/person.ts';
import { useQuery } from '#web/live/query.ts';
import { IconPlayerPlay } from '#web/parts/icons.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';
import { formatCountdown, formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { OwnHours } from './OwnHours.tsx';
import { RecordingPlayer } from './RecordingPlayer.tsx';
import { useCallTranslations } from './translations.ts';
import './call.css';

/** One person before a call; reloaded whenever `stamp` changes. */
export function useCallee(subject: string | null, stamp: string) {
  return useQuery<CalleeDetails>({
    queryKey: ['calls', 'about', subject, stamp],
    enabled: subject !== null,
    staleTime: 0,
    queryFn: ({ signal }) => api.get<CalleeDetails>(`/calls/about/${subject ?? ''}`, { signal }),
  });
}

/** Whether and why they may be called, the script, and the outcomes of earlier calls. */
export function CalleePart({
  subject,
  stamp,
  script = false,
}: {
  subject: string;
  stamp: string;
  script?: boolean;
}): ReactNode {
  const query = useCallee(subject, stamp);
  const { refetch } = query;
  if (query.isError && !query.data)
    return <ErrorState failure={failureOf(query.error)} onRetry={() => void refetch()} />;
  if (!query.data) return <Skeleton rows={6} />;
  const facts = query.data;
  return (
    <div className="cb-facts">
      <Shut facts={facts} />
      <OwnHours facts={facts} onSet={() => void refetch()} />
      {script && <Script facts={facts} />}
      <Earlier calls={facts.calls} />
    </div>
  );
}

function Shut({ facts }: { facts: CalleeDetails }): ReactNode {
  const t = useCallTranslations();
  const { name } = usePerson();
  // One's own call is in the bar.
  if (facts.busyWith === name) return null;
  const text = facts.busyWith ? t('busyWith', { name: facts.busyWith }) : facts.shut?.message;
  return text ? <p className="cb-shut ops-tone-warn">{text}</p> : null;
}

const scripts = ['lead', 'callback', 'signup-verify'] as const;

function Script({ facts }: { facts: CalleeDetails }): ReactNode {
  const t = useCallTranslations();
  const { name } = usePerson();
  const purpose = scripts.find((one) => one === facts.purpose) ?? 'adhoc';
  return (
    <section className="cb-script">
      <h3>{t('script')}</h3>
      {t(`script.${purpose}`, { agent: name, interest: t('medicines') })}
    </section>
  );
}

function Earlier({ calls }: { calls: readonly EarlierCall[] }): ReactNode {
  const t = useCallTranslations();
  const [playing, setPlaying] = useState<EarlierCall | null>(null);
  useEffect(() => setPlaying(null), [calls]);
  return (
    <section>
      <h3>{t('earlier')}</h3>
      {calls.length === 0 ? (
        <p className="ops-muted">{t('noEarlier')}</p>
      ) : (
        <ul className="cb-earlier">
          {calls.map((call) => (
            <Line
              key={call.id}
              call={call}
              playing={playing?.id === call.id}
              onPlay={() => setPlaying(call)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({
  call,
  playing,
  onPlay,
}: {
  call: EarlierCall;
  playing: boolean;
  onPlay: () => void;
}): ReactNode {
  const t = useCallTranslations();
  const say = useTranslations('call').t;
  return (
    <li>
      <b>{call.code ? say(`disposition.${call.code}`) : t('inProgress')}</b>{' '}
      <span className="ops-muted ops-figures">
        {t('earlierBy', { agent: call.agent, time: formatInstant(call.at) })}
        {call.talkSec > 0 && ` · ${formatCountdown(call.talkSec * 1000)}`} ·{' '}
        <span className="ops-code">{call.ref}</span>
      </span>
      {call.notes && <p>{call.notes}</p>}
      {playing ? (
        <RecordingPlayer callId={call.id} label={t('playing', { ref: call.ref })} />
      ) : (
        call.recorded && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlayerPlay size={14} />}
            onClick={onPlay}
          >
            {t('play')}
          </Button>
        )
      )}
    </li>
  );
}
