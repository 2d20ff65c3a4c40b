import type { Pool } from 'pg';
import type { SourceMessage } from '#shared/wire.ts';

/**
 * Finds the stream that an outside record belongs to when it began here; null otherwise. Called for the
 * first message about the record.
 */

/** A customer that the app had stored outside: the service returns the key that was sent with it. */
export async function storedCustomer(
  pool: Pool,
  { service, entity, data }: SourceMessage,
): Promise<string | null> {
  const key = data['iSignupId'];
  if (typeof key !== 'number' && typeof key !== 'string') return null;
  const { rows } = await pool.query<{ stream: string }>({
    name: 'stored-customer',
    text: "select stream from source_outbox where service = $1 and operation = 'storeCustomer' and key = $2",
    values: [service, String(key)],
  });
  const ties = rows[0] && (JSON.parse(rows[0].stream) as { entity: string; stream: string });
  return ties?.entity === entity ? ties.stream : null;
}

/** A patient from a sign-up here: of the same customer, with the same name, and not yet known outside. */
export async function patientOfSignup(
  pool: Pool,
  { data }: SourceMessage,
  customer: string | null,
): Promise<string | null> {
  const name = data['vPatientName'];
  if (customer === null || typeof name !== 'string') return null;
  const { rows } = await pool.query<{ stream: string }>({
    name: 'patient-of-signup',
    text: `select p.stream from events c cross join lateral jsonb_array_elements_text(c.body::jsonb->'data'->'patientIds') with ordinality as n(id, place)
        join events p on p.stream = 'patient-' || n.id and p.version = 1
      where c.stream = $1 and c.version = 1 and plain_text(p.body::jsonb->'data'->>'name') = plain_text($2)
        and not exists (select 1 from source_ids s where s.stream = p.stream) order by n.place limit 1`,
    values: [customer, name],
  });
  return rows[0]?.stream ?? null;
}
