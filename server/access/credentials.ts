import type { Pool } from 'pg';
import type { Clock } from '../core/parts.ts';
import type { AccessChange, MakeChange } from './access-log.ts';
import { hashPassword, passwordIs } from './passwords.ts';

/** A password as it is stored. */
export interface Hashed {
  readonly hash: string;
}
export type Also = (change: AccessChange) => unknown;

export interface SetOptions {
  readonly loginName?: string;
  readonly demo?: boolean;
  readonly toChange?: boolean;
  readonly also?: Also;
}

export interface Credentials {
  /** The stored password when this is the right one, else null; takes as long for people without one. */
  check(empId: number, plain: string): Promise<string | null>;
  /** The stored password; waits for one that is being written. */
  stored(empId: number): Promise<string | null>;
  /**
   * Also ends the person's tickets; `also` is committed with it. `toChange`: good for one sign-in, which
   * changes it.
   */
  set(empId: number, password: string | Hashed, more?: SetOptions): Promise<void>;
  /** Whether somebody else set the stored password, so that the next sign-in must change it. */
  toChange(empId: number): Promise<boolean>;
  /**
   * Replaces the given stored password, ends the person's tickets and remembers the old one; rejects the
   * last three. `gone`: another was set meanwhile. `also` is committed with it.
   */
  change(empId: number, stored: string, plain: string, also: Also): Promise<'changed' | 'reused' | 'gone'>;
  /** Employee id by the demo's login name. */
  byLoginName(name: string): Promise<number | null>;
  demoAccounts(): Promise<{ empId: number; loginName: string }[]>;
}

const remembered = 3;

export function openCredentials(
  pool: Pool,
  clock: Clock,
  makeChange: MakeChange,
  demoMode: boolean,
): Credentials {
  return {
    async check(empId, plain) {
      const { rows } = await pool.query<{ password: string; demo: boolean }>(
        'select password, demo from access_credentials where emp_id = $1',
        [empId],
      );
      const right = await passwordIs(plain, rows[0]?.password ?? null);
      return right && (demoMode || !rows[0]!.demo) ? rows[0]!.password : null;
    },
    async stored(empId) {
      const { rows } = await pool.query<{ password: string }>(
        'select password from access_credentials where emp_id = $1 for share',
        [empId],
      );
      return rows[0]?.password ?? null;
    },
    async set(empId, password, more = {}) {
      const hash = typeof password === 'string' ? await hashPassword(password) : password.hash;
      await makeChange(async (change) => {
        await change.client.query(
          `insert into access_credentials (emp_id, login_name, password, changed_at, demo, to_change) values ($1, $2, $3, $4, $5, $6)
           on conflict (emp_id) do update set password = excluded.password, login_name = coalesce(excluded.login_name, access_credentials.login_name), changed_at = excluded.changed_at, demo = excluded.demo, to_change = excluded.to_change`,
          [
            empId,
            more.loginName?.toLowerCase() ?? null,
            hash,
            new Date(clock.now()),
            more.demo ?? false,
            more.toChange ?? false,
          ],
        );
        await more.also?.(change);
      });
    },
    async toChange(empId) {
      const { rowCount } = await pool.query(
        'select 1 from access_credentials where emp_id = $1 and to_change',
        [empId],
      );
      return rowCount === 1;
    },
    async change(empId, stored, plain, also) {
      const { rows } = await pool.query<{ password: string; earlier: string[] }>(
        'select password, earlier from access_credentials where emp_id = $1',
        [empId],
      );
      const old = rows[0] ? [rows[0].password, ...rows[0].earlier].slice(0, remembered) : [];
      for (const hash of old) if (await passwordIs(plain, hash)) return 'reused';
      const hash = await hashPassword(plain);
      return makeChange(async (change) => {
        const { rowCount } = await change.client.query(
          'update access_credentials set password = $2, earlier = $3, changed_at = $4, demo = false, to_change = false where emp_id = $1 and password = $5',
          [empId, hash, old.slice(0, remembered - 1), new Date(clock.now()), stored],
        );
        if (rowCount !== 1) return 'gone';
        await also(change);
        return 'changed';
      });
    },
    async byLoginName(name) {
      const { rows } = await pool.query<{ emp_id: string }>(
        'select emp_id from access_credentials where login_name = $1',
        [name.trim().toLowerCase()],
      );
      return rows[0] ? Number(rows[0].emp_id) : null;
    },
    async demoAccounts() {
      const { rows } = await pool.query<{ emp_id: string; login_name: string }>(
        'select emp_id, login_name from access_credentials where login_name is not null and demo order by emp_id',
      );
      return rows.map((row) => ({ empId: Number(row.emp_id), loginName: row.login_name }));
    },
  };
}
