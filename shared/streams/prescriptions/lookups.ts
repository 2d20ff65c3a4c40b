import type { Clinical } from './checks/clinical.ts';
import type { Drug } from './prescription/content.ts';

/** The answers to the pickers of the prescription screens. */
export interface FoundPatient {
  readonly patientId: number;
  readonly customerId: number;
  readonly ref: string;
  readonly customerRef: string;
  readonly name: string;
  readonly dob: string | null;
  readonly gender: string | null;
  readonly pooId: number | null;
  readonly phoneMasked: string;
  readonly active: boolean;
}
export interface FoundDrug extends Drug {
  readonly productId: number;
}
export interface FoundMolecule {
  readonly moleculeId: number;
  readonly inn: string;
}
export interface FoundDoctor {
  readonly doctorId: number;
  readonly name: string;
  readonly regNo: string | null;
  readonly speciality: string | null;
}
export interface FoundPartner {
  /** Record of the master: `hospital-3`. */
  readonly partner: string;
  readonly name: string;
}
export interface FoundDrugs {
  readonly products: readonly FoundDrug[];
  readonly molecules: readonly FoundMolecule[];
}
export type ClinicalAnswer = Clinical;
