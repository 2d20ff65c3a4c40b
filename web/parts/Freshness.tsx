import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SourceHealth, SourceState } from '#shared/wire.ts';
import { formatMoment, formatSeconds } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useFrame } from '#web/locales/translations.ts';
import { Age } from './Age.tsx';
import { StatusWord } from './StatusWord.tsx';
import type { Tone } from './StatusWord.tsx';

/** `away`: connected, but the server's store is unavailable, so nothing new can arrive. */
type Condition = 'connecting' | 'live' | 'away' | 'stale' | 'lost' | 'denied';

const standings: Readonly<Record<Condition, { tone: Tone; shape: string }>> = {
  connecting: { tone: 'muted', shape: 'ring' },
  live: { tone: 'ok', shape: 'full' },
  away: { tone: 'warn', shape: 'half' },
  stale: { tone: 'warn', shape: 'half' },
  lost: { tone: 'danger', shape: 'cross' },
  denied: { tone: 'danger', shape: 'ring' },
};
const sourceTones: Readonly<Record<SourceState, { tone: Tone; shape: string }>> = {
  live: { tone: 'ok', shape: 'full' },
  late: { tone: 'warn', shape: 'ring' },
  stale: { tone: 'warn', shape: 'half' },
  down: { tone: 'danger', shape: 'cross' },
};

function Dot({ tone, shape }: { tone: Tone; shape: string }): ReactNode {
  return <span className={`ops-dot ops-tone-${tone}`} data-shape={shape} aria-hidden="true" />;
}

export interface FreshnessProps {
  readonly condition: Condition;
  /** Start of this condition, server ms. */
  readonly since: number;
  readonly sources: readonly SourceHealth[];
}

/**
 * Freshness of the shown rows: the connection to the server and each base service behind it, with ages;
 * details on click.
 */
export function Freshness({ condition, since, sources }: FreshnessProps): ReactNode {
  const t = useFrame();
  const troubled = sources.filter((source) => source.state !== 'live');
  const appearance = standings[condition];
  const line = t(`feed.${condition}`, { time: formatSeconds(since) });
  return (
    <Popover position="bottom-end" withinPortal>
      <Popover.Target>
        <button type="button" className="ops-freshness-button ops-freshness" title={t('freshness')}>
          <StatusWord tone={appearance.tone}>
            <Dot {...appearance} />
            {line}
          </StatusWord>
          {troubled.map((source) => (
            <StatusWord key={source.service} tone={sourceTones[source.state].tone}>
              <Dot {...sourceTones[source.state]} />
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
  const appearance = sourceTones[source.state];
  return (
    <>
      <StatusWord tone={appearance.tone}>
        <Dot {...appearance} />
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
