import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import {
  convertTime,
  convertWords,
  funnelMeasures,
  funnelWords,
  leadFilters,
  leadFunnel,
  leadWords,
} from './models/leads.ts';

export const salesFunnel = defineReport({
  ...leadFunnel,
  name: 'salesFunnel',
  route: '/reports/salesFunnel',
  filters: leadFilters('last30'),
  groupedBy: 'source',
  measures: [...funnelMeasures, convertTime],
  chart: { kind: 'bar', by: 'reached' },
  translations: reportTexts({
    ...leadWords,
    ...funnelWords,
    ...convertWords,
    title: { en: 'Sales funnel', es: 'Embudo de ventas' },
  }),
});
