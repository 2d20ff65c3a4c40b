import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';
import { inPart } from '#web/families/approval/stage.ts';
import { useFeed } from '#web/live/use-feed.ts';
import { useShell } from '../translations.ts';

/** Which rows count for the viewer; in a feed not named here, every row does. */
const waits: readonly (readonly [feed: RegExp, waiting: (row: object) => boolean])[] = [
  [/^notifications\/me$/, (row) => (row as NoticeRow).readAt === null],
  [/^approvals\//, (row) => inPart(row as ApprovalRow, 'decide')],
];

/** Live number of counted rows of a feed; renders nothing while it is unknown. */
export function Badge({ feed }: { feed: string }): ReactNode {
  const t = useShell();
  const { rows, condition } = useFeed(feed);
  const waiting = waits.find(([name]) => name.test(feed))?.[1];
  const count = useSyncExternalStore(rows.subscribe, () =>
    waiting ? [...rows.all()].filter(waiting).length : rows.rows.size,
  );
  if (condition !== 'live' || count === 0) return null;
  return (
    <span className="sh-badge ops-figures" aria-label={t('badge', { count })}>
      {count > 999 ? '999+' : count}
    </span>
  );
}
