import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/customerVisit/visitReviewV2',
  title: { en: 'Visit review', es: 'Revisión de visita' },
  load: () => import('./VisitReviewScreen.tsx').then(({ VisitReviewScreen }) => VisitReviewScreen),
};
