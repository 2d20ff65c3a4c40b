import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Age, Countdown } from '#web/parts/Age.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useMe } from '../me.ts';
import type { MenuItem } from '../menu/menu.ts';
import { inboxItems } from '../notices/inbox.ts';
import { nextFirst } from './load.ts';
import { WithRefs } from './WithRefs.tsx';
import { NoticeIcon } from '../notices/NoticeIcon.tsx';
import { routeOf, useNotices, useNoticeText } from '../notices/use-notices.ts';
import { useStart } from './translations.ts';
import type { DocumentsWaiting } from './waiting-documents.ts';

type Held = Pick<QueueRow, keyof QueueRow>;
const most = 6;

/** My claimed rows of one queue; renders nothing while there are none. */
function HeldRows({ queue, feed: name }: { queue: MenuItem; feed: string }): ReactNode {
  const t = useStart();
  const { empId } = useMe();
  const feed = useFeed<Held>(name);
  const rows = useFeedRows(feed.rows);
  return rows
    .filter(({ holder, undoUntil }) => holder?.empId === empId && undoUntil === null)
    .map((row) => (
      <li key={row.id} className="st-line">
        <Link to={`${queue.state}?row=${row.id}`}>
          <span className="st-ref">{row.ref}</span>
          <span className="st-what">{queue.name}</span>
          <span className="ops-muted st-end">
            <StatusWord tone="info">{t('waiting.held')}</StatusWord>
            {row.breachAt && (
              <>
                {' · '}
                <Countdown until={row.breachAt} warnAt={row.warnAt} />
              </>
            )}
          </span>
        </Link>
      </li>
    ));
}

/** This person's claims, pending decisions and questions, the next action first; without any, their documents. */
export function Waiting({
  queues,
  documents,
}: {
  queues: readonly { item: MenuItem; feed: string }[];
  documents: DocumentsWaiting;
}): ReactNode {
  const t = useStart();
  const text = useNoticeText();
  const { all } = useNotices();
  const requests = useFeed<Pick<ApprovalRow, keyof ApprovalRow>>('approvals/inbox');
  const rows = useFeedRows(requests.rows);
  const items = useMemo(
    () => nextFirst(inboxItems(all, rows).filter((one) => !one.done && one.type !== 'news')),
    [all, rows],
  );
  const known = requests.rows.complete && (documents.known || documents.failure !== null);
  return (
    <>
      <ul className="st-lines">
        {queues.map(({ item, feed }) => (
          <HeldRows key={feed} queue={item} feed={feed} />
        ))}
        {items.slice(0, most).map((one) => (
          <li key={one.id} className="st-line">
            <Link to={routeOf(one)} data-urgent={one.urgent || undefined}>
              <NoticeIcon notice={one} />
              <span className="st-what">
                <WithRefs text={text(one)} />
              </span>
              <span className="ops-muted st-end">
                {one.due ? <Countdown until={one.due} /> : <Age at={one.at} />}
              </span>
            </Link>
          </li>
        ))}
        {requests.rows.complete &&
          items.length === 0 &&
          documents.lists.slice(0, most).map(({ item, waiting }) => (
            <li key={item.state} className="st-line">
              <Link to={item.state}>
                <span className="st-what">
                  {t('waiting.documents', { name: item.name, count: waiting.count })}
                </span>
                <span className="ops-muted st-end">
                  <Age at={waiting.oldestAt} />
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {!known && items.length === 0 && <Skeleton rows={2} />}
      {known && documents.known && (
        <p className="st-none ops-muted">
          <span className="ops-strong">{t('waiting.none')}.</span> {t('waiting.noneText')}
        </p>
      )}
      {requests.rows.complete && items.length > most && (
        <Link className="st-more" to="/inbox">
          {t('waiting.more', { count: items.length - most })}
        </Link>
      )}
    </>
  );
}
