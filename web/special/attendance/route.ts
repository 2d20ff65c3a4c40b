import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/HR/attendanceDetails',
  title: { en: 'Attendance', es: 'Asistencia' },
  load: () => import('./AttendanceScreen.tsx').then(({ AttendanceScreen }) => AttendanceScreen),
};
