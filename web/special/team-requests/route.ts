import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/approvals',
  title: { en: 'Approvals', es: 'Aprobaciones' },
  feed: 'approvals/inbox',
  load: () => import('./TeamRequestsScreen.tsx').then(({ TeamRequestsScreen }) => TeamRequestsScreen),
};
