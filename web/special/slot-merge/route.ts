import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/outBound/empSlotMerge',
  title: { en: 'Employee slot merge', es: 'Unión de franjas del empleado' },
  load: () => import('./SlotMergeScreen.tsx').then(({ SlotMergeScreen }) => SlotMergeScreen),
};
