import type { DirectoryEmployee } from './directory.ts';

/** The designations that rules name; the master of designations starts with them. */
export const designations = {
  admin: { id: 2, code: 'AD' },
  manager: { id: 5, code: 'MG' },
  hr: { id: 8, code: 'HR' },
  accounts: { id: 12, code: 'AC' },
  teamLead: { id: 95, code: 'TL' },
} as const;

/** Whether this person leads a team; a temporary designation counts. */
export const isTeamLead = (one: Pick<DirectoryEmployee, 'effectiveDesignationId'>): boolean =>
  one.effectiveDesignationId === designations.teamLead.id;

/** Whether this person manages a city. */
export const isManager = (one: Pick<DirectoryEmployee, 'designationCode'>): boolean =>
  one.designationCode === designations.manager.code;
