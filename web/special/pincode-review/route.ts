import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/masters/pincode-Employee-reviewreport',
  title: { en: 'Pincode–employee review', es: 'Revisión código postal–empleado' },
  load: () => import('./PincodeReviewScreen.tsx').then(({ PincodeReviewScreen }) => PincodeReviewScreen),
};
