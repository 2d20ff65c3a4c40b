import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { queryClient } from '#web/live/query.ts';
import { session } from '#web/live/session.ts';
import { clearStores, keepMessage } from './hints.ts';

const route = '/employee/api/v2/SignIn';

export interface Welcome {
  readonly msg: string;
  readonly empid: number;
  readonly authtoken: string;
  readonly name: string;
}

/**
 * Result of a sign-in step: done, code required, second factor to be set up, new password required, or
 * refused.
 */
export type SignInStep =
  | { readonly step: 'in'; readonly empId: number }
  | { readonly step: 'code'; readonly ticket: string }
  | { readonly step: 'setUp'; readonly ticket: string; readonly secret: string; readonly uri: string }
  | { readonly step: 'newPassword'; readonly ticket: string }
  | { readonly step: 'refused'; readonly failure: Failure };

async function welcome(
  body: Readonly<Record<string, unknown>>,
  expected: number | null,
): Promise<SignInStep> {
  try {
    const answer = await api.post<Welcome>(`${route}/login`, body);
    keepMessage(answer.msg);
    if (expected !== null && answer.empid !== expected) {
      // another person: nothing of the previous one may stay on screen
      session.begin(answer.authtoken);
      location.replace('/dashboard');
      return { step: 'in', empId: answer.empid };
    }
    session.begin(answer.authtoken);
    return { step: 'in', empId: answer.empid };
  } catch (error) {
    return await next(failureOf(error));
  }
}

async function next(failure: Failure): Promise<SignInStep> {
  const ticket = failure.details?.ticket;
  if (failure.code === 'secondFactorNeeded' && typeof ticket === 'string') return { step: 'code', ticket };
  if (failure.code === 'passwordToChange' && typeof ticket === 'string')
    return { step: 'newPassword', ticket };
  if (failure.code !== 'secondFactorToSet' || typeof ticket !== 'string') return { step: 'refused', failure };
  try {
    const { secret, uri } = await api.post<{ secret: string; uri: string }>('/access/second-factor/enrol', {
      ticket,
    });
    return { step: 'setUp', ticket, secret, uri };
  } catch (error) {
    return { step: 'refused', failure: failureOf(error) };
  }
}

/** Signs in; `expected` is the person whose work is on the screen behind, null on an empty page. */
export function signIn(
  loginId: string,
  password: string,
  loginParam: string,
  expected: number | null,
): Promise<SignInStep> {
  return welcome({ loginId, password, loginParam }, expected);
}

export function signInWithCode(
  ticket: string,
  code: string,
  loginParam: string,
  expected: number | null,
): Promise<SignInStep> {
  return welcome({ ticket, code, loginParam }, expected);
}

/** Completes a sign-in whose password was set by somebody else. */
export function signInWithNewPassword(
  ticket: string,
  newPassword: string,
  loginParam: string,
  expected: number | null,
): Promise<SignInStep> {
  return welcome({ ticket, newPassword, loginParam }, expected);
}

/** Signs in with a one-time ticket created by an authorized person. */
export function signInWithTicket(ticket: string, loginParam: string): Promise<SignInStep> {
  return welcome({ ticket, loginParam }, null);
}

/**
 * Signs out: on the server first, then everything stored in this browser. Works even if the server cannot be
 * reached.
 */
export async function signOut(): Promise<Failure | null> {
  let failure: Failure | null = null;
  try {
    await api.put(route, { action: 'signOut' });
  } catch (error) {
    failure = failureOf(error);
  }
  queryClient.clear();
  clearStores();
  session.leave();
  void import('../notices/push-here.ts')
    .then(({ forgetPush }) => forgetPush())
    .catch((error: unknown) => console.warn('this browser keeps its push address', error));
  return failure;
}
