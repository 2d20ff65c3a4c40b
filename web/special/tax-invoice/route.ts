import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/customerApp/taxInvoice/:uId',
  title: { en: 'Tax invoice', es: 'Factura' },
  load: () => import('./TaxInvoiceScreen.tsx').then(({ TaxInvoiceScreen }) => TaxInvoiceScreen),
};
