import type { Pool } from 'pg';
import { dateOf } from '#shared/core/day.ts';
import { isRefusal, refuse, type Refusal } from '#shared/core/refusal.ts';
import type { Clock, Handle } from '../core/parts.ts';
import type { AccessChange } from './access-log.ts';
import type { Credentials } from './credentials.ts';
import { weakness } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { hashOf, newCode } from './secrets.ts';
import type { OpenAccess } from './open.ts';

const lifeMs = 24 * 3_600_000;

export interface FirstAccountWish {
  readonly code: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly place: { readonly vCode: string; readonly vName: string; readonly vCity: string };
}

export interface FirstAccountParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly handle: Handle;
  readonly access: Pick<OpenAccess, 'systemViewer' | 'demo'> & { readonly credentials: Credentials };
}

/** Whether nobody can sign in: a new installation outside the demo. */
export async function nobodyCanSignIn({
  pool,
  access,
}: Pick<FirstAccountParts, 'pool' | 'access'>): Promise<boolean> {
  return (
    !access.demo &&
    (await pool.query('select 1 from access_credentials where not demo limit 1')).rowCount === 0
  );
}

/** A code for the operator who set the installation up, shown on its terminal; good once, for a day. */
export async function firstAccountCode({
  pool,
  clock,
}: Pick<FirstAccountParts, 'pool' | 'clock'>): Promise<string> {
  const code = newCode(16);
  await pool.query(
    "insert into access_pairings (code_hash, name, kind, rights, made_by, expires_at) values ($1, 'first account', 'first', '{}', 0, $2)",
    [hashOf(code), new Date(clock.now() + lifeMs)],
  );
  return code;
}

/** Creates the first admin and the first place of operation, through the ordinary commands. */
export async function makeFirstAccount(
  parts: FirstAccountParts,
  wish: FirstAccountWish,
  note: (change: AccessChange, empId: number) => void,
): Promise<{ readonly empId: number } | Refusal> {
  const { pool, clock, handle, access } = parts;
  const why = weakness(wish.password, {
    empId: 0,
    name: `${wish.firstName} ${wish.lastName}`,
    phone: '',
    email: wish.email,
  });
  if (why) return refuse('passwordWeak', 422, { why }, 'password');
  const now = new Date(clock.now());
  const code = hashOf(wish.code.replace(/[\s-]/g, '').toUpperCase());
  const good = "code_hash = $1 and kind = 'first' and used_at is null and expires_at > $2";
  const there = await pool.query(`select 1 from access_pairings where ${good}`, [code, now]);
  if (there.rowCount !== 1 || !(await nobodyCanSignIn(parts)))
    return refuse('pairingWrong', 410, undefined, 'code');
  // Before anything is created: it refuses when too many passwords are waiting, and the code stays valid.
  const hash = await hashPassword(wish.password);
  const { rowCount } = await pool.query(`update access_pairings set used_at = $2 where ${good}`, [code, now]);
  if (rowCount !== 1) return refuse('pairingWrong', 410, undefined, 'code');
  const viewer = access.systemViewer('first-account');
  const give = (stream: string, command: string, input: object) =>
    handle({ stream, command, input, viewer, correlationId: `first-account-${now.getTime()}` });
  const failed = async (refusal: Refusal): Promise<Refusal> => {
    await pool.query('update access_pairings set used_at = null where code_hash = $1', [code]);
    return refusal;
  };
  const steps = [
    ['master-designation-2', 'create', { fields: { vCode: 'ADMIN', vName: 'Admin' } }],
    ['master-placeOfOperation-1', 'create', { fields: { vKind: 'store', ...wish.place } }],
  ] as const;
  for (const [stream, command, input] of steps) {
    const done = await give(stream, command, input);
    if (isRefusal(done) && done.code !== 'alreadyExists') return failed(done);
  }
  const made = await give('employee-new', 'createEmployee', {
    firstName: wish.firstName,
    lastName: wish.lastName,
    email: wish.email,
    designationId: 2,
    pooId: 1,
    joiningDate: dateOf(now.toISOString()),
  });
  if (isRefusal(made)) return failed(made);
  const empId = Number(made.id);
  try {
    await access.credentials.set(empId, { hash }, { also: (change) => note(change, empId) });
  } catch (error) {
    // The employee stays, without access; the code can be tried again with another e-mail.
    await pool.query('update access_pairings set used_at = null where code_hash = $1', [code]);
    throw error;
  }
  return { empId };
}
