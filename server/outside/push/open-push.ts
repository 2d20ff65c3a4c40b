import type { Pool } from 'pg';
import type { People } from '../../access/people.ts';
import type { Config } from '../../config.ts';
import type { Clock, Handle, ServerParts, Log, Views } from '../../core/parts.ts';
import { allApprovals } from '../../core/registers.ts';
import { simulatedOutbox } from '../outbox.ts';
import { openAct } from './act.ts';
import type { EndpointRule } from './endpoint.ts';
import { openSend } from './send.ts';
import { openSubscriptions, type Subscriptions } from './subscriptions.ts';
import { openPushTokens } from './tokens.ts';
import { openVapid } from './vapid.ts';

export interface OpenPush {
  /** The public key browsers subscribe with. */
  readonly publicKey: string;
  readonly rule: EndpointRule;
  readonly subscriptions: Subscriptions;
  readonly send: ReturnType<typeof openSend>;
  readonly act: ReturnType<typeof openAct>;
  /**
   * The employee whose session this cookie belongs to, on whatever node it began; null for an invalid
   * cookie.
   */
  cookieOf(cookieHash: Buffer): Promise<number | null>;
  stop(): void;
}

const hourMs = 3_600_000;

/** Web push with the app's own keys: subscriptions, delivery and answers. */
export function openPush(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly config: Pick<Config, 'vapid' | 'publicUrl' | 'pushHosts' | 'pushLoopback'>;
  readonly dataDir: string;
  readonly absoluteMs: number;
  readonly log: Log;
  readonly views: Views;
  readonly handle: Handle;
  readonly people: Pick<People, 'viewer'>;
  readonly translate: ServerParts['translate'];
  readonly onError: (error: unknown) => void;
}): OpenPush {
  const { pool, clock, config } = parts;
  const vapid = openVapid(config, parts.dataDir);
  const rule: EndpointRule = { hosts: config.pushHosts, loopback: config.pushLoopback };
  const subscriptions = openSubscriptions(pool, clock, {
    serverKey: vapid.publicKey,
    absoluteMs: parts.absoluteMs,
  });
  const tokens = openPushTokens(pool, clock, parts.absoluteMs);
  const kinds = new Map(allApprovals().map((kind) => [kind.name, kind]));
  const timer = setInterval(() => void subscriptions.sweep().catch(parts.onError), hourMs);
  timer.unref();
  return {
    publicKey: vapid.publicKey,
    rule,
    subscriptions,
    send: openSend({ ...parts, vapid, rule, kinds, subscriptions, tokens, note: simulatedOutbox(clock) }),
    act: openAct({ ...parts, tokens }),
    async cookieOf(cookieHash) {
      const { rows } = await pool.query<{ emp_id: string }>(
        'select emp_id from access_sessions where cookie_hash = $1 and revoked_at is null',
        [cookieHash],
      );
      return rows[0] ? Number(rows[0].emp_id) : null;
    },
    stop: () => clearInterval(timer),
  };
}
