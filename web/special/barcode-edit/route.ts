import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/purchaseanddispatch/stockBarcodeEdit',
  title: { en: 'Stock Barcode Edit', es: 'Corrección de etiquetas' },
  load: () => import('./BarcodeEditScreen.tsx').then(({ BarcodeEditScreen }) => BarcodeEditScreen),
};
