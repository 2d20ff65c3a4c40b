import type { ReactNode } from 'react';

/** A small line of recent values, without axes; the figure beside it gives the value. */
export function Sparkline({
  values,
  label,
  width = 96,
  height = 24,
}: {
  values: readonly (number | null)[];
  label: string;
  width?: number;
  height?: number;
}): ReactNode {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low || 1;
  const step = values.length > 1 ? (width - 4) / (values.length - 1) : 0;
  const at = (value: number, index: number): string =>
    `${(2 + index * step).toFixed(1)} ${(height - 2 - ((value - low) / span) * (height - 4)).toFixed(1)}`;
  const path = values
    .map((value, index) =>
      value === null ? '' : `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${at(value, index)}`,
    )
    .join('');
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {known.length > 0 && (
        <path
          d={path}
          fill="none"
          stroke="var(--ops-accent-text)"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}
