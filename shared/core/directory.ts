/** The people and places of the house as a decision may look them up; the server keeps it from the log. */
export interface Directory {
  employee(empId: number): DirectoryEmployee | null;
  employees(): readonly DirectoryEmployee[];
  /** Active employees who hold a right now, temporary designations and admin included. */
  holders(permission: string): readonly DirectoryEmployee[];
  /** Known ones, inactive included: old records still name them; `active` false cannot be chosen anew. */
  designation(id: number): { id: number; name: string; code: string; active?: boolean } | null;
  poo(id: number): { id: number; name: string; city: string; pincode: string; active?: boolean } | null;
  poos(): readonly { id: number; name: string; city: string; pincode: string }[];
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
