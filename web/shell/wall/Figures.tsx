import type { ReactNode } from 'react';
import { byBoard, figureValue, isAlarm } from '#shared/families/wall-figures.ts';
import type { WallFigure } from '#shared/families/wall.ts';
import type { WallMark } from '#shared/families/wall-marks.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { useLanguage } from '#web/locales/translations.ts';
import { useWall } from './translations.ts';
import './wall.css';

const minutes = (value: number): string => (value < 120 ? `${value} min` : `${Math.floor(value / 60)} h`);
const percent = (value: number): string => `${value} %`;
const texts: Readonly<Record<WallFigure['kind'], (value: number) => string>> = {
  ...{ count: formatNumber, boards: formatNumber, reading: formatNumber },
  ...{ oldest: minutes, reaction: minutes, inTime: percent, kept: percent, share: percent },
  cash: (value) => `₹${formatNumber(value)}`,
};
/** More boards would not be readable across the room. */
const mostBoards = 5;

interface Shown {
  readonly figure: WallFigure;
  readonly marks: readonly WallMark[];
  readonly old: boolean;
  readonly now: number;
}

/** Up to six figures, each readable across the room; an old or unknown one is a dash. */
export function Figures({
  figures,
  ...shown
}: Omit<Shown, 'figure'> & { figures: readonly WallFigure[] }): ReactNode {
  return (
    <div className="wall-figures">
      {figures.map((figure) => (
        <Figure key={figure.name} figure={figure} {...shown} />
      ))}
    </div>
  );
}

function Figure({ figure, marks, old, now }: Shown): ReactNode {
  const t = useWall();
  const language = useLanguage();
  const value = old ? null : figureValue(figure, marks, now);
  const alarm = isAlarm(figure, value, marks, now);
  return (
    <section
      className={figure.kind === 'boards' ? 'wall-figure wall-boards' : 'wall-figure'}
      data-tone={alarm ? 'danger' : old ? 'muted' : undefined}
    >
      <h2>
        {figure.label[language]}
        {alarm && <span className="wall-alarm"> ! {t('wall.alarm')}</span>}
      </h2>
      {figure.kind === 'boards' && value !== null ? (
        <Boards titles={figure.titles} none={figure.none} counts={byBoard(figure, marks, now)} />
      ) : (
        <p className="ops-figures">{value === null ? '–' : texts[figure.kind](value)}</p>
      )}
    </section>
  );
}

function Boards({
  titles,
  none,
  counts,
}: Pick<Extract<WallFigure, { kind: 'boards' }>, 'titles' | 'none'> & {
  counts: ReturnType<typeof byBoard>;
}): ReactNode {
  const t = useWall();
  const language = useLanguage();
  const more = counts.slice(mostBoards).reduce((sum, { count }) => sum + count, 0);
  if (counts.length === 0) return <p className="wall-none">{none?.[language] ?? t('wall.nothing')}</p>;
  return (
    <ol>
      {counts.slice(0, mostBoards).map(({ board, count, late }) => (
        <li key={board} data-tone={late ? 'danger' : undefined}>
          <span>{titles[board]?.[language]}</span>
          <strong className="ops-figures">{formatNumber(count)}</strong>
        </li>
      ))}
      {more > 0 && (
        <li>
          <span>{t('wall.more')}</span>
          <strong className="ops-figures">{formatNumber(more)}</strong>
        </li>
      )}
    </ol>
  );
}
