import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/purchaseanddispatch/stockPutawayList',
  title: { en: 'Barcode And Putaway', es: 'Etiquetas y ubicación' },
  feed: 'stock/putaway',
  load: () => import('./PutawayScreen.tsx').then(({ PutawayScreen }) => PutawayScreen),
};
