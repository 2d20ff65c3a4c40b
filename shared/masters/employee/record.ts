import { limits } from '../../core/limits.ts';

/** What every screen over employees declares. */
export const ofEmployees = {
  kind: 'employee',
  service: 'employee',
  people: true,
  personal: true,
  offers: limits.pageSizes.employeeSearch,
} as const;
