import type { Pool } from 'pg';
import type { Kept, ValueRow } from '#shared/streams/care/wire.ts';

interface Row {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly state: unknown;
  readonly began_at: Date;
  readonly changed_at: Date;
}

function keptOf<S>({ id, stream, version, state, began_at, changed_at }: Row): Kept<S> {
  // The table holds the state that the stream's own evolve made.
  return {
    id,
    stream,
    version,
    state: state as S,
    beganAt: began_at.toISOString(),
    changedAt: changed_at.toISOString(),
  };
}

/** Records of one kind of a patient, the newest first. */
export async function recordsOf<S>(
  pool: Pool,
  patient: number,
  kind: string,
  most = 500,
): Promise<Kept<S>[]> {
  const { rows } = await pool.query<Row>(
    'select id, stream, version, state, began_at, changed_at from care_records where patient_id = $1 and kind = $2 order by changed_at desc, stream limit $3',
    [patient, kind, most],
  );
  return rows.map((row) => keptOf<S>(row));
}

export async function recordAt<S>(pool: Pool, stream: string): Promise<Kept<S> | null> {
  const { rows } = await pool.query<Row>(
    'select id, stream, version, state, began_at, changed_at from care_records where stream = $1',
    [stream],
  );
  return rows[0] ? keptOf<S>(rows[0]) : null;
}

export const valueColumns =
  "source || ':' || part as id, source, part, loinc, name, to_char(at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') as at, value, text, unit, original, low, high, flag, status, version, facts";

/** Current values: the newest of each, or all since an instant. */
export async function latestValues(
  pool: Pool,
  patient: number,
  streams: 'vital' | 'labreport',
): Promise<ValueRow[]> {
  const { rows } = await pool.query<ValueRow>(
    `select distinct on (loinc) ${valueColumns} from care_values where patient_id = $1 and status = 'final' and source like $2 order by loinc, care_values.at desc`,
    [patient, `${streams}-%`],
  );
  return rows;
}
