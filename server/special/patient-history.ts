import type { Reading } from './reading.ts';
import { businessDay } from '#shared/core/day.ts';
import {
  activeItems,
  carefile,
  careFileStream,
  type CareFileState,
} from '#shared/streams/care/carefile/carefile.ts';
import type { KnownAllergy } from '#shared/streams/prescriptions/checks/clinical.ts';
import type { Clock, KeptViews, Log } from '../core/parts.ts';
import type { ClinicalFacts, PatientHistory } from './prescription-facts.ts';
import { openClinicalFacts } from './prescription-facts.ts';

/** eGFR by CKD-EPI, with and without race, and by MDRD. */
const egfrCodes = ['98979-8', '62238-1', '33914-3'] as const;
const drugAllergy = 1;

/**
 * Data from the patient's sheet of the care streams: allergies by molecule, pregnancy, the last filtration of
 * the kidneys.
 */
export function openPatientHistory({
  pool,
  log,
}: {
  readonly pool: Reading;
  readonly log: Pick<Log, 'readStream'>;
}): PatientHistory {
  /** The patient's sheet as the log has it now, folded by its own stream. */
  const sheet = async (patientId: number): Promise<CareFileState> =>
    (await log.readStream(careFileStream(patientId))).reduce(
      (now, event) => carefile.evolve(now, event as Parameters<typeof carefile.evolve>[1]),
      carefile.initial(String(patientId)),
    );
  return {
    async allergies(patientId) {
      const all = activeItems(await sheet(patientId), 'allergy');
      const noted = all.filter(
        ({ allergyType, moleculeId }) => allergyType === drugAllergy || moleculeId !== undefined,
      );
      const ids = noted.flatMap(({ moleculeId }) => moleculeId ?? []);
      const { rows } = await pool.query<{ id: number; atc: string | null }>(
        "select id, fields->>'vAtc' as atc from master_rows where kind = 'molecule' and id = any($1::int[])",
        [ids],
      );
      const known = noted.map(({ name, moleculeId, confirmed }): KnownAllergy => ({
        name,
        moleculeId: moleculeId ?? null,
        atc: rows.find(({ id }) => id === moleculeId)?.atc ?? null,
        // An unknown value counts as confirmed, to be on the safe side.
        confirmed: confirmed ?? true,
      }));
      return { known, asked: all.length > 0 };
    },
    async egfr(patientId) {
      const { vitals } = await sheet(patientId);
      const [last] = egfrCodes
        .flatMap((code) => vitals[code] ?? [])
        .toSorted((one, other) => other.takenAt.localeCompare(one.takenAt));
      return last ? { value: last.value, on: businessDay(Date.parse(last.takenAt)) } : null;
    },
    async pregnant(patientId) {
      return activeItems(await sheet(patientId), 'diagnosis').some(({ name }) =>
        /pregnan|embaraz/i.test(name),
      )
        ? true
        : null;
    },
  };
}

/** All patient data that a check needs. */
export function clinicalFacts(parts: {
  readonly pool: Reading;
  readonly log: Pick<Log, 'readStream'>;
  readonly views: KeptViews;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly onError?: (error: unknown) => void;
}): ClinicalFacts {
  return openClinicalFacts({ ...parts, history: openPatientHistory(parts) });
}
