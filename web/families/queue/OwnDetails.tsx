import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { textOf } from '#web/parts/grid/column.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useFrame, useTranslations } from '#web/locales/translations.ts';
import { gridColumns } from './columns.ts';
import { useNames } from './places.ts';
import { useQueueTranslations } from './translations.ts';

/** The columns declared for the panel, as labelled values. */
export function OwnDetails({ def, row, at }: { def: QueueDef; row: QueueRow; at: number | null }): ReactNode {
  const own = useTranslations(def.name).t;
  const t = useQueueTranslations();
  const frame = useFrame();
  const { place, language } = useNames();
  const now = useServerSecond();
  const columns = useMemo(
    () => gridColumns(def, { own, t, place, language, feed: null, at, narrow: false }),
    [def, own, t, place, language, at],
  );
  const named = (def.panel ?? []).flatMap((key) => columns.find((column) => column.key === key) ?? []);
  if (named.length === 0) return null;
  return (
    <dl className="qu-own">
      {named.map((column) => (
        <div key={column.key}>
          <dt>{column.label}</dt>
          <dd>
            {column.render?.(row) ??
              (textOf(column, row, now, { yes: frame('yes'), no: frame('no') }) || '–')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
