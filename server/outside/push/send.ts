import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import webPush from 'web-push';
import { headOf } from '#shared/core/cut.ts';
import { streamKey } from '#shared/core/event.ts';
import { approvals, approvalScope, seeApproval } from '#shared/families/approval-feed.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import { notifications, type NoticeRow } from '#shared/feeds/notifications.ts';
import { preferences } from '#shared/feeds/own.ts';
import type { ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import { channelsOf, noWishes } from '#shared/streams/notices/channels.ts';
import { noticeKind } from '#shared/streams/notices/kinds.ts';
import type { PushMessage } from '#shared/streams/notices/push-wire.ts';
import type { NoticeWishes } from '#shared/streams/people/preference.ts';
import type { People } from '../../access/people.ts';
import type { Clock, ServerParts, Log, Views } from '../../core/parts.ts';
import type { SendMessage } from '../outbox.ts';
import { allowedEndpoint, postPush, type EndpointRule } from './endpoint.ts';
import type { Subscription, Subscriptions } from './subscriptions.ts';
import { answeredLocked, lockTexts, pushTranslations, translateIn } from './texts.ts';
import type { PushTokens } from './tokens.ts';
import type { Vapid } from './vapid.ts';

/** How long a notification is worth delivering (ms), and how long it can be answered. */
export const pushSpans = { decideMs: 15 * 60_000, newsMs: 4 * 3_600_000 } as const;

export interface SendParts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly views: Views;
  readonly people: Pick<People, 'viewer'>;
  readonly translate: ServerParts['translate'];
  readonly vapid: Vapid;
  readonly rule: EndpointRule;
  readonly kinds: ReadonlyMap<string, ApprovalKind>;
  readonly subscriptions: Subscriptions;
  readonly tokens: PushTokens;
  /** Records what was sent to push services in the outbox: title and text, never a token. */
  readonly note: SendMessage;
}

interface Work {
  readonly notice: NoticeRow;
  readonly about: { readonly kind: ApprovalKind; readonly request: ApprovalState } | null;
  /** Whether the request may be answered from the notification. */
  readonly answerable: boolean;
  /** Until when delivery is worthwhile. */
  readonly until: number;
}

/**
 * Sends a notice, encrypted, to each browser its reader turned on, once each. Everything is checked again at
 * that moment: what was read, decided, muted or grouped meanwhile is not sent. Throws when a push service
 * has to be tried again.
 */
export function openSend(
  parts: SendParts,
): (input: Readonly<Record<string, unknown>>, key: string) => Promise<void> {
  const { pool, clock, views } = parts;

  function workOf(empId: number, n: number, seq: number, sessionId: string): Work | null {
    const notice = views.get(notifications).rows.get(`${empId}:${n}`);
    if (!notice || notice.seq !== seq || notice.readAt || notice.doneAt || notice.clearedAt) return null;
    const viewer = parts.people.viewer(empId, sessionId);
    if (!viewer) return null;
    const wishes = (views.get(preferences).rows.get(`${empId}:notices`)?.value ?? noWishes) as NoticeWishes;
    if (!channelsOf(wishes, notice, clock.now()).push) return null;
    const { type } = noticeKind(notice.message);
    const decides = type === 'decide';
    const until = Date.parse(notice.time) + (decides ? pushSpans.decideMs : pushSpans.newsMs);
    if (clock.now() >= until) return null;
    const request = notice.about?.startsWith('approval-')
      ? views.get(approvals).rows.get(streamKey(notice.about))
      : undefined;
    const kind = request && parts.kinds.get(request.kind);
    if (!request || !kind) return decides ? null : { notice, about: null, answerable: false, until };
    const seen = seeApproval(request, approvalScope(viewer));
    if (decides && !seen?.actions.includes('approveStep')) return null;
    const answerable = decides && answeredLocked(kind, request);
    return {
      notice,
      about: seen ? { kind, request } : null,
      answerable,
      until: decides ? Math.min(until, Date.parse(request.expiresAt)) : until,
    };
  }

  async function messageFor(
    one: Subscription,
    { notice, about, answerable, until }: Work,
  ): Promise<PushMessage> {
    const translate = translateIn(parts.translate, one.language);
    const { title, body } = lockTexts(translate, notice, about, one.language);
    const token =
      about && answerable
        ? await parts.tokens.make(
            one.id,
            {
              empId: one.empId,
              action: 'approve',
              approval: about.request.id,
              step: about.request.currentStep,
              version: about.request.version,
              subject: about.request.subject.stream,
              subjectVersion: (await parts.log.readStream(about.request.subject.stream)).at(-1)?.version ?? 0,
            },
            until,
          )
        : undefined;
    return {
      v: 1,
      tag: notice.about ?? `notice-${notice.id}`,
      title,
      body,
      language: one.language,
      route: notice.route,
      at: notice.time,
      urgent: notice.urgent,
      ...(token ? { token, rejectRoute: `${notice.route}&act=reject` } : {}),
      translations: pushTranslations(translate),
    };
  }

  /** Null when that browser needs no retry, else why its push service has to be tried again. */
  async function deliver(one: Subscription, work: Work, key: string): Promise<string | null> {
    const done = await pool.query(
      'select 1 from push_deliveries where reaction = $1 and subscription_id = $2',
      [key, one.id],
    );
    if (done.rows.length > 0) return null;
    if (!allowedEndpoint(one.endpoint, parts.rule)) {
      await parts.subscriptions.gone(one.id);
      return null;
    }
    const message = await messageFor(one, work);
    const details = webPush.generateRequestDetails(
      { endpoint: one.endpoint, keys: { p256dh: one.p256dh, auth: one.auth } },
      JSON.stringify(message),
      {
        vapidDetails: parts.vapid,
        TTL: Math.max(1, Math.round((work.until - clock.now()) / 1_000)),
        urgency: work.notice.urgent || work.answerable ? 'high' : 'normal',
        topic: headOf(createHash('sha256').update(message.tag).digest('base64url'), 32),
      },
    );
    const { host } = new URL(one.endpoint);
    let answer;
    try {
      answer = await postPush(
        one.endpoint,
        { headers: details.headers as unknown as Record<string, string | number>, body: details.body },
        parts.rule,
      );
    } catch (error) {
      return `${host}: ${error instanceof Error ? error.message : String(error)}`;
    }
    const { status, output } = answer;
    if (status === 404 || status === 410) {
      await parts.subscriptions.gone(one.id);
      return null;
    }
    if (status === 408 || status === 429 || status >= 500) return `${host}: ${status} ${headOf(output, 200)}`;
    const sent = status >= 200 && status < 300;
    if (sent) {
      const body = [message.title, message.body].join('\n').trim();
      await parts.note(pool, {
        key: `${key}:${one.id}`,
        partner: 'push',
        recipient: String(one.empId),
        body,
      });
    }
    const at = new Date(clock.now());
    // `insert … select`: a browser that was signed out in this moment leaves no row behind.
    await pool.query(
      'insert into push_deliveries (reaction, subscription_id, state, note, at) select $1, id, $3, $4, $5 from push_subscriptions where id = $2 on conflict do nothing',
      [key, one.id, sent ? 'sent' : 'refused', sent ? null : `${status} ${headOf(output, 300)}`, at],
    );
    if (sent) await pool.query('update push_subscriptions set sent_at = $2 where id = $1', [one.id, at]);
    return null;
  }

  return async (input, key) => {
    const [empId, n, seq] = [Number(input['recipient']), Number(input['n']), Number(input['seq'])];
    const live = await parts.subscriptions.liveOf(empId);
    const again = await Promise.all(
      live.map(async (one) => {
        const work = workOf(empId, n, seq, one.sessionId);
        return work && deliver(one, work, key);
      }),
    );
    const failures = again.filter((why) => why !== null);
    if (failures.length > 0) throw new Error(`Push services to be tried again: ${failures.join('; ')}`);
  };
}
