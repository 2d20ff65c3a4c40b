import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from './reading.ts';
import { businessDay } from '#shared/core/day.ts';
import { medicinesView } from '#shared/feeds/medicines.ts';
import { ageOn } from '#shared/streams/customers/signup/fields.ts';
import type { Clinical, KnownAllergy } from '#shared/streams/prescriptions/checks/clinical.ts';
import type { InteractionTable } from '#shared/streams/prescriptions/checks/interaction-table.ts';
import {
  curatedInteractions,
  interactionTable,
} from '#shared/streams/prescriptions/checks/interaction-table.ts';
import type {
  Drug,
  EnteredLine,
  Molecule,
  RxHeader,
  Schedule,
  Unit,
} from '#shared/streams/prescriptions/prescription/content.ts';
import { schedules } from '#shared/streams/prescriptions/prescription/content.ts';
import type { FoundNames } from '#shared/streams/prescriptions/prescription/drugs.ts';
import type { Clock, KeptViews } from '../core/parts.ts';

interface Row<F> {
  readonly id: number;
  readonly name: string;
  readonly stage: string | null;
  readonly status: 0 | 1;
  readonly fields: F;
}
interface ProductFields {
  readonly vForm?: string;
  readonly schedules?: readonly string[];
  readonly composition?: readonly {
    readonly iMoleculeId: number;
    readonly nStrength: number;
    readonly vUnit: Unit;
  }[];
}
interface MoleculeFields {
  readonly vInn?: string;
  readonly vAtc?: string;
  readonly schedules?: readonly string[];
}
interface DoctorFields {
  readonly vRegNo?: string;
}

async function rowsOf<F>(pool: Reading, kind: string, ids: readonly number[]): Promise<readonly Row<F>[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<Row<F>>(
    'select id, name, stage, status, fields from master_rows where kind = $1 and id = any($2::int[]) and not cancelled',
    [kind, [...new Set(ids)]],
  );
  return rows;
}

const known = (given: readonly string[] | undefined): Schedule[] =>
  (given ?? []).filter((one): one is Schedule => (schedules as readonly string[]).includes(one));

/** The masters' data of the products, molecules and the doctor that an entry names. */
export async function foundNames(
  pool: Reading,
  lines: readonly Pick<EnteredLine, 'productId' | 'moleculeId'>[],
  header?: Pick<RxHeader, 'prescriber'>,
): Promise<FoundNames> {
  const products = await rowsOf<ProductFields>(
    pool,
    'product',
    lines.flatMap(({ productId }) => productId ?? []),
  );
  const wanted = [
    ...lines.flatMap(({ moleculeId }) => moleculeId ?? []),
    ...products.flatMap(({ fields }) => (fields.composition ?? []).map((one) => one.iMoleculeId)),
  ];
  const [molecules, doctors] = await Promise.all([
    rowsOf<MoleculeFields>(pool, 'molecule', wanted),
    rowsOf<DoctorFields>(pool, 'doctor', header?.prescriber.doctorId ? [header.prescriber.doctorId] : []),
  ]);
  const byId = new Map(molecules.map((one) => [one.id, one]));
  const moleculeOf = (id: number, strength: number | null, unit: Unit | null): Molecule => {
    const one = byId.get(id);
    return {
      moleculeId: id,
      inn: one?.fields.vInn ?? one?.name ?? `#${id}`,
      atc: one?.fields.vAtc ?? null,
      strength,
      unit,
    };
  };
  const drugOf = ({ id, name, stage, status, fields }: Row<ProductFields>): Drug => ({
    productId: id,
    name,
    form: fields.vForm ?? '',
    schedules: known(fields.schedules),
    molecules: (fields.composition ?? []).map((part) =>
      moleculeOf(part.iMoleculeId, part.nStrength, part.vUnit),
    ),
    sold: status === 1 && (stage === 'active' || stage === 'discontinued'),
  });
  return {
    products: Object.fromEntries(products.map((one) => [one.id, drugOf(one)])),
    molecules: Object.fromEntries(
      molecules.map(({ id, fields }) => [
        id,
        { ...moleculeOf(id, null, null), schedules: known(fields.schedules) },
      ]),
    ),
    doctors: Object.fromEntries(
      doctors.map(({ id, name, fields }) => [id, { name, regNo: fields.vRegNo ?? null }]),
    ),
  };
}

/** Patient data that another part of the server supplies. */
export interface PatientHistory {
  allergies(patientId: number): Promise<{ readonly known: readonly KnownAllergy[]; readonly asked: boolean }>;
  egfr(patientId: number): Promise<Clinical['egfr']>;
  pregnant(patientId: number): Promise<boolean | null>;
}

export interface ClinicalFacts {
  of(
    patient: {
      readonly patientId: number;
      readonly patientName: string;
      readonly patientDob: string | null;
      readonly patientGender: string | null;
    },
    but?: number,
  ): Promise<Clinical>;
}

/**
 * The patient data for checking a prescription. `interactions.json` in the data folder replaces the curated
 * table.
 */
export function openClinicalFacts(parts: {
  readonly views: KeptViews;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly history: PatientHistory;
  /** Called once for each version of the file that cannot be read. */
  readonly onError?: (error: unknown) => void;
}): ClinicalFacts {
  let kept: { readonly at: number; readonly table: InteractionTable; readonly fault: boolean } | null = null;
  const table = async (): Promise<{ readonly table: InteractionTable; readonly fault: boolean }> => {
    const path = join(parts.dataDir, 'interactions.json');
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!found) return { table: curatedInteractions, fault: false };
    if (kept?.at !== found.mtimeMs) {
      const before = kept?.table ?? curatedInteractions;
      try {
        const read = interactionTable.parse(JSON.parse(await readFile(path, 'utf8')));
        kept = { at: found.mtimeMs, table: read, fault: false };
      } catch (error) {
        parts.onError?.(error);
        kept = { at: found.mtimeMs, table: before, fault: true };
      }
    }
    return kept;
  };
  return {
    async of({ patientId, patientName, patientDob, patientGender }, but) {
      const [interactions, row, allergies, egfr, pregnant] = await Promise.all([
        table(),
        parts.views.read(medicinesView, String(patientId)),
        parts.history.allergies(patientId),
        parts.history.egfr(patientId),
        parts.history.pregnant(patientId),
      ]);
      const today = businessDay(parts.clock.now());
      return {
        ageYears: patientDob === null ? null : ageOn(patientDob, today),
        gender: patientGender,
        patientName,
        allergies: allergies.known,
        allergiesAsked: allergies.asked,
        medicines: (row?.medicines ?? []).filter((one) => one.valid && one.prescriptionId !== but),
        egfr,
        pregnant,
        interactions: interactions.table,
        interactionsFault: interactions.fault,
      };
    },
  };
}
