import type { Person } from './server.ts';

/** A row of the sign-up queue that this person may claim now: it waits, and somebody else brought it. */
export async function waitingCase(person: Person): Promise<{ readonly id: string }> {
  const rows = (await person.get('/feeds/queue/signup-queue')).body.rows as {
    id: string;
    state: string;
    submitter: { empId: number } | null;
  }[];
  const row = rows.find((one) => one.state === 'waiting' && one.submitter?.empId !== person.empId);
  if (row === undefined) throw new Error('No case of the sign-up queue waits for this person.');
  return row;
}
