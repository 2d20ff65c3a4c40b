import type { SpecialRoute } from '#web/parts/special-route.ts';

const title = { en: 'Daywise Dashboard', es: 'Panel del día' };
const load = () => import('./DayDashboardScreen.tsx').then(({ DayDashboardScreen }) => DayDashboardScreen);

export const routes: readonly SpecialRoute[] = [
  { path: '/detailDashboard/:date', title, load },
  { path: '/reports/normalReports/detailDashboard/:date', title, load },
  { path: '/reports/normalReports/detailDashboard/DD', title, load },
];
