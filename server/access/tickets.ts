import type { Pool } from 'pg';
import type { Clock } from '../core/parts.ts';
import { hashOf, newSecret } from './secrets.ts';

export interface Ticket {
  readonly empId: number;
  readonly madeBy: number | null;
  readonly sessionId: string | null;
}
export type TicketKind = 'relexauth' | 'secondFactor' | 'newPassword';
const lives: Readonly<Record<TicketKind, number>> = {
  relexauth: 60_000,
  secondFactor: 5 * 60_000,
  newPassword: 5 * 60_000,
};
const maxTries = 5;

export interface Tickets {
  make(kind: TicketKind, ticket: Ticket): Promise<string>;
  /** Checks a ticket without using it. `used` only for one that was real. */
  check(kind: TicketKind, text: string): Promise<Ticket | 'used' | null>;
  /** Uses the ticket; only one of several concurrent calls succeeds. */
  use(kind: TicketKind, text: string): Promise<Ticket | 'used' | null>;
  /** Counts a wrong answer against it; spent after five. */
  miss(kind: TicketKind, text: string): Promise<void>;
}

/**
 * Tickets for hand-over and for the second half of a sign-in: 256 bits, good once, for a minute; they end
 * with the session that made them.
 */
export function openTickets(pool: Pool, clock: Clock): Tickets {
  const shape = (row: { emp_id: string; made_by: string | null; session_id: string | null }): Ticket => ({
    empId: Number(row.emp_id),
    madeBy: row.made_by === null ? null : Number(row.made_by),
    sessionId: row.session_id,
  });
  const fresh =
    't.hash = $1 and t.kind = $2 and t.expires_at > $3 and t.tries < $4 and (t.session_id is null or exists (select 1 from access_sessions s where s.id = t.session_id and s.revoked_at is null))';

  const check = async (kind: TicketKind, text: string): Promise<Ticket | 'used' | null> => {
    const { rows } = await pool.query(
      `select emp_id, made_by, session_id, used_at from access_tickets t where ${fresh}`,
      [hashOf(text), kind, new Date(clock.now()), maxTries],
    );
    return rows[0] ? (rows[0].used_at ? 'used' : shape(rows[0])) : null;
  };
  return {
    async make(kind, ticket) {
      const text = newSecret();
      await pool.query(
        'insert into access_tickets (hash, kind, emp_id, made_by, session_id, expires_at) values ($1, $2, $3, $4, $5, $6)',
        [
          hashOf(text),
          kind,
          ticket.empId,
          ticket.madeBy,
          ticket.sessionId,
          new Date(clock.now() + lives[kind]),
        ],
      );
      return text;
    },
    check,
    async use(kind, text) {
      const { rows } = await pool.query(
        `update access_tickets t set used_at = $3 where ${fresh} and t.used_at is null returning emp_id, made_by, session_id`,
        [hashOf(text), kind, new Date(clock.now()), maxTries],
      );
      return rows[0] ? shape(rows[0]) : check(kind, text);
    },
    async miss(kind, text) {
      await pool.query('update access_tickets set tries = tries + 1 where hash = $1 and kind = $2', [
        hashOf(text),
        kind,
      ]);
    },
  };
}
