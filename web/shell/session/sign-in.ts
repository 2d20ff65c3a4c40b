import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { queryClient } from '#web/live/query.ts';
import { session } from '#web/live/session.ts';
import { clearStores, keepMessage } from './hints.ts';

const door = '/employee/api/v2/SignIn';

export interface Welcome {
  readonly msg: string;
  readonly empid: number;
  readonly authtoken: string;
  readonly name: string;
}

/** How far a sign-in came: in, asked for a code, asked to set the second step up, or refused. */
export type SignInStep =
  | { readonly step: 'in'; readonly empId: number }
  | { readonly step: 'code'; readonly ticket: string }
  | { readonly step: 'setUp'; readonly ticket: string; readonly secret: string; readonly uri: string }
  | { readonly step: 'refused'; readonly failure: Failure };

async function welcome(body: Readonly<Record<string, unknown>>, expected: number | null): Promise<SignInStep> {
  try {
    const answer = await api.post<Welcome>(`${door}/login`, body);
    keepMessage(answer.msg);
    if (expected !== null && answer.empid !== expected) {
      // another person: nothing of the one before may stay on the screen
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
  if (failure.code !== 'secondFactorToSet' || typeof ticket !== 'string') return { step: 'refused', failure };
  try {
    const { secret, uri } = await api.post<{ secret: string; uri: string }>('/access/second-factor/enrol', { ticket });
    return { step: 'setUp', ticket, secret, uri };
  } catch (error) {
    return { step: 'refused', failure: failureOf(error) };
  }
}

/** Signs in; `expected` is the one whose work stands on the screen behind, null on an empty page. */
export function signIn(loginId: string, password: string, loginParam: string, expected: number | null): Promise<SignInStep> {
  return welcome({ loginId, password, loginParam }, expected);
}

export function signInWithCode(ticket: string, code: string, loginParam: string, expected: number | null): Promise<SignInStep> {
  return welcome({ ticket, code, loginParam }, expected);
}

/** Signs in with a one-time ticket that somebody who may made. */
export function signInWithTicket(ticket: string, loginParam: string): Promise<SignInStep> {
  return welcome({ ticket, loginParam }, null);
}

/** Signs out here: the server first, then everything this browser keeps of it. A server that cannot be reached does not hold anyone in. */
export async function signOut(): Promise<Failure | null> {
  let failure: Failure | null = null;
  try {
    await api.put(door, { action: 'signOut' });
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
