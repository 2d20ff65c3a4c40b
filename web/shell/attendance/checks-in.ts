import { attendanceDesignations } from '#shared/streams/people/attendance/guards.ts';
import type { Me } from '../me.ts';

/** Whether a person of this designation checks in and out. */
export const checksIn = ({ effectiveDesignationId }: Pick<Me, 'effectiveDesignationId'>): boolean =>
  effectiveDesignationId !== null && attendanceDesignations.includes(effectiveDesignationId);
