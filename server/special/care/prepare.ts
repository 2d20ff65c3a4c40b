import type { Reading } from '../reading.ts';
import { ucumOf } from '#shared/streams/care/clinical/units.ts';
import type { LabOrderState } from '#shared/streams/care/lab/laborder-state.ts';
import type { LabPrepared } from '#shared/streams/care/lab/results.ts';
import type { LabReportState } from '#shared/streams/care/lab/labreport-state.ts';
import { activeItems, type CareFileState } from '#shared/streams/care/carefile/carefile.ts';
import type { RequiredVital } from '#shared/streams/care/cccase/state.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import type { Prepare } from '../../store/handle.ts';

const active = 'status = 1 and not cancelled';

/** Masters' data for decisions of care that cannot be declared as reads. */
export function carePrepare({ pool }: { readonly pool: Reading }): Readonly<Record<string, Prepare>> {
  /** Vitals that a patient's diagnoses and care tier require each month. */
  const requiredVitals: Prepare = async (
    _command,
    _input,
    _state,
    read,
  ): Promise<{ required: readonly RequiredVital[] }> => {
    const patient = read['patient'] as PatientState;
    const named = activeItems(read['file'] as CareFileState | undefined, 'diagnosis').map(({ key }) =>
      Number(key.split(':')[1]),
    );
    const { rows } = await pool.query<RequiredVital>(
      `select distinct v.fields->>'vLoinc' as loinc, v.name from master_rows m join master_rows v on v.kind = 'vital' and v.id = (m.fields->>'iVitalId')::int
       left join master_rows d on d.kind = 'diagnosis' and d.id = (m.fields->>'iDiagnosisId')::int
       where m.kind = 'vitalsMapping' and m.status = 1 and not m.cancelled and (m.fields->>'bMandatory')::int = 1 and v.fields->>'vLoinc' is not null
       and ((m.fields->>'iCareTierId')::int = $1 or d.id = any($2::int[]) or ($3 and d.name = any($4::text[]))) order by 2`,
      [patient.careTierId, named, named.length === 0, patient.diagnoses],
    );
    return { required: rows };
  };

  /** Units of all assays, and of an ordered report the assays of its tests at its laboratory. */
  const assays: Prepare = async (_command, _input, state: LabReportState): Promise<LabPrepared> => {
    const { rows } = await pool.query<{ id: string; ucum: string }>(
      `select a.id, m.fields->>'vUcum' as ucum from master_rows a join master_rows m on m.kind = 'measure' and m.id = (a.fields->>'iMeasureId')::int where a.kind = 'assay' and a.status = 1 and not a.cancelled`,
    );
    const units = Object.fromEntries(rows.map(({ id, ucum }) => [String(id), ucumOf(ucum)]));
    const report = state.report;
    if (!report || report.orderId === null || report.labId === null) return { units, allowed: null };
    const order = await pool.query<{ state: LabOrderState }>(
      'select state from care_records where stream = $1',
      [`laborder-${report.orderId}`],
    );
    const tests = order.rows[0]?.state.order?.tests.map(({ testId }) => testId) ?? [];
    const mapped = await pool.query<{ ids: readonly number[] }>(
      `select fields->'assayIds' as ids from master_rows where kind = 'labTestMapping' and ${active} and (fields->>'iLabId')::int = $1 and (fields->>'iLabTestId')::int = any($2::int[])`,
      [report.labId, tests],
    );
    // A laboratory without a mapping restricts nothing.
    return { units, allowed: mapped.rows.length === 0 ? null : mapped.rows.flatMap(({ ids }) => ids) };
  };
  return {
    'cccase/open': requiredVitals,
    'cccase/reopen': requiredVitals,
    'labreport/saveDraft': assays,
    'labreport/submitDigitization': assays,
  };
}
