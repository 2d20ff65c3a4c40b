import type { SpecialRoute } from '#web/parts/special-route.ts';

export const routes: readonly SpecialRoute[] = [
  {
    path: '/delivery/deliveryStatement',
    title: { en: 'Generate Delivery Statement', es: 'Hoja de reparto' },
    load: () => import('./StatementScreen.tsx').then(({ StatementScreen }) => StatementScreen),
  },
  {
    path: '/delivery/deleveryStatementList',
    title: { en: 'Delivery Statement List', es: 'Hojas de reparto' },
    load: () => import('./RunsScreen.tsx').then(({ RunsScreen }) => RunsScreen),
  },
  {
    path: '/purchaseanddispatch/markAsDeliverd',
    title: { en: 'Mark As Delivered', es: 'Marcar como entregado' },
    load: () => import('./ParcelScreens.tsx').then(({ MarkScreen }) => MarkScreen),
  },
  {
    path: '/purchaseanddispatch/dunzoPickupOtpVerification',
    title: { en: 'Dunzo Handover', es: 'Entrega al mensajero' },
    load: () => import('./ParcelScreens.tsx').then(({ PickupScreen }) => PickupScreen),
  },
  {
    path: '/purchaseanddispatch/customerRto',
    title: { en: 'Customer RTO', es: 'Devoluciones en reparto' },
    load: () => import('./ParcelScreens.tsx').then(({ RtoScreen }) => RtoScreen),
  },
];
