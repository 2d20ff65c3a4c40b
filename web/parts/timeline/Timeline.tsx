import type { ReactNode } from 'react';
import { StatusWord } from '../StatusWord.tsx';
import type { Tone } from '../StatusWord.tsx';
import { formatDate, formatTime } from '#web/locales/formats.ts';
import './timeline.css';

export interface TimelineEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  readonly by: string;
  readonly tone: Tone;
}

/** A history, newest first, day by day. */
export function Timeline({
  entries,
  label,
  empty,
  more,
}: {
  entries: readonly TimelineEntry[];
  label: string;
  empty: ReactNode;
  more?: ReactNode;
}): ReactNode {
  if (entries.length === 0) return empty;
  const days = Map.groupBy(entries, ({ at }) => formatDate(at));
  return (
    <div className="ops-timeline" role="feed" aria-label={label}>
      {[...days].map(([day, list]) => (
        <section key={day}>
          <h4 className="ops-figures">{day}</h4>
          <ol>
            {list.map((entry) => (
              <li key={entry.id} data-tone={entry.tone}>
                <time className="ops-figures" dateTime={entry.at}>
                  {formatTime(entry.at)}
                </time>
                <div>
                  <StatusWord tone={entry.tone}>{entry.title}</StatusWord>{' '}
                  <span className="ops-muted">{entry.kind}</span>
                  {entry.text !== '' && <p>{entry.text}</p>}
                  <p className="ops-muted">{entry.by}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {more}
    </div>
  );
}
