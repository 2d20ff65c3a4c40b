import type { ReactNode } from 'react';
import type { Figures, Health } from '#shared/operations.ts';
import { Age } from '#web/parts/Age.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { useIntegrationTranslations } from './translations.ts';

/** Figures of the responding node: log position, backlog, event-loop delay and memory. */
export function SystemFigures({ health, figures }: { health: Health; figures: Figures }): ReactNode {
  const t = useIntegrationTranslations();
  const behind = figures.position - figures.policies;
  const { jobs } = figures;
  const loop = health.eventLoopMs.p99;
  const unsealed = (['log', 'access'] as const).filter((chain) => health.seals[chain].broken);
  const jobTone: Tone = jobs.dead > 0 ? 'danger' : jobs.overdue > 0 ? 'warn' : 'ok';
  return (
    <section className="in-section">
      <h2>{t('house.title')}</h2>
      <dl className="in-figures">
        <Figure label={t('house.version')}>{health.version}</Figure>
        <Figure label={t('house.roles')}>{health.roles.join(', ')}</Figure>
        <Figure label={t('house.started')}>
          <Age at={health.startedAt} />
        </Figure>
        <Figure label={t('house.store')}>{t(`house.${health.store.mode}`)}</Figure>
        <Figure label={t('house.durability')}>
          <StatusWord tone={health.store.durability === 'power-safe' ? 'ok' : 'danger'}>
            {t(`house.safe.${health.store.durability ?? 'unknown'}`)}
          </StatusWord>
        </Figure>
        <Figure label={t('house.position')}>{formatNumber(figures.position)}</Figure>
        <Figure label={t('house.seals')}>
          {unsealed.map((chain) => (
            <StatusWord key={chain} tone="danger">
              {t(`house.unsealed.${chain}`, { n: formatNumber(health.seals[chain].broken!.position) })}
            </StatusWord>
          ))}
          {(['log', 'access'] as const)
            .filter((chain) => health.chains[chain].broken !== null)
            .map((chain) => (
              <StatusWord key={`chain ${chain}`} tone="danger">
                {t(`house.changed.${chain}`, { n: formatNumber(health.chains[chain].broken!) })}
              </StatusWord>
            ))}
          {unsealed.length === 0 && (
            <StatusWord tone="ok">
              {t('house.sealed', { n: formatNumber(health.seals.log.position) })}
            </StatusWord>
          )}
        </Figure>
        <Figure label={t('house.policies')}>
          <StatusWord tone={behind > 100 ? 'warn' : 'ok'}>
            {behind > 0 ? t('house.behind', { n: formatNumber(behind) }) : t('house.level')}
          </StatusWord>
        </Figure>
        <Figure label={t('house.jobs')}>
          {formatNumber(jobs.waiting)}
          {jobs.overdue > 0 && (
            <>
              {' '}
              ·{' '}
              <StatusWord tone={jobTone}>{t('house.overdue', { n: formatNumber(jobs.overdue) })}</StatusWord>
            </>
          )}
          {jobs.dead > 0 && (
            <>
              {' '}
              · <StatusWord tone="danger">{t('house.deadJobs', { n: formatNumber(jobs.dead) })}</StatusWord>
            </>
          )}
        </Figure>
        <Figure label={t('house.sockets')}>
          {formatNumber(health.connections.socketIo + health.connections.raw)}
        </Figure>
        <Figure label={t('house.clock')}>
          {health.clock.off.map((of) => (
            <StatusWord key={of} tone="danger">
              {t(`house.clockOff.${of}`, { n: formatNumber(health.clock.offsetMs[of]!, 0) })}
            </StatusWord>
          ))}
          {health.clock.off.length === 0 && <StatusWord tone="ok">{t('house.clockRight')}</StatusWord>}
        </Figure>
        <Figure label={t('house.loop')}>
          <StatusWord tone={loop > 50 ? 'warn' : 'ok'}>
            {t('house.ms', { n: formatNumber(loop, 0) })}
          </StatusWord>
        </Figure>
        <Figure label={t('house.memory')}>
          {t('house.mb', { n: formatNumber(health.memory.rss / 1_048_576, 0) })}
        </Figure>
      </dl>
    </section>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="ops-figures">{children}</dd>
    </div>
  );
}
