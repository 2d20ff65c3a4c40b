import type { Pool } from 'pg';
import type { Refusal } from '#shared/core/refusal.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { nameOf } from '#shared/streams/people/employee-state.ts';
import type { Clock } from '../core/parts.ts';
import type { AccessEntry, MakeChange, Record } from './access-log.ts';
import type { Credentials } from './credentials.ts';
import { weakness } from './password-rules.ts';
import type { People } from './people.ts';
import type { SecondFactors } from './second-factor.ts';
import { hashOf, newSecret } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { Tickets } from './tickets.ts';
import type { Tries } from './tries.ts';

export interface Caller {
  readonly ip: string;
  readonly userAgent: string;
  readonly loginParam: string;
  readonly device: string | null;
  readonly correlationId: string;
}
export interface SignedIn {
  readonly viewer: Viewer;
  readonly sessionId: string;
  readonly cookie: string;
  readonly token: string;
  readonly device: string;
}

export interface SignInParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly people: People;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly tries: Tries;
  readonly secondFactors: SecondFactors;
  readonly record: Record;
  readonly change: MakeChange;
}

export interface SignIn {
  byPassword(loginId: string, password: string, caller: Caller, code?: string): Promise<SignedIn | Refusal>;
  /** The second half of a sign-in: the ticket of the first half and a code of the authenticator. */
  bySecondFactor(ticket: string, code: string, caller: Caller): Promise<SignedIn | Refusal>;
  /** The last part of a sign-in with a password that somebody else set: choosing one's own. */
  byNewPassword(ticket: string, newPassword: string, caller: Caller): Promise<SignedIn | Refusal>;
  byRelexauth(ticket: string, caller: Caller): Promise<SignedIn | Refusal>;
}

const wrong = (): Refusal => refuse('signInFailed', 401);

export function openSignIn(parts: SignInParts): SignIn {
  const { pool, clock, people, credentials, sessions, tickets, tries, secondFactors, record, change } = parts;

  const failed = (empId: number | null, caller: Caller, reason: string): Promise<void> =>
    record({
      action: 'signInFailed',
      result: 'deny',
      empId,
      ip: caller.ip,
      reason,
      correlationId: caller.correlationId,
    });

  /** The password may change meanwhile: a sign-in that began with the old one ends here. */
  async function passwordIsStill(empId: number, password: string | null, caller: Caller): Promise<boolean> {
    if ((await credentials.stored(empId)) === password) return true;
    await failed(empId, caller, 'passwordChanged');
    return false;
  }

  /** `password` as it was stored when this sign-in began. */
  async function come(
    empId: number,
    password: string | null,
    caller: Caller,
    how: string,
  ): Promise<SignedIn | Refusal> {
    const device = caller.device ?? newSecret();
    const opened = await sessions.open(empId, caller);
    if (!(await passwordIsStill(empId, password, caller))) {
      if (opened)
        await change((made) => sessions.end(made, { empId, sessionId: opened.id }, 'passwordChanged'));
      return wrong();
    }
    if (!opened) return refuse('employeeInactive', 403);
    await pool.query(
      'insert into access_known_devices (device_hash, emp_id, seen_at) values ($1, $2, $3) on conflict (device_hash, emp_id) do update set seen_at = excluded.seen_at',
      [hashOf(device), empId, new Date(clock.now())],
    );
    await record({
      action: 'signIn',
      result: 'allow',
      empId,
      name: opened.viewer.name,
      sessionId: opened.id,
      ip: caller.ip,
      reason: how,
      correlationId: caller.correlationId,
    });
    return {
      viewer: opened.viewer,
      sessionId: opened.id,
      cookie: opened.cookie,
      token: opened.token,
      device,
    };
  }

  /** Opens a session for the right password; one that somebody else set must be changed first. */
  async function enter(
    empId: number,
    password: string | null,
    caller: Caller,
    how: string,
  ): Promise<SignedIn | Refusal> {
    if (!(await credentials.toChange(empId))) return come(empId, password, caller, how);
    const ticket = await tickets.make('newPassword', { empId, madeBy: null, sessionId: null });
    return (await passwordIsStill(empId, password, caller))
      ? refuse('passwordToChange', 401, { ticket })
      : wrong();
  }

  /** Codes are rate-limited like passwords: six digits would not withstand many attempts. */
  async function verify(
    empId: number,
    code: string,
    state: 'enrolling' | 'on',
    caller: Caller,
  ): Promise<true | Refusal> {
    const account = `code:${empId}`;
    const booked = await tries.book(account, empId, caller);
    if ('refused' in booked) return booked;
    const set: AccessEntry = {
      action: 'secondFactorSet',
      result: 'allow',
      empId,
      ip: caller.ip,
      correlationId: caller.correlationId,
    };
    if (await secondFactors.verify(empId, code, state, state === 'enrolling' ? set : undefined)) {
      await tries.forgive(account, booked.id);
      return true;
    }
    await failed(empId, caller, 'code');
    return refuse('codeWrong', 401);
  }

  async function secondHalf(
    empId: number,
    password: string,
    caller: Caller,
    code: string | undefined,
  ): Promise<SignedIn | Refusal> {
    const state = await secondFactors.state(empId);
    const body = people.role(people.row(empId)?.roleId ?? null)?.bSecondFactor === 1;
    if (state !== 'on' && !body) return enter(empId, password, caller, 'password');
    if (state === 'on' && code !== undefined) {
      const verified = await verify(empId, code, 'on', caller);
      return verified === true ? enter(empId, password, caller, 'password and code') : verified;
    }
    const ticket = await tickets.make('secondFactor', { empId, madeBy: null, sessionId: null });
    if (!(await passwordIsStill(empId, password, caller))) return wrong();
    return refuse(state === 'on' ? 'secondFactorNeeded' : 'secondFactorToSet', 401, { ticket });
  }

  return {
    async byPassword(loginId, password, caller, code) {
      const named = await credentials.byLoginName(loginId);
      const person = named === null ? people.find(loginId) : people.row(named);
      const account = person
        ? `employee:${person.empId}`
        : `unknown:${hashOf(loginId.trim().toLowerCase()).toString('hex')}`;
      const booked = await tries.book(account, person?.empId ?? null, caller);
      if ('refused' in booked) {
        await failed(person?.empId ?? null, caller, booked.code);
        return booked;
      }
      const stored = await credentials.check(person?.empId ?? 0, password);
      if (stored === null || !person) {
        await failed(person?.empId ?? null, caller, 'password');
        return wrong();
      }
      await tries.forgive(account, booked.id);
      if (!person.active) {
        await failed(person.empId, caller, 'inactive');
        return refuse('employeeInactive', 403);
      }
      return secondHalf(person.empId, stored, caller, code);
    },
    async bySecondFactor(text, code, caller) {
      const ticket = await tickets.check('secondFactor', text);
      if (ticket === null || ticket === 'used') return refuse('ticketUsedOrExpired', 410);
      const stored = await credentials.stored(ticket.empId);
      const state = await secondFactors.state(ticket.empId);
      const verified =
        state === 'none' ? refuse('codeWrong', 401) : await verify(ticket.empId, code, state, caller);
      if (verified !== true) {
        await tickets.miss('secondFactor', text);
        return verified;
      }
      const used = await tickets.use('secondFactor', text);
      if (used === null || used === 'used') return refuse('ticketUsedOrExpired', 410);
      return enter(ticket.empId, stored, caller, 'password and code');
    },
    async byNewPassword(text, newPassword, caller) {
      const ticket = await tickets.check('newPassword', text);
      const row = ticket === null || ticket === 'used' ? null : people.row(ticket.empId);
      const stored = row && (await credentials.stored(row.empId));
      if (!row?.active || !stored) return refuse('ticketUsedOrExpired', 410);
      const { empId } = row;
      const why = weakness(newPassword, { ...row, name: nameOf(row) });
      if (why) return refuse('passwordWeak', 422, { why }, 'newPassword');
      const changed = await credentials.change(empId, stored, newPassword, async (made) => {
        await sessions.end(made, { empId }, 'passwordChanged');
        made.note({
          action: 'passwordChanged',
          result: 'allow',
          empId,
          ip: caller.ip,
          reason: 'first',
          correlationId: caller.correlationId,
        });
      });
      if (changed === 'reused') return refuse('passwordReused', 422, undefined, 'newPassword');
      if (changed === 'gone') return refuse('ticketUsedOrExpired', 410);
      return come(empId, await credentials.stored(empId), caller, 'new password');
    },
    async byRelexauth(text, caller) {
      const checked = await tickets.check('relexauth', text);
      const stored = checked === null || checked === 'used' ? null : await credentials.stored(checked.empId);
      const ticket = await tickets.use('relexauth', text);
      if (ticket === null || ticket === 'used') return refuse('ticketUsedOrExpired', 410);
      await record({
        action: 'ticketUsed',
        result: 'allow',
        empId: ticket.empId,
        ip: caller.ip,
        objectType: 'employee',
        objectId: String(ticket.madeBy),
        correlationId: caller.correlationId,
      });
      return come(ticket.empId, stored, caller, 'relexauth');
    },
  };
}
