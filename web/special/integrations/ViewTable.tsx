import type { ReactNode } from 'react';
import type { Figures, Health } from '#shared/operations.ts';
import { FigureTable } from '#web/parts/FigureTable.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatInstant, formatNumber } from '#web/locales/formats.ts';
import { useIntegrationTranslations } from './translations.ts';

/**
 * Each view's lag behind the log, its checkpoint's lag behind that, the events it could not take, and when it
 * was last rebuilt.
 */
export function ViewTable({ health, figures }: { health: Health; figures: Figures }): ReactNode {
  const t = useIntegrationTranslations();
  const events = (n: number): string =>
    n > 0 ? t('views.events', { n: formatNumber(n) }) : t('views.level');
  const rows = figures.views.map((view) => {
    const held = health.views.find((one) => one.name === view.name);
    return {
      ...view,
      rows: held?.rows ?? null,
      lag: held?.behind ?? null,
      still: held?.still ?? false,
      unsaved: held?.saved == null ? null : Math.max(0, held.position - held.saved),
    };
  });
  return (
    <section className="in-section">
      <h2>{t('views.title')}</h2>
      <FigureTable
        label={t('views.title')}
        rows={rows}
        id={(row) => row.name}
        columns={[
          {
            key: 'view',
            label: t('views.view'),
            cell: (row) => <span className="ops-code">{row.name}</span>,
          },
          {
            key: 'rows',
            label: t('views.rows'),
            figures: true,
            cell: (row) => (row.rows === null ? t('views.table') : formatNumber(row.rows)),
          },
          {
            key: 'lag',
            label: t('views.lag'),
            figures: true,
            cell: (row) =>
              row.lag === null ? (
                '–'
              ) : (
                <StatusWord tone={row.still ? 'danger' : row.lag > 100 ? 'warn' : 'ok'}>
                  {row.still ? t('views.still', { n: formatNumber(row.lag) }) : events(row.lag)}
                </StatusWord>
              ),
          },
          {
            key: 'unsaved',
            label: t('views.unsaved'),
            figures: true,
            cell: (row) => (row.unsaved === null ? '–' : events(row.unsaved)),
          },
          {
            key: 'aside',
            label: t('views.aside'),
            figures: true,
            cell: (row) => (
              <StatusWord tone={row.setAside > 0 ? 'danger' : 'ok'}>{events(row.setAside)}</StatusWord>
            ),
          },
          { key: 'rebuilt', label: t('views.rebuilt'), cell: (row) => formatInstant(row.rebuiltAt) },
        ]}
      />
    </section>
  );
}
