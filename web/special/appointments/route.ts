import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/outBound/pharamLeadFixSalesApp',
  title: { en: 'Appointments', es: 'Citas' },
  load: () => import('./AppointmentsScreen.tsx').then(({ AppointmentsScreen }) => AppointmentsScreen),
};
