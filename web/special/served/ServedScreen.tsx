import { useState } from 'react';
import type { ReactNode } from 'react';
import { businessDay } from '#shared/core/day.ts';
import { skipsOn, type Served } from '#shared/streams/calls/call/caller.ts';
import { callLimits } from '#shared/streams/calls/call/limits.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { CalleePart } from '#web/parts/call/CalleePart.tsx';
import { useOwnCall } from '#web/parts/call/use-own-call.ts';
import { useCommands } from '#web/parts/commands/use-commands.ts';
import { ReasonDialog } from '#web/parts/send/ReasonDialog.tsx';
import { Freshness } from '#web/parts/Freshness.tsx';
import { DeniedState, InlineError } from '#web/parts/states.tsx';
import { formatCountdown, formatInstant } from '#web/locales/formats.ts';
import { serverClock, useServerSecond } from '#web/locales/server-clock.ts';
import { useServing } from './use-serving.ts';
import { useServedTranslations } from './translations.ts';
import './served.css';

type Desk = ReturnType<typeof useServing>;

/** One item at a time: why this one, a preview, the call, its disposition, the next. */
export function ServedScreen(): ReactNode {
  const t = useServedTranslations();
  const { call } = useOwnCall();
  const desk = useServing(call !== null);
  const { serving, feed } = desk;
  const served = call ? null : (serving?.served ?? null);
  const idle = !call && !served;
  useCommands([
    {
      id: 'served.next',
      label: t('next'),
      keys: 'n',
      scope: 'screen',
      permitted: idle && !serving?.paused,
      run: desk.next,
    },
    {
      id: 'served.resume',
      label: t('resume'),
      keys: 'r',
      scope: 'screen',
      permitted: idle && serving?.paused === true,
      run: desk.resume,
    },
  ]);
  useCommands([
    {
      id: 'served.stop',
      label: t('stop'),
      keys: 'x',
      scope: 'screen',
      permitted: desk.taking,
      run: desk.stop,
    },
  ]);
  if (feed.condition === 'denied') return <DeniedState>{feed.message || undefined}</DeniedState>;
  return (
    <div className="sv-screen">
      <div className="sv-top">
        <Tallies desk={desk} />
        <span className="sv-end">
          {desk.taking && <ActionButton label={t('stop')} keys="x" onClick={desk.stop} />}
          <Freshness {...feed.freshness} />
        </span>
      </div>
      <div className="sv-body">
        {desk.failure && <InlineError failure={desk.failure} onDismiss={desk.dismiss} />}
        {call && (
          <section className="sv-card">
            <h2>{t(call.endedAt === null ? 'talking' : 'wrapUp', { name: call.name })}</h2>
            <p className="ops-muted">
              <span className="ops-code">{call.subjectRef}</span> · {t('onCallText')}
            </p>
            <CalleePart
              subject={call.subject}
              stamp={`${call.id} ${call.stage === 'done'}`}
              script={call.endedAt === null}
            />
          </section>
        )}
        {served && <Preview key={served.leaseId} served={served} desk={desk} />}
        {idle && <Idle desk={desk} />}
      </div>
    </div>
  );
}

function Tallies({ desk: { serving } }: { desk: Desk }): ReactNode {
  const t = useServedTranslations();
  const skips = serving ? skipsOn(serving, businessDay(serverClock.now())) : 0;
  return (
    <span className="sv-tallies ops-muted ops-figures">
      {skips > 0 && <span>{t('skipped', { n: skips })}</span>}
      {serving && serving.misses > 0 && (
        <span className="ops-tone-warn">{t('missed', { n: serving.misses })}</span>
      )}
    </span>
  );
}

function Idle({ desk }: { desk: Desk }): ReactNode {
  const t = useServedTranslations();
  const paused = desk.serving?.paused === true;
  const key = paused ? 'paused' : desk.nothing ? 'none' : desk.taking ? 'coming' : 'ready';
  return (
    <section className="sv-card sv-idle">
      <h2>{t(key)}</h2>
      <p className="ops-muted">{t(`${key}Text`)}</p>
      {paused ? (
        <ActionButton
          primary
          label={t('resume')}
          keys="r"
          pending={desk.pending === 'resume'}
          onClick={desk.resume}
        />
      ) : (
        !desk.taking && (
          <ActionButton
            primary
            label={t('next')}
            keys="n"
            pending={desk.pending === 'next'}
            onClick={desk.next}
          />
        )
      )}
    </section>
  );
}

function Preview({ served, desk }: { served: Served; desk: Desk }): ReactNode {
  const t = useServedTranslations();
  const now = useServerSecond();
  const [skipping, setSkipping] = useState(false);
  const left = Math.max(0, Date.parse(served.previewUntil) - now);
  const call = (): void => desk.call(served.subject);
  useCommands([
    { id: 'served.call', label: t('call'), keys: 'd', scope: 'screen', run: call },
    { id: 'served.skip', label: t('skip'), keys: 's', scope: 'screen', run: () => setSkipping(true) },
  ]);
  const said = Object.fromEntries(
    Object.entries(served.values).map(([key, value]) => [
      key,
      key === 'at' || key === 'since' ? formatInstant(String(value)) : value,
    ]),
  );
  return (
    <section className="sv-card">
      <div className="sv-head">
        <h2>
          {served.name} <span className="ops-code ops-muted">{served.ref}</span>
        </h2>
        <span className={`sv-left ops-figures${left < 6_000 ? ' ops-tone-danger' : ''}`} role="timer">
          {t('preview', { time: formatCountdown(left) })}
        </span>
      </div>
      <progress className="sv-run" max={callLimits.previewMs} value={left} aria-hidden="true" />
      <p className="sv-why">
        <b>{t('why')}</b> {t(served.why as 'served.age', said)}
      </p>
      <div className="sv-actions">
        <ActionButton primary label={t('call')} keys="d" pending={desk.pending === 'call'} onClick={call} />
        <ActionButton
          label={t('skip')}
          keys="s"
          pending={desk.pending === 'skip'}
          onClick={() => setSkipping(true)}
        />
      </div>
      <CalleePart subject={served.subject} stamp={served.leaseId} script />
      {skipping && <SkipDialog served={served} desk={desk} onClose={() => setSkipping(false)} />}
    </section>
  );
}

function SkipDialog({
  served,
  desk,
  onClose,
}: {
  served: Served;
  desk: Desk;
  onClose: () => void;
}): ReactNode {
  const t = useServedTranslations();
  return (
    <ReasonDialog
      about={['served.skip', served.leaseId]}
      title={t('skipWhy', { ref: served.ref })}
      verb={t('skip')}
      least={3}
      sending={{ pending: desk.pending === 'skip', failure: desk.failure }}
      send={desk.skip}
      done={t('skipDone', { ref: served.ref })}
      onClose={onClose}
    />
  );
}
