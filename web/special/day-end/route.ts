import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/purchaseanddispatch/dayendsubmission',
  title: { en: 'Day End Submission', es: 'Cierre del día' },
  load: () => import('./DayEndScreen.tsx').then(({ DayEndScreen }) => DayEndScreen),
};
