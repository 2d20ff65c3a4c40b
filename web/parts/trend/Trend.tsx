import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '#web/locales/formats.ts';
import './trend.css';

export interface TrendPoint {
  readonly at: string;
  readonly value: number;
  readonly flag: string;
  /** Crossed out: it is drawn hollow and the line skips it. */
  readonly void?: boolean;
}
export interface TrendProps {
  readonly label: string;
  readonly unit: string;
  readonly points: readonly TrendPoint[];
  readonly low: number | null;
  readonly high: number | null;
  /** Events beside the values. */
  readonly marks?: readonly { readonly at: string; readonly text: string }[];
}

/** Each flag has a shape of its own, for who sees no colours and for paper: up is high, down is low, large is critical. */
const triangle = (size: number): string => `M0 ${-size}L${size} ${size * 0.8}L${-size} ${size * 0.8}Z`;
const shapes: Readonly<Record<string, { readonly d: string; readonly down?: true }>> = {
  H: { d: triangle(4.5) },
  L: { d: triangle(4.5), down: true },
  HH: { d: triangle(7) },
  LL: { d: triangle(7), down: true },
  A: { d: 'M0 -5L5 0L0 5L-5 0Z' },
};

const box = { width: 760, height: 220, left: 46, right: 12, top: 14, bottom: 26 } as const;

/** Values over time with the usual range shaded behind them and events marked below. */
export function Trend({ label, unit, points, low, high, marks = [] }: TrendProps): ReactNode {
  if (points.length === 0) return null;
  const times = points.map(({ at }) => Date.parse(at));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const values = [
    ...points.map(({ value }) => value),
    ...(low === null ? [] : [low]),
    ...(high === null ? [] : [high]),
  ];
  const pad = (Math.max(...values) - Math.min(...values)) * 0.08 || 1;
  const [least, most] = [Math.min(...values) - pad, Math.max(...values) + pad];
  const x = (at: string): number =>
    box.left + ((Date.parse(at) - from) / (to - from || 1)) * (box.width - box.left - box.right);
  const y = (value: number): number =>
    box.top + ((most - value) / (most - least)) * (box.height - box.top - box.bottom);
  const line = points.filter((one) => !one.void).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const path = line
    .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const band = { top: y(high ?? most), bottom: y(low ?? least) };
  const shown = marks.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to);
  const chart = (
    <svg className="ops-trend" viewBox={`0 0 ${box.width} ${box.height}`} role="img" aria-label={label}>
      {(low !== null || high !== null) && (
        <rect
          className="ops-trend-band"
          x={box.left}
          width={box.width - box.left - box.right}
          y={band.top}
          height={Math.max(0, band.bottom - band.top)}
        />
      )}
      {[low, high].map(
        (bound) =>
          bound !== null && (
            <text key={bound} className="ops-trend-text" x={box.left - 6} y={y(bound) + 4} textAnchor="end">
              {formatNumber(bound, 1)}
            </text>
          ),
      )}
      {shown.map(({ at, text }, index) => (
        <g key={`${at} ${text}`}>
          <line className="ops-trend-mark" x1={x(at)} x2={x(at)} y1={box.top} y2={box.height - box.bottom} />
          <text className="ops-trend-text" x={x(at) + 3} y={box.top + 8 + (index % 3) * 11}>
            {index + 1}
          </text>
          <title>{`${formatDate(at)} ${text}`}</title>
        </g>
      ))}
      <path className="ops-trend-line" d={path} />
      {points.map(({ at, value, flag, void: crossed }, index) => {
        const shape = shapes[flag];
        const look = { className: 'ops-trend-point', 'data-flag': flag, 'data-void': crossed || undefined };
        const title = <title>{`${formatDate(at)}: ${formatNumber(value, 1)} ${unit} ${flag}`.trim()}</title>;
        return shape ? (
          <path
            key={index}
            {...look}
            d={shape.d}
            transform={`translate(${x(at).toFixed(1)} ${y(value).toFixed(1)})${shape.down ? ' scale(1 -1)' : ''}`}
          >
            {title}
          </path>
        ) : (
          <circle key={index} {...look} cx={x(at)} cy={y(value)} r={3}>
            {title}
          </circle>
        );
      })}
      <text className="ops-trend-text" x={box.left} y={box.height - 8}>
        {formatDate(new Date(from).toISOString())}
      </text>
      <text className="ops-trend-text" x={box.width - box.right} y={box.height - 8} textAnchor="end">
        {formatDate(new Date(to).toISOString())}
      </text>
    </svg>
  );
  if (shown.length === 0) return chart;
  return (
    <figure className="ops-trend-figure">
      {chart}
      <ol className="ops-trend-key">
        {shown.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            {formatDate(at)} {text}
          </li>
        ))}
      </ol>
    </figure>
  );
}
