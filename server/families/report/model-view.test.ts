import { expect, it } from 'vitest';
import { appointmentData } from '#shared/reports/appointment-data.ts';
import { rescheduleLogs } from '#shared/reports/reschedule-logs.ts';
import type { ReportColumn, ReportDef } from '#shared/families/report.ts';
import { allReports } from '../../core/registers.ts';
import { reportViews } from './model-view.ts';

const second = (change: Partial<ReportDef>): ReportDef => ({ ...appointmentData, name: 'second', ...change });

it('gives every model one table, whatever the number of its reports', () => {
  const views = reportViews([...allReports()]);
  expect(new Set(views.map(({ name }) => name)).size).toBe(views.length);
});

it('refuses two reports of one model that name a column with different kinds', () => {
  const columns = appointmentData.columns.map((column): ReportColumn =>
    column.name === 'visitMinutes' ? { ...column, kind: 'text' } : column,
  );
  expect(() => reportViews([appointmentData, second({ columns })])).toThrow(
    'second: visitMinutes is text here and minutes in appointmentData.',
  );
});

it('accepts a further column that one report joins in', () => {
  const joined = second({
    columns: [...appointmentData.columns, { name: 'extra', kind: 'number', width: 80, joined: true }],
  });
  expect(() => reportViews([appointmentData, joined])).not.toThrow();
});

it('refuses two models of one name, and two reports of one name', () => {
  const model = { ...rescheduleLogs.model, name: appointmentData.model.name };
  expect(() => reportViews([appointmentData, { ...rescheduleLogs, model }])).toThrow(
    `Two models are called ${appointmentData.model.name}.`,
  );
  expect(() => reportViews([appointmentData, { ...appointmentData }])).toThrow(
    'Two reports are called appointmentData.',
  );
});
