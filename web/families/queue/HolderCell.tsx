import type { ReactNode } from 'react';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { usePresences } from '#web/live/use-feed.ts';
import { usePerson } from '#web/live/person.ts';
import { Age } from '#web/parts/Age.tsx';
import { IconPencil } from '#web/parts/icons.ts';
import { useFrame } from '#web/locales/translations.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { givenNow } from './next-item.ts';
import { useQueueTranslations } from './translations.ts';

export interface HolderCellProps {
  readonly row: QueueRow;
  readonly feed: string | null;
  /** Why it stands before more urgent rows, in a word or two. */
  readonly first: string | null;
}

/**
 * The row's holder and since when, or why a free row stands where it does; beside it who else is viewing (a dot) or
 * editing (a pencil).
 */
export function HolderCell({ row, feed, first }: HolderCellProps): ReactNode {
  const t = useQueueTranslations();
  const person = usePerson();
  const { holder } = row;
  const given = givenNow(row, serverClock.now());
  return (
    <span className="qu-holder">
      {holder ? (
        <span className={holder.empId === person.empId ? 'qu-you' : 'qu-who'}>
          {holder.empId === person.empId ? t('withYou') : holder.name}{' '}
          <span className="ops-muted">
            · <Age at={holder.since} />
          </span>
        </span>
      ) : (
        <span className={given?.empId === person.empId ? 'qu-you' : 'ops-muted'}>
          {given
            ? t('givenTo', { name: given.empId === person.empId ? t('withYou') : given.name })
            : (first ?? t('free'))}
        </span>
      )}
      {feed && <Looking feed={feed} id={row.id} me={person.empId} />}
    </span>
  );
}

export function Looking({
  feed,
  id,
  me,
  translations = false,
}: {
  feed: string;
  id: string;
  me: number;
  translations?: boolean;
}): ReactNode {
  const t = useFrame();
  const others = (usePresences(feed).get(id) ?? []).filter(({ empId }) => empId !== me);
  if (others.length === 0) return null;
  const editing = others.filter(({ state }) => state === 'editing');
  const looking = others.filter(({ state }) => state === 'viewing');
  const names = (list: typeof others): string => list.map(({ name }) => name).join(', ');
  const text = [
    ...(editing.length > 0 ? [t('presence.editing', { names: names(editing) })] : []),
    ...(looking.length > 0 ? [t('presence.viewing', { names: names(looking) })] : []),
  ].join(' · ');
  return (
    <span className="qu-looking" title={text}>
      {editing.length > 0 ? (
        <IconPencil size={13} aria-hidden="true" />
      ) : (
        <span className="qu-eye" aria-hidden="true" />
      )}
      <span className={translations ? '' : 'ops-hidden'}>{text}</span>
    </span>
  );
}
