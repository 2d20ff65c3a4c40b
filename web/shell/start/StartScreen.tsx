import { ActionIcon, Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { serverClock } from '#web/locales/server-clock.ts';
import { IconArrowDown, IconArrowUp, IconEyeOff, IconPlus } from '#web/parts/icons.ts';
import { InlineError } from '#web/parts/states.tsx';
import { useMe, verdict } from '../me.ts';
import type { MenuItem } from '../menu/menu.ts';
import { linksOf } from '../menu/menu.ts';
import { useMenu } from '../menu/use-menu.ts';
import { usePreference } from '../use-preference.ts';
import { arranged, moved, startBoard, type Arrangement, type CardId } from './board.ts';
import { Changes } from './Changes.tsx';
import { MyDay } from './Day.tsx';
import { greetingAt, nameInGreeting } from './greeting.ts';
import { DocumentTile, EmptyLists, QueueTile } from './Queues.tsx';
import { useWaitingDocuments } from './waiting-documents.ts';
import { MyTeam } from './Team.tsx';
import { useStart } from './translations.ts';
import { Waiting } from './Waiting.tsx';
import './start.css';

const asDeclared: Arrangement = { order: [], hidden: [] };

interface Live {
  readonly item: MenuItem;
  readonly feed: string;
}

/** Lists with rows that wait: queues, and all approvals together. */
function liveLists(menu: readonly MenuItem[]): readonly Live[] {
  const lists = linksOf(menu).flatMap((item): Live[] => {
    const feed = item.badges?.[0]?.feed;
    const single = feed?.startsWith('approvals/') && feed !== 'approvals/inbox';
    return feed && !single ? [{ item, feed }] : [];
  });
  return [...new Map(lists.map((one) => [one.feed, one])).values()];
}

/** A person's start page: pending work, load, their day, their team's day, and news. */
export function StartScreen(): ReactNode {
  const t = useStart();
  const me = useMe();
  const menu = useMenu();
  const [arranging, setArranging] = useState(false);
  const kept = usePreference<Arrangement>('start', asDeclared);
  const lists = liveLists(menu);
  const [empty, setEmpty] = useState<ReadonlySet<string>>(new Set());
  const onEmpty = useCallback(
    (feed: string, none: boolean) =>
      setEmpty((before) =>
        before.has(feed) === none
          ? before
          : new Set(none ? [...before, feed] : [...before].filter((one) => one !== feed)),
      ),
    [],
  );
  const documents = useWaitingDocuments(menu);
  const cards = startBoard.filter(
    ({ id, need }) =>
      (need === undefined || verdict(me, need).ok) &&
      (id !== 'queues' || lists.length + documents.lists.length > 0 || documents.failure !== null),
  );
  const hidden = cards.filter(({ id }) => kept.value.hidden.includes(id));

  const content: Readonly<Record<CardId, () => ReactNode>> = {
    waiting: () => (
      <Waiting queues={lists.filter(({ feed }) => feed.startsWith('queue/'))} documents={documents} />
    ),
    queues: () => (
      <>
        <ul className="st-tiles">
          {lists.map((one) => (
            <QueueTile key={one.feed} {...one} onEmpty={onEmpty} />
          ))}
          {documents.lists.map((one) => (
            <DocumentTile key={one.item.state} {...one} />
          ))}
        </ul>
        <EmptyLists lists={lists.filter(({ feed }) => empty.has(feed)).map(({ item }) => item)} />
        {documents.failure && (
          <InlineError
            failure={{
              ...documents.failure,
              message: `${t('queues.uncounted')} ${documents.failure.message}`,
            }}
            onRetry={documents.again}
          />
        )}
      </>
    ),
    day: () => <MyDay />,
    team: () => <MyTeam />,
    changes: () => <Changes />,
  };
  const save = (next: Partial<Arrangement>): void => void kept.save({ ...kept.value, ...next });
  const shownIn = (column: 'main' | 'side'): readonly CardId[] =>
    arranged(
      cards.filter((card) => card.column === column).map(({ id }) => id),
      kept.value,
    );
  const move = (column: readonly CardId[], other: readonly CardId[], id: CardId, step: -1 | 1): void =>
    save({ order: [...moved(column, id, step), ...other] });

  const cardsOf = (column: 'main' | 'side'): ReactNode => {
    const ids = shownIn(column);
    const others = shownIn(column === 'main' ? 'side' : 'main');
    return ids.map((id, at) => (
      <section key={id} className="st-card" data-card={id} aria-label={t(`card.${id}`)}>
        <header>
          <h2>{t(`card.${id}`)}</h2>
          {arranging && (
            <span className="st-tools">
              <ActionIcon
                variant="subtle"
                aria-label={t('up', { name: t(`card.${id}`) })}
                disabled={at === 0}
                onClick={() => move(ids, others, id, -1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                aria-label={t('down', { name: t(`card.${id}`) })}
                disabled={at === ids.length - 1}
                onClick={() => move(ids, others, id, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                aria-label={t('hide', { name: t(`card.${id}`) })}
                onClick={() => save({ hidden: [...kept.value.hidden, id] })}
              >
                <IconEyeOff size={16} />
              </ActionIcon>
            </span>
          )}
        </header>
        {content[id]()}
      </section>
    ));
  };

  return (
    <div className="st-page">
      <div className="st-head">
        <p className="st-hello">{t(greetingAt(serverClock.now()), { name: nameInGreeting(me.name) })}</p>
        <Button
          variant="default"
          size="compact-sm"
          aria-pressed={arranging}
          onClick={() => setArranging(!arranging)}
        >
          {t(arranging ? 'arranged' : 'arrange')}
        </Button>
      </div>
      {kept.failure && <InlineError failure={kept.failure} onDismiss={kept.dismiss} />}
      {arranging && hidden.length > 0 && (
        <p className="st-hidden">
          <span className="ops-muted">{t('hidden')}</span>
          {hidden.map(({ id }) => (
            <Button
              key={id}
              size="compact-sm"
              variant="light"
              leftSection={<IconPlus size={14} />}
              aria-label={t('show', { name: t(`card.${id}`) })}
              onClick={() => save({ hidden: kept.value.hidden.filter((one) => one !== id) })}
            >
              {t(`card.${id}`)}
            </Button>
          ))}
        </p>
      )}
      <div className="st-columns">
        <div>{cardsOf('main')}</div>
        <div>{cardsOf('side')}</div>
      </div>
    </div>
  );
}
