import type { SpecialRoute } from '#web/parts/special-route.ts';

const area = () => import('./screens/AreaScreen.tsx').then(({ AreaScreen }) => AreaScreen);

/** Pages of the shell itself, which belong to no family. An area's page lists what one may open in it. */
export const ownPages: readonly SpecialRoute[] = [
  {
    path: '/dashboard',
    title: { en: 'Dashboard', es: 'Panel' },
    load: () => import('./start/StartScreen.tsx').then(({ StartScreen }) => StartScreen),
  },
  {
    path: '/masters/changePassword',
    title: { en: 'Change Password', es: 'Cambiar la contraseña' },
    load: () => import('./screens/ChangePassword.tsx').then(({ ChangePassword }) => ChangePassword),
  },
  {
    path: '/profile/overview',
    title: { en: 'Profile', es: 'Perfil' },
    load: () => import('./screens/ProfileScreen.tsx').then(({ ProfileScreen }) => ProfileScreen),
  },
  {
    path: '/profile/settings',
    title: { en: 'Account Settings', es: 'Ajustes de la cuenta' },
    load: () => import('./screens/SettingsScreen.tsx').then(({ SettingsScreen }) => SettingsScreen),
  },
  {
    path: '/inbox',
    title: { en: 'Inbox', es: 'Bandeja de entrada' },
    feed: 'notifications/me',
    load: () => import('./screens/InboxScreen.tsx').then(({ InboxScreen }) => InboxScreen),
  },
  {
    path: '/calendar',
    title: { en: 'Calendar', es: 'Calendario' },
    load: () => import('./calendar/CalendarScreen.tsx').then(({ CalendarScreen }) => CalendarScreen),
  },
  {
    path: '/chat',
    title: { en: 'Chat', es: 'Chat' },
    load: () => import('./chat/ChatScreen.tsx').then(({ ChatScreen }) => ChatScreen),
  },
  {
    path: '/charts',
    title: { en: 'Charts', es: 'Gráficos' },
    load: () => import('./charts/ChartsScreen.tsx').then(({ ChartsScreen }) => ChartsScreen),
  },
  { path: '/masters', title: { en: 'Masters', es: 'Datos maestros' }, load: area },
  { path: '/outBound', title: { en: 'Out Bound', es: 'Salientes' }, load: area },
  { path: '/customerVisit', title: { en: 'Visit Review', es: 'Revisión de visitas' }, load: area },
  { path: '/prescription', title: { en: 'Prescription', es: 'Recetas' }, load: area },
  { path: '/purchaseanddispatch', title: { en: 'Inventory', es: 'Inventario' }, load: area },
  { path: '/reports', title: { en: 'Reports', es: 'Informes' }, load: area },
  {
    path: '/approvals',
    title: { en: 'Approvals', es: 'Aprobaciones' },
    feed: 'approvals/inbox',
    load: () => import('#web/families/approval/ApprovalInbox.tsx').then(({ ApprovalInbox }) => ApprovalInbox),
  },
  { path: '/HR', title: { en: 'HR', es: 'Recursos humanos' }, load: area },
  { path: '/delivery', title: { en: 'Delivery', es: 'Entregas' }, load: area },
];
