import type { SpecialRoute } from '#web/parts/special-route.ts';

/** The screens of one patient's care, and the lists of reports and assessments. */
export const routes: readonly SpecialRoute[] = [
  {
    path: '/prescription/personalHistory',
    title: { en: 'Personal history', es: 'Antecedentes' },
    load: () => import('./HistoryScreen.tsx').then(({ HistoryScreen }) => HistoryScreen),
  },
  {
    path: '/prescription/vitalStats',
    title: { en: 'Vitals', es: 'Constantes' },
    load: () => import('./VitalsScreen.tsx').then(({ VitalsScreen }) => VitalsScreen),
  },
  {
    path: '/prescription/labStats',
    title: { en: 'Lab results', es: 'Resultados de laboratorio' },
    load: () => import('./LabsScreen.tsx').then(({ LabsScreen }) => LabsScreen),
  },
  {
    path: '/prescription/careConnect',
    title: { en: 'Care connect', es: 'Atención del paciente' },
    load: () => import('./MonthScreen.tsx').then(({ MonthScreen }) => MonthScreen),
  },
  {
    path: '/prescription/careConnectV2',
    title: { en: 'Care connect wizard', es: 'Asistente de atención' },
    load: () => import('./WizardScreen.tsx').then(({ WizardScreen }) => WizardScreen),
  },
  {
    path: '/prescription/monthlyAssessments',
    title: { en: 'Monthly assessments', es: 'Evaluaciones mensuales' },
    load: () => import('./AssessmentsScreen.tsx').then(({ AssessmentsScreen }) => AssessmentsScreen),
  },
  {
    path: '/prescription/DoctorView',
    title: { en: 'Doctor view', es: 'Vista del médico' },
    load: () => import('./DoctorScreen.tsx').then(({ DoctorScreen }) => DoctorScreen),
  },
  {
    path: '/LabTestReports',
    title: { en: 'Lab test reports', es: 'Informes de laboratorio' },
    load: () => import('./ReportsScreen.tsx').then(({ ReportsScreen }) => ReportsScreen),
  },
];
