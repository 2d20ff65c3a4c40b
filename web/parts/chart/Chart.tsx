import { Button } from '@mantine/core';
import { lazy, Suspense, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/locales/formats.ts';
import { useFrame } from '#web/locales/translations.ts';
import { IconChartBar, IconTable } from '../icons.ts';
import { Skeleton } from '../Skeleton.tsx';
import type { ChartProps } from './chart-props.ts';
import './chart.css';

const Room = lazy(() => import('./ChartRoom.tsx').then((m) => ({ default: m.ChartRoom })));

/** The chart calls it with more than the value. */
const plain = (value: number): string => formatNumber(value);

/** As many rows as it has names, with its axis and legend. */
const heightOf = ({ categories, series }: ChartProps): number =>
  Math.max(120, categories.length * 26 + (series.length > 1 ? 64 : 36));

/** A chart with its data table one key away, because screen readers cannot read a canvas. */
export function Chart(props: ChartProps): ReactNode {
  const t = useFrame();
  const heading = useId();
  const [table, setTable] = useState(false);
  const { format = plain } = props;
  const height = props.height ?? (props.sideways ? heightOf(props) : 220);
  return (
    <figure className="ops-chart" aria-labelledby={heading}>
      <figcaption>
        <h3 id={heading}>{props.title}</h3>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={table ? <IconChartBar size={14} /> : <IconTable size={14} />}
          onClick={() => setTable(!table)}
        >
          {t(table ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      </figcaption>
      {table ? (
        <Numbers {...props} format={format} height={height} />
      ) : (
        <Suspense
          fallback={
            <div style={{ height }}>
              <Skeleton rows={5} />
            </div>
          }
        >
          <Room {...props} format={format} height={height} />
        </Suspense>
      )}
    </figure>
  );
}

function Numbers({
  categories,
  series,
  format,
  height,
  onPick,
}: ChartProps & { format: (value: number) => string; height: number }): ReactNode {
  const t = useFrame();
  return (
    <div className="ops-chart-table" style={{ maxHeight: Math.max(height, 220) }} tabIndex={0} role="region">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.category')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, index) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              {series.map(({ name, values }) => {
                const value = values[index] ?? null;
                const text = value === null ? '–' : format(value);
                return (
                  <td key={name}>
                    {onPick && value !== null ? (
                      <button type="button" className="ops-link" onClick={() => onPick(category, name)}>
                        {text}
                      </button>
                    ) : (
                      text
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
