import { textFont } from '../theme/theme.ts';
import type { ChartProps } from './chart-props.ts';

type Color = (name: string) => string;
/**
 * Default series colours, in a sequence that most people can distinguish; patterns come from `aria.decal`.
 */
const palette = ['accent-text', 'warn', 'ok', 'info', 'danger', 'muted'];

/** Colours that say nothing of a state. */
const plain = ['accent-text', 'info', 'muted'];

function colorsOf(series: ChartProps['series']): readonly string[] {
  const free = series.filter(({ tone }) => tone === 'plain');
  return series.map((one, index) => {
    if (one.tone === 'accent') return 'accent-text';
    if (one.tone === 'plain') return plain[free.indexOf(one) % plain.length] ?? 'muted';
    return one.tone ?? palette[index % palette.length] ?? 'muted';
  });
}

/** The chart library's options for a chart. `color` resolves the theme's variables. */
export function chartOption(
  props: ChartProps & { format: (value: number) => string },
  color: Color,
  rtl: boolean,
): object {
  const { kind, categories, series, format } = props;
  const text = { color: color('muted'), fontFamily: textFont, fontSize: 12 };
  const colors = colorsOf(series).map(color);
  const base = {
    animation: false,
    aria: { enabled: true, decal: { show: series.length > 2 || kind === 'pie' } },
    textStyle: { fontFamily: textFont },
    color: kind === 'pie' ? palette.map(color) : colors,
    tooltip: {
      trigger: kind === 'pie' ? 'item' : 'axis',
      confine: true,
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '–'),
      backgroundColor: color('surface-1'),
      borderColor: color('line'),
      textStyle: { ...text, color: color('normal') },
    },
    legend: {
      show: series.length > 1 || kind === 'pie',
      top: 0,
      [rtl ? 'right' : 'left']: 0,
      itemWidth: 12,
      itemHeight: 8,
      icon: 'roundRect',
      textStyle: { ...text, color: color('normal') },
    },
  };
  if (kind === 'pie') {
    const values = series[0]?.values ?? [];
    return {
      ...base,
      series: [
        {
          name: series[0]?.name ?? '',
          type: 'pie',
          radius: ['46%', '72%'],
          center: ['50%', '58%'],
          label: {
            formatter: ({ percent }: { percent: number }) => `${Math.round(percent)} %`,
            overflow: 'none',
            color: color('normal'),
            fontSize: 12,
          },
          itemStyle: { borderColor: color('surface-1'), borderWidth: 2 },
          data: categories.map((name, index) => ({ name, value: values[index] ?? 0 })),
        },
      ],
    };
  }
  const line = kind === 'line' || kind === 'area';
  const sideways = props.sideways === true && !line;
  const names = {
    type: 'category',
    data: [...categories],
    inverse: sideways || rtl,
    boundaryGap: !line,
    axisLine: { lineStyle: { color: color('line') } },
    axisTick: { show: false },
    axisLabel: sideways
      ? { ...text, color: color('normal'), interval: 0, width: 120, overflow: 'truncate' }
      : text,
    ...(sideways && rtl ? { position: 'right' } : {}),
  };
  const values = {
    type: 'value',
    ...(props.counts ? { minInterval: 1 } : {}),
    splitNumber: sideways ? 3 : 5,
    ...(sideways ? { inverse: rtl } : { position: rtl ? 'right' : 'left' }),
    splitLine: { lineStyle: { color: color('line') } },
    axisLabel: { ...text, formatter: format, hideOverlap: true },
  };
  const rounded = sideways ? (rtl ? [2, 0, 0, 2] : [0, 2, 2, 0]) : [2, 2, 0, 0];
  return {
    ...base,
    grid: {
      left: 4,
      right: sideways && kind === 'bar' ? 44 : 8,
      top: series.length > 1 ? 32 : 12,
      bottom: 4,
      containLabel: true,
    },
    xAxis: sideways ? values : names,
    yAxis: sideways ? names : values,
    series: series.map(({ name, values: own }) => ({
      name,
      type: line ? 'line' : 'bar',
      data: [...own],
      barMaxWidth: sideways ? 18 : 28,
      showSymbol: false,
      lineStyle: { width: 2 },
      ...(kind === 'area' ? { areaStyle: { opacity: 0.14 } } : {}),
      ...(kind === 'stack' ? { stack: 'all' } : {}),
      ...(sideways && kind === 'bar'
        ? {
            label: {
              show: true,
              position: rtl ? 'left' : 'right',
              color: color('normal'),
              fontFamily: textFont,
              formatter: ({ value }: { value: number }) => format(value),
            },
          }
        : {}),
      itemStyle: kind === 'bar' ? { borderRadius: rounded } : {},
    })),
  };
}
