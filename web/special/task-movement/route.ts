import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/masters/employeeTaskBulkMovement',
  title: { en: 'Task bulk movement', es: 'Reasignar tareas' },
  load: () => import('./TaskMovementScreen.tsx').then(({ TaskMovementScreen }) => TaskMovementScreen),
};
