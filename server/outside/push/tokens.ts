import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../core/parts.ts';

export type PushAction = 'approve' | 'undo';

/** What a token permits: one person, one request in one version, one action. */
export interface PushToken {
  readonly empId: number;
  readonly action: PushAction;
  /**
   * The request's number, step and version, and its subject's stream and version, when the notification was
   * made.
   */
  readonly approval: string;
  readonly step: number;
  readonly version: number;
  readonly subject: string;
  readonly subjectVersion: number;
}
export interface FoundToken extends PushToken {
  readonly subscriptionId: string;
  /** The session in which the browser subscribed. */
  readonly sessionId: string;
  readonly used: boolean;
  readonly over: boolean;
}

export interface PushTokens {
  /** Makes a new secret, valid until `expiresAt` (ms). */
  make(subscriptionId: string, token: PushToken, expiresAt: number): Promise<string>;
  /** Looks a token up without using it; null when it was never made or its session has ended. */
  check(text: string): Promise<FoundToken | null>;
  /** Uses the token up; only one of several concurrent calls succeeds. */
  use(text: string): Promise<boolean>;
}

export function hashOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

interface Row {
  subscription_id: string;
  session_id: string;
  emp_id: string;
  action: PushAction;
  approval: string;
  step: number;
  version: number;
  subject: string;
  subject_version: number;
  expires_at: Date;
  used_at: Date | null;
}

/** One-time secrets of 256 bits that are part of a notification and permit one answer; stored as hashes. */
export function openPushTokens(pool: Pool, clock: Clock, absoluteMs: number): PushTokens {
  return {
    async make(subscriptionId, token, expiresAt) {
      const text = randomBytes(32).toString('base64url');
      const { empId, action, approval, step, version, subject, subjectVersion } = token;
      await pool.query(
        'insert into push_tokens (hash, subscription_id, emp_id, action, approval, step, version, subject, subject_version, made_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
        [
          hashOfToken(text),
          subscriptionId,
          empId,
          action,
          approval,
          step,
          version,
          subject,
          subjectVersion,
          new Date(clock.now()),
          new Date(expiresAt),
        ],
      );
      return text;
    },
    async check(text) {
      const { rows } = await pool.query<Row>(
        "select t.*, s.session_id from push_tokens t join push_subscriptions s on s.id = t.subscription_id and s.emp_id = t.emp_id join access_sessions a on a.id = s.session_id where t.hash = $1 and a.started_at > $2 and (a.revoked_at is null or a.revoked_reason = 'idle')",
        [hashOfToken(text), new Date(clock.now() - absoluteMs)],
      );
      const row = rows[0];
      if (!row) return null;
      return {
        subscriptionId: row.subscription_id,
        sessionId: row.session_id,
        empId: Number(row.emp_id),
        action: row.action,
        approval: row.approval,
        step: row.step,
        version: row.version,
        subject: row.subject,
        subjectVersion: row.subject_version,
        used: row.used_at !== null,
        over: row.expires_at.getTime() <= clock.now(),
      };
    },
    async use(text) {
      const now = new Date(clock.now());
      const { rowCount } = await pool.query(
        'update push_tokens set used_at = $2 where hash = $1 and used_at is null and expires_at > $2',
        [hashOfToken(text), now],
      );
      return rowCount === 1;
    },
  };
}
