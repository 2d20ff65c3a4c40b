import { defineFeed } from '../core/view.ts';
import { appointmentsView, type AppointmentRow } from './appointments.ts';

/** The viewer's own open appointments: their route through this day and the next ones. */
export const fieldDay = defineFeed<AppointmentRow, { readonly empId: number | null }, AppointmentRow>({
  name: 'field/day',
  view: appointmentsView,
  need: 'signedIn',
  scope: (viewer) => ({ empId: viewer.empId }),
  see: (row, scope) => (row.iAssignedTo === scope.empId ? row : null),
  sources: ['lead'],
});
