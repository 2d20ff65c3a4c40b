import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/onlinePayment',
  title: { en: 'Online payment', es: 'Pago en línea' },
  load: () => import('./OnlinePaymentScreen.tsx').then(({ OnlinePaymentScreen }) => OnlinePaymentScreen),
};
