import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import {
  convertTime,
  convertWords,
  funnelMeasures,
  funnelWords,
  leadColumns,
  leadFilters,
  leadFunnel,
  leadWords,
} from './models/leads.ts';

/** Leads by week of arrival: the results of each cohort, and the people behind them. */
export const leadsDashboardV2 = defineReport({
  ...leadFunnel,
  name: 'leadsDashboardV2',
  route: '/reports/leadsDashboardV2',
  columns: [leadColumns.week, ...leadFunnel.columns],
  filters: leadFilters('last30'),
  groups: ['week', ...leadFunnel.groups],
  groupedBy: 'week',
  measures: [...funnelMeasures, convertTime],
  chart: { kind: 'stack', by: 'week', split: 'reached' },
  translations: reportTexts({
    ...leadWords,
    ...funnelWords,
    ...convertWords,
    title: { en: 'Leads dashboard V2', es: 'Panel de prospectos V2' },
  }),
});
