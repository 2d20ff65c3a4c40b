import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { signIn, type Person } from '#tests/kit/server.ts';

/** A demo account. */
export interface Account {
  readonly empId: number;
  readonly login: string;
}
/** A password that nobody else has. */
export const secret = (): string => `${randomUUID()} plum`;

/** Signs in, and says how that was answered. */
export async function login(
  url: string,
  body: object,
): Promise<{ status: number; code?: string; ticket?: string }> {
  const answer = await fetch(`${url}/employee/api/v2/SignIn/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = (await answer.json()) as { code?: string; details?: { ticket?: string } };
  return {
    status: answer.status,
    ...(said.code ? { code: said.code } : {}),
    ...(said.details?.ticket ? { ticket: said.details.ticket } : {}),
  };
}

/** Signs in with a password that somebody set, changing it as that sign-in asks. */
export async function comeIn(url: string, empId: number, password: string, own = secret()): Promise<Person> {
  const first = await login(url, { loginId: empId, password });
  expect(first).toMatchObject({ status: 401, code: 'passwordToChange' });
  expect((await login(url, { ticket: first.ticket, newPassword: own })).status).toBe(200);
  return signIn(url, String(empId), own);
}

/** A person's rights as the console receives them, and whether they are admin. */
export async function rightsOf(
  person: Person,
): Promise<{ readonly admin: boolean; readonly rights: readonly string[] }> {
  return (await person.get('/access/me')).body as { admin: boolean; rights: string[] };
}

/** The rights that an attacker would like to have. */
export const everything = [
  {
    vGroupName: 'Out Bound',
    vGroupDisplayName: 'Out Bound',
    entitiesList: ['signup-queue', 'taskNotStarted', 'qualityReview'].map((vEntity) => ({
      vEntity,
      vEntityDisplayName: vEntity,
      bFullAcess: 1,
    })),
  },
  {
    vGroupName: 'Masters',
    vGroupDisplayName: 'Masters',
    entitiesList: [{ vEntity: 'rolemasterv2', vEntityDisplayName: 'Roles', bFullAcess: 1 }],
  },
];

/** Sends a command with the current version of the record, taken from the refusal of a wrong one. */
export async function commandAtItsVersion(
  person: Person,
  stream: string,
  command: string,
  input: object,
): Promise<number> {
  const first = await person.command(stream, command, input, { version: 1 });
  const version = Number((first.body as { details?: { version?: number } }).details?.version);
  if (first.status !== 409 || !version) return first.status;
  return (await person.command(stream, command, input, { version })).status;
}
