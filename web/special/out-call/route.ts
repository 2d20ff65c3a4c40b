import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/outBound/outCall',
  title: { en: 'Out call', es: 'Llamada saliente' },
  load: () => import('./OutCallScreen.tsx').then(({ OutCallScreen }) => OutCallScreen),
};
