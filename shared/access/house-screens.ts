import type { Screen } from './screens.ts';

/** Screens that the house has for its own operators, beside the owner's register. No role lists their entity, so that only admins come in. */
export const houseScreens: readonly Screen[] = [
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
    path: '/admin/readings',
    area: 'General',
    section: 'Main layout',
    group: 'Dashboard',
    guard: 'entity',
    entity: 'readings',
    layout: 'main',
    title: null,
  },
];
