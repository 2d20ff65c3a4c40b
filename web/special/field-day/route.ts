import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/customerVisit',
  title: { en: 'Field day', es: 'Jornada de visitas' },
  load: () => import('./FieldDayScreen.tsx').then(({ FieldDayScreen }) => FieldDayScreen),
};
