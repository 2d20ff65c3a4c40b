import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useAppearance } from '../theme/appearance.ts';
import { useScheme } from '../theme/ThemeRoot.tsx';
import type { ChartProps } from './chart-props.ts';
import { chartOption } from './chart-option.ts';

register([
  BarChart,
  LineChart,
  PieChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

/** The only module that imports the chart library; use it through `Chart`. */
export function ChartRoom(
  props: ChartProps & { format: (value: number) => string; height: number },
): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { accent } = useAppearance();
  const scheme = useScheme();

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const made = init(element);
    chart.current = made;
    made.on('click', ({ name, seriesName }) => latest.current.onPick?.(name, seriesName ?? ''));
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const rtl = document.documentElement.dir === 'rtl';
    chart.current?.setOption(
      chartOption(props, (name) => style.getPropertyValue(`--ops-${name}`).trim(), rtl) as EChartsCoreOption,
      { notMerge: true },
    );
  }, [props, accent, scheme]);

  return <div ref={place} style={{ height: props.height, width: '100%' }} />;
}
