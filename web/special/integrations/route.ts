import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/admin/integrations',
  title: { en: 'Integrations', es: 'Integraciones' },
  load: () => import('./IntegrationsScreen.tsx').then(({ IntegrationsScreen }) => IntegrationsScreen),
};
