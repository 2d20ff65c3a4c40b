import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/admin/readings',
  title: { en: 'Reading of personal data', es: 'Lectura de datos personales' },
  load: () => import('./ReadingsScreen.tsx').then(({ ReadingsScreen }) => ReadingsScreen),
};
