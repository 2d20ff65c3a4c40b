import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { isLanguage, type Language } from '#shared/core/translations.ts';
import type { Clock } from '../../core/parts.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { cutText } from '#shared/core/cut.ts';

/** One browser in which one session of one person turned notifications on. */
export interface Subscription {
  readonly id: string;
  readonly empId: number;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly serverKey: string;
  readonly language: Language;
  readonly userAgent: string;
  readonly madeAt: string;
  readonly sentAt: string | null;
}

export interface Subscriptions {
  /**
   * Binds an endpoint to this person and session; its previous owner loses it, with every token made for it.
   */
  keep(one: Omit<Subscription, 'id' | 'serverKey' | 'madeAt' | 'sentAt'>): Promise<string>;
  /** Subscriptions whose session has neither ended nor exceeded its maximum age. Newest first. */
  liveOf(empId: number): Promise<readonly Subscription[]>;
  /** Ends one of this person's subscriptions, by id or endpoint; false when there is none. */
  end(empId: number, which: { readonly id?: string; readonly endpoint?: string }): Promise<boolean>;
  /** The push service reports the subscription as gone. */
  gone(id: string): Promise<void>;
  /** Ends subscriptions whose session is too old, and those made with keys that the app no longer has. */
  sweep(): Promise<void>;
}

const atMost = 10;

export interface SubscriptionRow {
  id: string;
  emp_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  server_key: string;
  language: string;
  user_agent: string;
  made_at: Date;
  sent_at: Date | null;
}

function shape(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    empId: Number(row.emp_id),
    sessionId: row.session_id,
    endpoint: row.endpoint,
    p256dh: row.p256dh,
    auth: row.auth,
    serverKey: row.server_key,
    language: isLanguage(row.language) ? row.language : 'en',
    userAgent: row.user_agent,
    madeAt: row.made_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  };
}

/** `serverKey` is the public key browsers subscribe with; `absoluteMs` the maximum age of a session. */
export function openSubscriptions(
  pool: Pool,
  clock: Clock,
  more: { readonly serverKey: string; readonly absoluteMs: number },
): Subscriptions {
  const oldest = (): Date => new Date(clock.now() - more.absoluteMs);
  return {
    async keep({ empId, sessionId, endpoint, p256dh, auth, language, userAgent }) {
      return inTransaction(pool, async (client) => {
        await client.query('delete from push_subscriptions where endpoint = $1 and emp_id <> $2', [
          endpoint,
          empId,
        ]);
        const { rows } = await client.query<{ id: string }>(
          'insert into push_subscriptions (id, emp_id, session_id, endpoint, p256dh, auth, server_key, language, user_agent, made_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (endpoint) do update set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, server_key = excluded.server_key, language = excluded.language, user_agent = excluded.user_agent where push_subscriptions.emp_id = excluded.emp_id returning id',
          [
            randomUUID(),
            empId,
            sessionId,
            endpoint,
            p256dh,
            auth,
            more.serverKey,
            language,
            cutText(userAgent, 300),
            new Date(clock.now()),
          ],
        );
        await client.query(
          'delete from push_subscriptions where id in (select id from push_subscriptions where emp_id = $1 and endpoint <> $2 order by made_at desc offset $3)',
          [empId, endpoint, atMost - 1],
        );
        // Two people used one endpoint at the same moment: the other one came last.
        return rows[0]?.id ?? '';
      });
    },
    async liveOf(empId) {
      const { rows } = await pool.query<SubscriptionRow>(
        "select s.* from push_subscriptions s join access_sessions a on a.id = s.session_id where s.emp_id = $1 and s.server_key = $2 and a.emp_id = s.emp_id and a.started_at > $3 and (a.revoked_at is null or a.revoked_reason = 'idle') order by s.made_at desc",
        [empId, more.serverKey, oldest()],
      );
      return rows.map(shape);
    },
    async end(empId, { id, endpoint }) {
      const { rowCount } = await pool.query(
        'delete from push_subscriptions where emp_id = $1 and (id = $2 or endpoint = $3)',
        [empId, id ?? null, endpoint ?? null],
      );
      return (rowCount ?? 0) > 0;
    },
    async gone(id) {
      await pool.query('delete from push_subscriptions where id = $1', [id]);
    },
    async sweep() {
      await pool.query(
        'delete from push_subscriptions s using access_sessions a where a.id = s.session_id and (a.started_at <= $1 or s.server_key <> $2)',
        [oldest(), more.serverKey],
      );
      const dayAgo = new Date(clock.now() - 86_400_000);
      await pool.query('delete from push_tokens where expires_at < $1', [dayAgo]);
      await pool.query('delete from push_deliveries where at < $1', [dayAgo]);
    },
  };
}
