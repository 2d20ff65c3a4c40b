import type { ReactNode } from 'react';
import type { AtWorkRow } from '#shared/feeds/attendance.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Tone } from '#web/parts/StatusWord.tsx';
import { useQueueTranslations } from './translations.ts';

type Seen = Pick<AtWorkRow, keyof AtWorkRow>;
const tones: Readonly<Record<Seen['state'], Tone>> = { working: 'normal', onCall: 'info', onBreak: 'warn' };

/** Whether a person is currently at work. */
export function AtWork({ empId }: { empId: number }): ReactNode {
  const t = useQueueTranslations();
  const feed = useFeed<Seen>('chat/people');
  const row = useFeedRow(feed.rows, String(empId));
  if (feed.condition === 'connecting') return null;
  return (
    <StatusWord tone={row ? tones[row.state] : 'muted'} dot>
      {t(row ? `atWork.${row.state}` : 'atWork.away')}
    </StatusWord>
  );
}
