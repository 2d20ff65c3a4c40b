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

export const citywiseConversion = defineReport({
  ...leadFunnel,
  name: 'citywisePharmaleadConversion',
  route: '/reports/citywisePharmaleadConversion',
  filters: leadFilters('last30'),
  groupedBy: 'city',
  measures: [...funnelMeasures, convertTime],
  chart: { kind: 'stack', by: 'city', split: 'reached' },
  translations: reportTexts({
    ...leadWords,
    ...funnelWords,
    ...convertWords,
    title: { en: 'City-wise pharma lead conversion', es: 'Conversión de prospectos por ciudad' },
  }),
});
