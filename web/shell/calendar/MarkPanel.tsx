import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { clockTime, showDay } from '#shared/core/day.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { pages } from '../pages.ts';
import type { Item } from './items.ts';
import { dayOf } from './items.ts';
import { useCalendarTranslations } from './translations.ts';

/** A holiday, event, blocked hours or callback: what, when, and a link to its screen. */
export function MarkPanel({
  item,
  onClose,
}: {
  item: Extract<Item, { is: 'mark' }>;
  onClose: () => void;
}): ReactNode {
  const t = useCalendarTranslations();
  const { row } = item;
  const page =
    row.queue === null ? undefined : [...pages.values()].find((one) => one.feed === `queue/${row.queue}`);
  const when = item.whole
    ? row.day === row.until
      ? showDay(row.day)
      : `${showDay(row.day)} – ${showDay(row.until)}`
    : `${showDay(dayOf(item))} ${clockTime(item.from)}${row.at === null ? ` – ${clockTime(item.to)}` : ''}`;
  return (
    <Panel title={item.title} onClose={onClose} width={340}>
      <dl className="cal-facts">
        <div>
          <dt>{t('kind')}</dt>
          <dd>{t(`layer.${item.layer}`)}</dd>
        </div>
        <div>
          <dt>{t('date')}</dt>
          <dd className="ops-figures">{when}</dd>
        </div>
      </dl>
      {page && row.row !== null && (
        <Link className="cal-link" to={`${page.path}?row=${encodeURIComponent(row.row)}`}>
          {t('openCallback')}
        </Link>
      )}
    </Panel>
  );
}
