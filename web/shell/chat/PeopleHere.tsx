import type { ReactNode } from 'react';
import type { AtWorkRow } from '#shared/feeds/attendance.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import type { Named } from './mention-text.ts';
import { useChatTranslations } from './translations.ts';

/** Presence of a colleague: at work, on a call, on a break or away; null while unknown. */
export function useAtWork(): (empId: number) => AtWorkRow['state'] | 'away' | null {
  const feed = useFeed<Pick<AtWorkRow, keyof AtWorkRow>>('chat/people');
  const rows = useFeedRows(feed.rows);
  return (empId) =>
    feed.condition === 'live' ? (rows.find(({ id }) => id === String(empId))?.state ?? 'away') : null;
}

/** Presence as a dot and a word. */
export function AtWork({
  state,
  named = true,
}: {
  state: ReturnType<ReturnType<typeof useAtWork>>;
  named?: boolean;
}): ReactNode {
  const t = useChatTranslations();
  if (state === null) return null;
  return (
    <span className="chat-there" data-state={state} title={t(`there.${state}`)}>
      <span className={named ? undefined : 'ops-hidden'}>{t(`there.${state}`)}</span>
    </span>
  );
}

/**
 * Members of the room: in direct rooms the other person's presence; in others their names, those at work
 * first.
 */
export function PeopleHere({ people, named }: { people: readonly Named[]; named: boolean }): ReactNode {
  const t = useChatTranslations();
  const atWork = useAtWork();
  if (!named) {
    const other = people[0];
    return (
      <span className="chat-who">
        <AtWork state={other ? atWork(other.empId) : null} />
      </span>
    );
  }
  const sorted = people.toSorted(
    (a, b) => Number(atWork(a.empId) === 'away') - Number(atWork(b.empId) === 'away'),
  );
  return (
    <ul className="chat-who" aria-label={t('members')}>
      {sorted.map((one) => (
        <li key={one.empId}>
          <AtWork state={atWork(one.empId)} named={false} />
          {one.name}
        </li>
      ))}
    </ul>
  );
}
