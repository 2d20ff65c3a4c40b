import type { Screen } from './screens.ts';

/**
 * Screens for operators that are not in the owner's register. No role lists their entity, so only admins can
 * open them.
 */
export const internalScreens: readonly Screen[] = [
  {
    path: '/admin/integrations',
    area: 'General',
    section: 'Main layout',
    group: 'Dashboard',
    guard: 'entity',
    entity: 'integrations',
    layout: 'main',
    title: null,
  },
  {
    path: '/admin/access-audit',
    area: 'General',
    section: 'Main layout',
    group: 'Dashboard',
    guard: 'entity',
    entity: 'access-audit',
    layout: 'main',
    title: null,
  },
];
