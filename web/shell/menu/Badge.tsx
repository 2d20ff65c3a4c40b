import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';
import { inPart } from '#web/families/approval/standing.ts';
import { useFeed } from '#web/live/use-feed.ts';
import { useShell } from '../words.ts';

/** What waits for the person who looks; in a feed that is not named here every row does. */
const waits: readonly (readonly [feed: RegExp, waiting: (row: object) => boolean])[] = [
  [/^notifications\/me$/, (row) => (row as NoticeRow).readAt === null],
  [/^approvals\//, (row) => inPart(row as ApprovalRow, 'decide')],
];

/** The live number of rows of a feed that wait; nothing while it is unknown, so that no old number stands there. */
export function Badge({ feed }: { feed: string }): ReactNode {
  const t = useShell();
  const { rows, standing } = useFeed(feed);
  const waiting = waits.find(([name]) => name.test(feed))?.[1];
  const count = useSyncExternalStore(rows.subscribe, () => (waiting ? [...rows.all()].filter(waiting).length : rows.rows.size));
  if (standing !== 'live' || count === 0) return null;
  return (
    <span className="sh-badge ops-figures" aria-label={t('badge', { count })}>
      {count > 999 ? '999+' : count}
    </span>
  );
}
