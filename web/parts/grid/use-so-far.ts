import type { FeedRows, Row } from '#web/live/rows.ts';
import { useArriving } from '#web/live/use-feed.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';

/** Whether all rows of a feed are here, so that they can be counted, and else how far they have arrived, in words. */
export function useSoFar<R extends Row>(
  rows: FeedRows<R>,
): { readonly complete: boolean; readonly soFar: string | null } {
  const t = useFrame();
  const { complete, arriving } = useArriving(rows);
  const soFar =
    arriving &&
    t('grid.arriving', { here: formatNumber(arriving.here), total: formatNumber(arriving.total) });
  return { complete, soFar };
}
