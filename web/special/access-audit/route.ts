import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/admin/access-audit',
  title: { en: 'Personal data access', es: 'Acceso a datos personales' },
  load: () => import('./AccessAuditScreen.tsx').then(({ AccessAuditScreen }) => AccessAuditScreen),
};
