import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SourceHealth, SourceState } from '#shared/wire.ts';
import { formatMoment, formatSeconds } from '#web/words/formats.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useFrame } from '#web/words/words.ts';
import { Age } from './Age.tsx';
import { StatusWord } from './StatusWord.tsx';
import type { Tone } from './StatusWord.tsx';

/** `away`: the line stands, but the house's store does not answer, so nothing new can come. */
type Standing = 'connecting' | 'live' | 'away' | 'stale' | 'lost' | 'denied';

const standings: Readonly<Record<Standing, { tone: Tone; shape: string }>> = {
  connecting: { tone: 'muted', shape: 'ring' },
  live: { tone: 'ok', shape: 'full' },
  away: { tone: 'warn', shape: 'half' },
  stale: { tone: 'warn', shape: 'half' },
  lost: { tone: 'danger', shape: 'cross' },
  denied: { tone: 'danger', shape: 'ring' },
};
const sourceLooks: Readonly<Record<SourceState, { tone: Tone; shape: string }>> = {
  live: { tone: 'ok', shape: 'full' },
  late: { tone: 'warn', shape: 'ring' },
  stale: { tone: 'warn', shape: 'half' },
  down: { tone: 'danger', shape: 'cross' },
};

function Dot({ tone, shape }: { tone: Tone; shape: string }): ReactNode {
  return <span className={`ops-dot ops-tone-${tone}`} data-shape={shape} aria-hidden="true" />;
}

export interface FreshnessProps {
  readonly standing: Standing;
  /** Server ms since when it stands so. */
  readonly since: number;
  readonly sources: readonly SourceHealth[];
}

/** How fresh what is shown is: the line to the server and each base service behind it, with ages; details on a click. */
export function Freshness({ standing, since, sources }: FreshnessProps): ReactNode {
  const t = useFrame();
  const troubled = sources.filter((source) => source.state !== 'live');
  const look = standings[standing];
  const line = t(`feed.${standing}`, { time: formatSeconds(since) });
  return (
    <Popover position="bottom-end" withinPortal>
      <Popover.Target>
        <button type="button" className="ops-freshness-button ops-freshness" title={t('freshness')}>
          <StatusWord tone={look.tone}>
            <Dot {...look} />
            {line}
          </StatusWord>
          {troubled.map((source) => (
            <StatusWord key={source.service} tone={sourceLooks[source.state].tone}>
              <Dot {...sourceLooks[source.state]} />
              {sourceLine(t, source)}
            </StatusWord>
          ))}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="ops-freshness-sources">
          <strong className="ops-strong" style={{ gridColumn: '1 / -1' }}>
            {t('source.heading')}
          </strong>
          {sources.map((source) => (
            <SourceLine key={source.service} source={source} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function sourceLine(t: ReturnType<typeof useFrame>, source: SourceHealth): string {
  return t('source.state', {
    service: t(`service.${source.service}`),
    state: t(`source.${source.state}`, { time: formatMoment(source.since, serverClock.now()) }),
  });
}

function SourceLine({ source }: { source: SourceHealth }): ReactNode {
  const t = useFrame();
  const look = sourceLooks[source.state];
  return (
    <>
      <StatusWord tone={look.tone}>
        <Dot {...look} />
        {t(`service.${source.service}`)}
      </StatusWord>
      <span className="ops-muted">
        {t(`source.${source.state}`, { time: formatMoment(source.since, serverClock.now()) })}
        {source.state !== 'live' && (
          <>
            {' '}
            · <Age at={source.since} />
          </>
        )}
      </span>
    </>
  );
}
