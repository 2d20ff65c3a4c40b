import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/masters/allowdayStart',
  title: { en: 'Allow day start', es: 'Permitir inicio del día' },
  load: () => import('./LateStartsScreen.tsx').then(({ LateStartsScreen }) => LateStartsScreen),
};
