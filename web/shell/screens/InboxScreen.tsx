import { Button, SegmentedControl, Select } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { noticeTypes } from '#shared/streams/notices/kinds.ts';
import { useSwitch } from '#web/live/use-switch.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { Age } from '#web/parts/Age.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { DeniedState, EmptyState, InlineError } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { toast } from '#web/parts/toast.tsx';
import { formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { inboxItems } from '../notices/inbox.ts';
import type { InboxItem } from '../notices/inbox.ts';
import { NoticeIcon } from '../notices/NoticeIcon.tsx';
import { routeOf, timesBeside, useNotices, useNoticeText } from '../notices/use-notices.ts';
import { useNoticeTranslations } from '../notices/translations.ts';
import '../notices/notices.css';
import './screens.css';

type Request = Pick<ApprovalRow, keyof ApprovalRow>;

/** The person's live inbox: decisions, questions, mentions, work, news; open and done. */
export function InboxScreen(): ReactNode {
  const t = useNoticeTranslations();
  const [params, setParams] = useSearchParams();
  const { all, empId, condition, message, failure, dismiss, read, readShown } = useNotices();
  const requests = useFeed<Request>('approvals/inbox');
  const rows = useFeedRows(requests.rows);
  const items = useMemo(() => inboxItems(all, rows), [all, rows]);
  const type = noticeTypes.find((one) => one === params.get('type')) ?? null;
  const finished = params.get('show') === 'done';
  const put = useCallback(
    (key: string, value: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null) next.delete(key);
          else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  if (condition === 'denied') return <DeniedState>{message}</DeniedState>;
  const shown = items.filter((one) => one.done === finished && (type === null || one.type === type));
  const known = requests.rows.complete;
  const open = items.filter((one) => !one.done).length;
  const figure = (count: number): number | string => (known ? count : '–');
  const loading = (condition === 'connecting' && all.length === 0) || (!known && rows.length === 0);
  return (
    <div className="sh-inbox">
      <div className="sh-toolbar">
        <span className="sh-toolbar-end">
          <SegmentedControl
            size="xs"
            value={finished ? 'done' : 'open'}
            onChange={(next) => put('show', next === 'done' ? 'done' : null)}
            data={[
              { value: 'open', label: `${t('inbox.open')} · ${figure(open)}` },
              { value: 'done', label: `${t('inbox.done')} · ${figure(items.length - open)}` },
            ]}
          />
          <Select
            size="xs"
            className="sh-inbox-type"
            aria-label={t('inbox.type')}
            placeholder={t('inbox.all')}
            clearable
            value={type}
            onChange={(next) => put('type', next)}
            data={noticeTypes.map((value) => ({
              value,
              label: `${t(`type.${value}`)} · ${figure(items.filter((one) => one.type === value && one.done === finished).length)}`,
            }))}
          />
        </span>
        <span className="sh-toolbar-end">
          <Button
            size="compact-sm"
            variant="default"
            disabled={!all.some((one) => one.readAt === null)}
            onClick={() =>
              void readShown().then((ok) => ok && toast({ text: t('inbox.allRead'), tone: 'ok' }))
            }
          >
            {t('inbox.readAll')}
          </Button>
        </span>
      </div>
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {loading ? (
        <Skeleton />
      ) : shown.length === 0 ? (
        type !== null && items.some((one) => one.done === finished) ? (
          <EmptyState
            title={t('inbox.noneType')}
            actions={
              <Button size="compact-sm" variant="default" onClick={() => put('type', null)}>
                {t('inbox.all')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t(finished ? 'inbox.noneDone' : 'inbox.none')}>
            {t(finished ? 'inbox.noneDoneText' : 'inbox.noneText')}
          </EmptyState>
        )
      ) : (
        <ul className="sh-notices" data-wide aria-label={t(finished ? 'inbox.listDone' : 'inbox.list')}>
          {shown.map((one) => (
            <Connection
              key={one.id}
              item={one}
              onRead={() => one.notice && one.unread && read(one.notice)}
              empId={empId}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const goes = { decide: 'inbox.decide', answer: 'inbox.answer' } as const;

function Connection({
  item,
  empId,
  onRead,
}: {
  item: InboxItem;
  empId: number;
  onRead: () => void;
}): ReactNode {
  const t = useNoticeTranslations();
  const [done, reopen] = useSwitch('notice', 'done', 'reopen');
  const set = (one: typeof done, other: typeof done): void => {
    other.dismiss();
    if (item.notice) void one.run(empId, { n: item.notice.n });
  };
  const failure = done.failure ?? reopen.failure;
  const textOf = useNoticeText();
  const now = serverClock.now();
  const text = textOf(item);
  const late = item.due !== null && Date.parse(item.due) < now;
  const go = !item.done && (item.type === 'decide' || item.type === 'answer') ? goes[item.type] : 'inbox.go';
  const again = item.byHand && item.done && item.notice?.doneAt != null;
  return (
    <li className="sh-inbox-line">
      <Link to={routeOf(item)} className="sh-notice" data-unread={item.unread || undefined} onClick={onRead}>
        <NoticeIcon notice={item} />
        <span className="sh-notice-text">{text}</span>
        <span className="sh-notice-meta ops-figures">
          {item.urgent && (
            <>
              <StatusWord tone="danger">{t('inbox.urgent')}</StatusWord> ·{' '}
            </>
          )}
          {t(`type.${item.type}`)}
          {item.from && !text.includes(item.from) && <> · {t('inbox.from', { name: item.from })}</>} ·{' '}
          <Age at={item.at} long />
          {item.due && !item.done && (
            <>
              {' · '}
              <StatusWord tone={late ? 'danger' : 'muted'}>
                {t(late ? 'inbox.late' : 'inbox.due', { time: formatMoment(item.due, now) })}
              </StatusWord>
            </>
          )}
          {timesBeside(item) > 1 && <> · {t('inbox.again', { count: item.count })}</>}
        </span>
      </Link>
      <span className="sh-inbox-acts">
        {go !== 'inbox.go' && (
          <Button
            size="compact-sm"
            variant="light"
            component={Link}
            to={routeOf(item)}
            onClick={onRead}
            aria-label={`${t(go)}: ${text}`}
          >
            {t(go)}
          </Button>
        )}
        {item.byHand && !item.done && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => set(done, reopen)}
            aria-label={`${t('inbox.finish')}: ${text}`}
          >
            {t('inbox.finish')}
          </Button>
        )}
        {again && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => set(reopen, done)}
            aria-label={`${t('inbox.reopen')}: ${text}`}
          >
            {t('inbox.reopen')}
          </Button>
        )}
      </span>
      {failure && (
        <InlineError
          failure={failure}
          onDismiss={() => {
            done.dismiss();
            reopen.dismiss();
          }}
        />
      )}
    </li>
  );
}
