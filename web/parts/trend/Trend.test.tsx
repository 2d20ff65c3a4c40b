// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { startTranslations } from '#web/locales/translations.ts';
import { Trend } from './Trend.tsx';

beforeAll(() => startTranslations());

const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T05:00:00.000Z`;
function drawn(
  points: readonly { readonly value: number; readonly flag: string; readonly void?: boolean }[],
  marks: readonly { readonly at: string; readonly text: string }[] = [],
): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    <Trend
      label="Systolic"
      unit="mmHg"
      low={90}
      high={140}
      points={points.map((one, i) => ({ ...one, at: at(i + 1) }))}
      marks={marks}
    />,
  );
  return place;
}

test('each flag has a shape of its own, and says itself', () => {
  const flags = ['N', 'H', 'L', 'HH', 'LL', 'A'];
  const points = [
    ...drawn(flags.map((flag, i) => ({ flag, value: 100 + i }))).querySelectorAll('.ops-trend-point'),
  ];
  const shapes = points.map(
    (point) =>
      `${point.tagName} ${point.getAttribute('d')} ${point.getAttribute('transform')?.includes('scale') ?? false}`,
  );
  expect(new Set(shapes).size).toBe(flags.length);
  expect(points.map((point) => point.querySelector('title')!.textContent?.split(' ').at(-1))).toEqual(flags);
});

test('events are numbered, and their words stand below, on paper too', () => {
  const place = drawn(
    [
      { flag: 'N', value: 120 },
      { flag: 'N', value: 121 },
      { flag: 'N', value: 122 },
    ],
    [
      { at: at(1), text: 'Dose doubled' },
      { at: at(2), text: 'In hospital' },
      { at: '2026-12-20T05:00:00.000Z', text: 'Later than the values' },
    ],
  );
  expect([...place.querySelectorAll('.ops-trend-key li')].map(({ textContent }) => textContent)).toEqual([
    '01-11-2026 Dose doubled',
    '02-11-2026 In hospital',
  ]);
  const numbers = [...place.querySelectorAll('g text')].map(({ textContent }) => textContent);
  expect(numbers).toEqual(['1', '2']);
});

test('a value crossed out stays on the chart and leaves the line; the usual range is shaded', () => {
  const place = drawn([
    { flag: 'N', value: 120 },
    { flag: 'HH', value: 200, void: true },
    { flag: 'N', value: 122 },
  ]);
  expect(place.querySelectorAll('.ops-trend-point')).toHaveLength(3);
  expect(place.querySelectorAll('.ops-trend-point[data-void]')).toHaveLength(1);
  expect(place.querySelector('.ops-trend-line')!.getAttribute('d')!.match(/[ML]/g)).toHaveLength(2);
  expect(Number(place.querySelector('.ops-trend-band')!.getAttribute('height'))).toBeGreaterThan(0);
});
