import { defineReport } from '../families/report.ts';
import { reportTexts } from '../families/report-texts.ts';
import { funnelMeasures, funnelWords, leadFilters, leadFunnel, leadWords } from './models/leads.ts';

export const leadsDashboard = defineReport({
  ...leadFunnel,
  name: 'leadsDashboard',
  route: '/reports/leadsDashboard',
  filters: leadFilters('last7'),
  groupedBy: 'source',
  measures: [...funnelMeasures, { name: 'firstCall', kind: 'median', of: 'firstCallMinutes' }],
  chart: { kind: 'stack', by: 'createdAt', split: 'source' },
  translations: reportTexts({
    ...leadWords,
    ...funnelWords,

    title: { en: 'Leads dashboard', es: 'Panel de prospectos' },
    'measure.firstCall': { en: 'Median to first call', es: 'Mediana a la primera llamada' },
    'means.firstCall': {
      en: 'Half of the leads that were called had their first call sooner, by the clock. Uncalled leads are left out.',
      es: 'La mitad de los prospectos llamados recibió antes su primera llamada. Los no llamados no cuentan.',
    },
  }),
});
