import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/approvals/productCreationRequest',
  title: { en: 'Product Creation Request', es: 'Solicitudes de producto nuevo' },
  feed: 'approvals/productCreationRequest',
  load: () =>
    import('./ProductRequestsScreen.tsx').then(({ ProductRequestsScreen }) => ProductRequestsScreen),
};
