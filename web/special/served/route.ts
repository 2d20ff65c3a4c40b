import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/outBound/outCall1',
  title: { en: 'Out call (served)', es: 'Llamadas salientes (servidas)' },
  load: () => import('./ServedScreen.tsx').then(({ ServedScreen }) => ServedScreen),
};
