import type { ReactNode } from 'react';
import type { RequestedPoll, Figures, Health } from '#shared/operations.ts';
import type { SourceState } from '#shared/wire.ts';
import { usePolls } from '#web/live/polls.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Age } from '#web/parts/Age.tsx';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { formatNumber } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { useIntegrationTranslations } from './translations.ts';

const appearances: Readonly<Record<SourceState, { readonly tone: Tone; readonly shape: string }>> = {
  live: { tone: 'ok', shape: 'full' },
  late: { tone: 'warn', shape: 'ring' },
  stale: { tone: 'warn', shape: 'half' },
  down: { tone: 'danger', shape: 'cross' },
};

/** Each base service: its state and since when, the result of the last full poll, the rate of webhooks. */
export function ServiceTable({ health, figures }: { health: Health; figures: Figures }): ReactNode {
  const t = useIntegrationTranslations();
  const frame = useFrame();
  const polls = usePolls(true);
  const rows = health.sources.services.map((one) => {
    const lists = health.sources.lists.filter((list) => list.service === one.service);
    const polled =
      lists
        .map((list) => list.polledAt)
        .filter((at) => at !== null)
        .toSorted()
        .at(-1) ?? null;
    return {
      ...one,
      polled,
      drift: lists.reduce((sum, list) => sum + list.drift, 0),
      missed: lists.reduce((sum, list) => sum + list.missedByWebhook, 0),
      hides: lists.some((list) => list.pageLimitReached),
      webhooks: figures.webhooksPerMinute[one.service] ?? 0,
    };
  });
  return (
    <section className="in-section">
      <h2>{t('services.title')}</h2>
      {polls.failure && <InlineError failure={polls.failure} onDismiss={polls.dismiss} />}
      <FigureTable
        label={t('services.title')}
        rows={rows}
        id={(row) => row.service}
        columns={[
          {
            key: 'service',
            label: t('services.service'),
            cell: (row) => <strong>{frame(`service.${row.service}`)}</strong>,
          },
          {
            key: 'state',
            label: t('services.state'),
            cell: (row) => (
              <>
                <StatusWord tone={appearances[row.state].tone}>
                  <span className="ops-dot" data-shape={appearances[row.state].shape} aria-hidden="true" />
                  {t(`state.${row.state}`)}
                </StatusWord>
                {row.hides && (
                  <>
                    {' '}
                    <StatusWord tone="warn" soft>
                      {t('services.limit')}
                    </StatusWord>
                  </>
                )}
                {row.lastError !== null && <span className="in-error">{row.lastError}</span>}
              </>
            ),
          },
          { key: 'since', label: t('services.since'), cell: (row) => <Age at={row.since} /> },
          { key: 'lives', label: t('services.lives'), cell: (row) => t(`services.${row.lives}`) },
          {
            key: 'polled',
            label: t('services.polled'),
            cell: (row) => (row.polled ? <Age at={row.polled} long /> : '–'),
          },
          {
            key: 'webhooks',
            label: t('services.webhooks'),
            figures: true,
            cell: (row) => formatNumber(row.webhooks, 1),
          },
          {
            key: 'missed',
            label: t('services.missed'),
            figures: true,
            cell: (row) => (row.lives === 'outside' ? formatNumber(row.missed) : '–'),
          },
          {
            key: 'drift',
            label: t('services.drift'),
            figures: true,
            cell: (row) => (row.lives === 'outside' ? formatNumber(row.drift) : '–'),
          },
          {
            key: 'poll',
            label: t('poll.now'),
            act: true,
            cell: ({ service, lives }) => {
              const prompted = polls.of(service);
              const off = prompted?.running ? t('poll.running', { by: prompted.askedBy ?? '' }) : null;
              return (
                lives === 'outside' && (
                  <>
                    <ActionButton
                      compact
                      label={t('poll.now')}
                      pending={polls.prompting === service}
                      disabled={off}
                      onClick={() => polls.prompt(service)}
                    />
                    {prompted?.askedAt && <Prompted row={prompted} />}
                  </>
                )
              );
            },
          },
        ]}
      />
      <p className="in-note">{t('services.note')}</p>
    </section>
  );
}

/** Who requested the last poll, and its result. */
function Prompted({ row: { running, end, askedBy, askedAt } }: { row: RequestedPoll }): ReactNode {
  const t = useIntegrationTranslations();
  const text = running
    ? t('poll.reading')
    : end === null
      ? t('poll.lost')
      : end.ok
        ? t('poll.read', { applied: String(end.applied), items: String(end.items) })
        : t('poll.failed', { error: end.error });
  return (
    <span className={end?.ok === false ? 'in-error' : 'in-asked'} role="status">
      {text} {askedBy} <Age at={askedAt!} long />
    </span>
  );
}
