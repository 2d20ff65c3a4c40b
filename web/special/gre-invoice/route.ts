import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/greInvoiceImg/:uId',
  title: { en: 'GRE invoice image', es: 'Imagen de factura GRE' },
  load: () => import('./GreInvoiceScreen.tsx').then(({ GreInvoiceScreen }) => GreInvoiceScreen),
};
