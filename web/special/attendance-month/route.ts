import type { SpecialRoute } from '#web/parts/special-route.ts';

export const route: SpecialRoute = {
  path: '/masters/attendanceDetails',
  title: { en: 'Attendance by month', es: 'Asistencia por mes' },
  load: () =>
    import('./AttendanceMonthScreen.tsx').then(({ AttendanceMonthScreen }) => AttendanceMonthScreen),
};
