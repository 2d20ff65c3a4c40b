import type { ReactNode } from 'react';
import type { WallFigure } from '#shared/families/wall-figures.ts';
import type { FloorMark } from '#shared/families/wall-tiles.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { useWall, type WallKey } from './translations.ts';
import './wall.css';

const texts: Readonly<Record<WallFigure['unit'], (value: number) => string>> = {
  count: String,
  minutes: (value) => (value < 120 ? `${value} min` : `${Math.floor(value / 60)} h`),
  percent: (value) => `${value} %`,
  rupees: (value) => `₹${formatNumber(value)}`,
};

/** Up to six figures, each readable across the room; an old or unknown one is a dash. */
export function Figures({
  figures,
  marks,
  old,
  now,
}: {
  figures: readonly WallFigure[];
  marks: readonly FloorMark[];
  old: boolean;
  now: number;
}): ReactNode {
  const t = useWall();
  return (
    <div className="wall-figures">
      {figures.map((figure) => {
        const value = old ? null : figure.value(marks, now);
        const alarm = value !== null && figure.alarm?.(value, marks, now) === true;
        return (
          <section
            key={figure.id}
            className="wall-figure"
            data-tone={alarm ? 'danger' : old ? 'muted' : undefined}
          >
            <h2>
              {t(`wall.figure.${figure.id}` as WallKey)}
              {alarm && <span className="wall-alarm"> ! {t('wall.alarm')}</span>}
            </h2>
            <p className="ops-figures">{value === null ? '–' : texts[figure.unit](value)}</p>
          </section>
        );
      })}
    </div>
  );
}
