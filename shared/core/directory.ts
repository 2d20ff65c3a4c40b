/**
 * Employees, designations and places of operation that a decision may look up. The server keeps it from the
 * log.
 */
export interface Directory {
  employee(empId: number): DirectoryEmployee | null;
  employees(): readonly DirectoryEmployee[];
  /** Active employees who currently hold a right, including through a temporary designation or as admin. */
  holders(permission: string): readonly DirectoryEmployee[];
  /**
   * Includes inactive ones, because old records still name them; one with `active: false` cannot be newly
   * chosen.
   */
  designation(id: number): { id: number; name: string; code: string; active?: boolean } | null;
  poo(id: number): { id: number; name: string; city: string; pincode: string; active?: boolean } | null;
  poos(): readonly { id: number; name: string; city: string; pincode: string }[];
}

/** Whether there is such a place and something new may be sent to it. */
export function placeTakes(directory: Pick<Directory, 'poo'>, pooId: number): boolean {
  const found = directory.poo(pooId);
  return found !== null && found.active !== false;
}

export interface DirectoryEmployee {
  readonly empId: number;
  readonly name: string;
  readonly active: boolean;
  readonly designationId: number | null;
  readonly effectiveDesignationId: number | null;
  readonly designationCode: string | null;
  readonly roleId: number | null;
  readonly managerId: number | null;
  readonly primaryPooId: number | null;
  readonly poos: readonly number[];
  readonly languages: readonly string[];
  readonly phone: string | null;
  readonly admin: boolean;
}
