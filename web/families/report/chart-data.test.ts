import { expect, it } from 'vitest';
import { agentReport } from '#shared/reports/agent-report.ts';
import { appointmentData } from '#shared/reports/appointment-data.ts';
import { leadStatusReport } from '#shared/reports/lead-status.ts';
import type { ReportDef } from '#shared/families/report.ts';
import type { ReportGroup, ReportSummary } from '#shared/families/report-wire.ts';
import { canPick, chartData, lowered, picked, rowsBehind } from './chart-data.ts';
import { readFilters } from './use-report-state.ts';

const texts = { rows: 'Rows', empty: '(empty)' };
const naming = { label: (key: string) => key, place: (id: number) => `Place ${id}` };
const group = (rows: number, ...keys: ReportGroup['keys']): ReportGroup => ({
  keys,
  rows,
  totals: {},
  measures: {},
});
const summaryOf = (chart: readonly ReportGroup[]) =>
  ({ chart, from: '2026-11-01', to: '2026-11-03' }) as unknown as ReportSummary;
const filters = (def: ReportDef) => readFilters(def, () => null);

it('a click on a bar shows only its rows, also beside other filters', () => {
  const before = { ...filters(leadStatusReport), where: { source: ['web'] } };
  expect(canPick(leadStatusReport)).toBe(true);
  expect(picked(leadStatusReport, before, { category: 'Lost', series: null })).toEqual({
    where: { source: ['web'], stage: ['Lost'] },
  });
});

it('a click on a part of a bar shows the rows of that part and of that day', () => {
  expect(
    picked(appointmentData, filters(appointmentData), { category: '2026-11-02', series: 'missed' }),
  ).toEqual({ period: null, from: '2026-11-02', to: '2026-11-02', where: { status: ['missed'] } });
});

it('a click where no filter of the report leads does nothing', () => {
  expect(picked(agentReport, filters(agentReport), { category: 'Ravi', series: null })).toBeNull();
});

it('days run from left to right without a gap, named values lie on their side from the largest', () => {
  const days = chartData(appointmentData, summaryOf([group(2, '2026-11-02', 'missed')]), naming, texts)!;
  expect(days).toMatchObject({ sideways: false, byDay: true });
  expect(days.categories.map(({ key }) => key)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
  const agents = chartData(
    agentReport,
    summaryOf([group(1, 'Asha', 'won'), group(2, 'Ravi', 'won'), group(3, 'Ravi', 'connected')]),
    naming,
    texts,
  )!;
  expect(agents.sideways).toBe(true);
  expect(agents.categories.map(({ label }) => label)).toEqual(['Ravi', 'Asha']);
});

it('a chart shows the twelve largest bars and says how many more there are', () => {
  const many = Array.from({ length: 15 }, (_, n) => group(n + 1, `Agent ${n}`, 'won'));
  const { categories, cut } = chartData(agentReport, summaryOf(many), naming, texts)!;
  expect([categories.length, cut, categories[0]!.label]).toEqual([12, 3, 'Agent 14']);
});

it('parts have the colours of their states, and those without one none of them', () => {
  const all = ['missed', 'completed', 'started'].map((status) => group(1, '2026-11-02', status));
  const { series } = chartData(appointmentData, summaryOf(all), naming, texts)!;
  expect(Object.fromEntries(series.map(({ key, tone }) => [key, tone]))).toEqual({
    started: 'plain',
    completed: 'ok',
    missed: 'danger',
  });
});

it('a figure leads to its rows where a choice of the report names them', () => {
  const figure = (name: string) => appointmentData.measures.find((one) => one.name === name)!;
  expect(rowsBehind(appointmentData, figure('missed'))).toEqual({ status: ['missed'] });
  const whole = appointmentData.measures.find(({ where }) => where === undefined)!;
  expect(rowsBehind(appointmentData, whole)).toBeNull();
});

it('a label within a sentence keeps its abbreviation', () => {
  expect([lowered('Place of operation'), lowered('GST %'), lowered('Último mes')]).toEqual([
    'place of operation',
    'GST %',
    'último mes',
  ]);
});
