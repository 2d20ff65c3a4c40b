import type { OpenAccess } from '#server/access/open.ts';
import type { Ended } from '#server/access/sessions.ts';

/** Ends sessions of a person as another part of the server does, without an audit row of a requester. */
export function endSessions(
  { access }: { readonly access: Pick<OpenAccess, 'change' | 'sessions'> },
  empId: number,
  sessionId?: string,
  reason: Ended = 'revoked',
): Promise<number> {
  return access.change((change) =>
    access.sessions.end(change, { empId, ...(sessionId === undefined ? {} : { sessionId }) }, reason),
  );
}
