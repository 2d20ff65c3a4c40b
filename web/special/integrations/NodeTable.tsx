import type { ReactNode } from 'react';
import { headOf } from '#shared/core/cut.ts';
import type { Figures, NodeShown } from '#shared/operations.ts';
import { Age } from '#web/parts/Age.tsx';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { useIntegrationTranslations } from './translations.ts';

const tones: Readonly<Record<NodeShown['state'], Tone>> = { up: 'ok', leaving: 'info', gone: 'danger' };

/** Every node on this store: alive or not, its load, its lag; and the queue they share. */
export function NodeTable({ figures }: { figures: Figures }): ReactNode {
  const t = useIntegrationTranslations();
  const { nodes, queue, leaders } = figures;
  const head = Math.max(figures.position, ...nodes.map((node) => node.position));
  const version = nodes.find((node) => node.here)?.version;
  const inputs = leaders.find((leader) => leader.name === 'services');
  return (
    <section className="in-section">
      <h2>{t('nodes.title')}</h2>
      <FigureTable
        label={t('nodes.title')}
        rows={nodes}
        id={(node) => node.id}
        columns={[
          {
            key: 'node',
            label: t('nodes.node'),
            cell: (node) => (
              <>
                <strong className="ops-code">{headOf(node.id, 8)}</strong>{' '}
                {node.here && <span className="in-here">{t('nodes.here')}</span>}
                {node.address && <span className="in-error ops-code">{node.address}</span>}
              </>
            ),
          },
          {
            key: 'state',
            label: t('nodes.state'),
            cell: (node) => (
              <StatusWord tone={tones[node.state]} dot>
                {t(`nodes.${node.state}`)}
              </StatusWord>
            ),
          },
          {
            key: 'does',
            label: t('nodes.does'),
            cell: (node) => (
              <>
                {node.roles.join(', ')}
                {inputs?.node === node.id && <span className="in-error">{t('nodes.asks')}</span>}
              </>
            ),
          },
          {
            key: 'version',
            label: t('house.version'),
            cell: (node) =>
              node.version === version ? node.version : <StatusWord tone="warn">{node.version}</StatusWord>,
          },
          { key: 'started', label: t('house.started'), cell: (node) => <Age at={node.startedAt} /> },
          { key: 'seen', label: t('nodes.seen'), cell: (node) => <Age at={node.seenAt} long /> },
          {
            key: 'lag',
            label: t('views.lag'),
            figures: true,
            cell: (node) =>
              head > node.position
                ? t('views.events', { n: formatNumber(head - node.position) })
                : t('views.level'),
          },
          {
            key: 'sockets',
            label: t('house.sockets'),
            figures: true,
            cell: (node) => formatNumber(node.sockets),
          },
          {
            key: 'loop',
            label: t('house.loop'),
            figures: true,
            cell: (node) => (
              <StatusWord tone={node.loopMs > 50 ? 'warn' : 'ok'}>
                {t('house.ms', { n: formatNumber(node.loopMs, 0) })}
              </StatusWord>
            ),
          },
          {
            key: 'memory',
            label: t('house.memory'),
            figures: true,
            cell: (node) => t('house.mb', { n: formatNumber(node.rssBytes / 1_048_576, 0) }),
          },
        ]}
      />
      <dl className="in-figures">
        <div>
          <dt>{t('queue.on')}</dt>
          <dd>
            <StatusWord tone={queue.counts ? 'ok' : 'warn'} dot>
              {t(`queue.${queue.on}`)}
              {queue.counts ? '' : ` · ${t('queue.away')}`}
            </StatusWord>
          </dd>
        </div>
        {queue.counts &&
          (['waiting', 'active', 'delayed', 'failed'] as const).map((state) => (
            <div key={state}>
              <dt>{t(`queue.${state}`)}</dt>
              <dd className="ops-figures">
                {state === 'failed' && queue.counts!.failed > 0 ? (
                  <StatusWord tone="warn">{formatNumber(queue.counts!.failed)}</StatusWord>
                ) : (
                  formatNumber(queue.counts![state])
                )}
              </dd>
            </div>
          ))}
      </dl>
      {inputs && inputs.node === null && (
        <p className="in-note">
          <StatusWord tone="danger">{t('nodes.nobodyAsks')}</StatusWord>
        </p>
      )}
      {!queue.counts && <p className="in-note">{t('queue.awayNote')}</p>}
    </section>
  );
}
