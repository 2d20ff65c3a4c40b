import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Age } from '#web/parts/Age.tsx';
import { NoticeIcon } from '../notices/NoticeIcon.tsx';
import { routeOf, useNotices, useNoticeText } from '../notices/use-notices.ts';
import { useStart } from './translations.ts';
import { WithRefs } from './WithRefs.tsx';

const most = 7;

/** The latest news, read or not. */
export function Changes(): ReactNode {
  const t = useStart();
  const text = useNoticeText();
  const { all, condition, read } = useNotices();
  if (all.length === 0) return condition === 'live' ? <p className="ops-muted">{t('changes.none')}</p> : null;
  return (
    <ul className="st-lines">
      {all.slice(0, most).map((one) => (
        <li key={one.id} className="st-line">
          <Link
            to={routeOf(one)}
            data-unread={one.readAt === null || undefined}
            onClick={() => one.readAt === null && read(one)}
          >
            <NoticeIcon notice={one} />
            <span className="st-what">
              <WithRefs text={text(one)} />
            </span>
            <span className="ops-muted st-end">
              <Age at={one.time} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
