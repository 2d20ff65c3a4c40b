import type { ReactNode } from 'react';
import './place-map.css';

interface Point {
  readonly lat: number;
  readonly lng: number;
}
export interface RouteMapProps {
  readonly label: string;
  readonly stops: readonly (Point & { readonly label: string; readonly over: boolean })[];
  readonly here?: Point | null;
  /** A person's positions, in sequence. */
  readonly trace?: readonly Point[];
}

const width = 360;
const height = 240;
const edge = 22;

/**
 * Stops in sequence and the current position, to scale with north up; drawn without a map server, so that it
 * works without a connection.
 */
export function RouteMap({ label, stops, here = null, trace = [] }: RouteMapProps): ReactNode {
  const all: readonly Point[] = [...stops, ...trace, ...(here ? [here] : [])];
  if (all.length === 0) return null;
  const lats = all.map(({ lat }) => lat);
  const lngs = all.map(({ lng }) => lng);
  const [south, north, west, east] = [
    Math.min(...lats),
    Math.max(...lats),
    Math.min(...lngs),
    Math.max(...lngs),
  ];
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(
    (width - 2 * edge) / Math.max(1e-4, (east - west) * narrow),
    (height - 2 * edge) / Math.max(1e-4, north - south),
  );
  const x = ({ lng }: Point): number => width / 2 + (lng - (west + east) / 2) * narrow * scale;
  const y = ({ lat }: Point): number => height / 2 - (lat - (south + north) / 2) * scale;
  const line = (points: readonly Point[]): string =>
    points.map((point) => `${x(point).toFixed(1)},${y(point).toFixed(1)}`).join(' ');
  return (
    <figure className="pm-map">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <polyline className="pm-route" points={line(stops)} />
        {trace.length > 1 && <polyline className="pm-trace" points={line(trace)} />}
        {trace.map((point, n) => (
          <circle key={n} className="pm-traced" cx={x(point)} cy={y(point)} r={3} />
        ))}
        {stops.map((stop) => (
          <g key={stop.label} data-over={stop.over || undefined} className="pm-stop">
            <circle cx={x(stop)} cy={y(stop)} r={10} />
            <text x={x(stop)} y={y(stop) + 4}>
              {stop.label}
            </text>
          </g>
        ))}
        {here && <circle className="pm-here" cx={x(here)} cy={y(here)} r={6} />}
      </svg>
    </figure>
  );
}
