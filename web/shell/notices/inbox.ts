import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { waitsForAnswer, waitsForDecision } from '#shared/families/approval-waits.ts';
import { noticeKind } from '#shared/streams/notices/kinds.ts';
import type { NoticeType } from '#shared/streams/notices/kinds.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';

/** One item of the inbox: a request waiting for this person, or a notice. */
export interface InboxItem {
  readonly id: string;
  readonly type: NoticeType;
  readonly message: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly icon: string;
  readonly color: string;
  readonly route: string;
  readonly from: string | null;
  readonly at: string;
  /** ISO deadline. */
  readonly due: string | null;
  readonly urgent: boolean;
  readonly count: number;
  readonly unread: boolean;
  readonly done: boolean;
  /** Its notice, if it still exists; null: a request only. */
  readonly notice: NoticeRow | null;
  /** Whether the person marks it as done; a request is done by itself. */
  readonly byHand: boolean;
}

const icons = { decide: 'checklist', answer: 'question' } as const;

function ofRequest(row: ApprovalRow, type: 'decide' | 'answer', notice: NoticeRow | null): InboxItem {
  const from = type === 'answer' ? (row.question?.name ?? null) : row.requester.name;
  return {
    id: `approval-${row.id}`,
    type,
    message: notice?.message ?? (type === 'answer' ? 'approvalInfoRequested' : 'approvalRequested'),
    values: notice?.values ?? { name: from ?? '', ref: row.ref },
    icon: icons[type],
    color: 'blue',
    route: `/approvals?id=${row.id}${type === 'answer' ? '&part=asked' : ''}`,
    from,
    at: notice?.time ?? row.enteredAt,
    due: type === 'answer' ? null : row.dueAt,
    urgent: notice?.urgent ?? false,
    count: notice?.count ?? 1,
    unread: notice?.readAt === null,
    done: false,
    notice,
    byHand: false,
  };
}

function ofNotice(one: NoticeRow): InboxItem {
  const { type } = noticeKind(one.message);
  const derived = type === 'decide' || type === 'answer';
  const name = one.values['name'];
  return {
    ...one,
    type,
    from: typeof name === 'string' && name !== '' ? name : null,
    at: one.time,
    due: derived ? null : one.due,
    unread: one.readAt === null,
    // A request that needs nothing more from this person is done; news is done once read.
    done: derived || one.doneAt !== null || (type === 'news' && one.readAt !== null),
    notice: one,
    byHand: !derived,
  };
}

/** What each request waits for from this person, by its stream. */
function waitingOf(requests: readonly ApprovalRow[]): ReadonlyMap<string, 'decide' | 'answer'> {
  const waiting = new Map<string, 'decide' | 'answer'>();
  for (const row of requests) {
    if (waitsForDecision(row)) waiting.set(`approval-${row.id}`, 'decide');
    else if (waitsForAnswer(row)) waiting.set(`approval-${row.id}`, 'answer');
  }
  return waiting;
}

/**
 * Unread notices, without those about a request that waits for nothing more from this person: they close by
 * themselves. `requests` is null while the requests are unknown.
 */
export function unreadOf(
  notices: readonly NoticeRow[],
  requests: readonly ApprovalRow[] | null,
): readonly NoticeRow[] {
  const waiting = requests && waitingOf(requests);
  return notices.filter((one) => {
    if (one.readAt !== null) return false;
    const { type } = noticeKind(one.message);
    const follows = (type === 'decide' || type === 'answer') && one.about?.startsWith('approval-');
    return !waiting || !follows || waiting.get(one.about!) === type;
  });
}

/**
 * Open and done items, derived from existing rows: requests know whether they wait for a decision or an
 * answer, notices whether they are done. Urgent first, then newest.
 */
export function inboxItems(
  notices: readonly NoticeRow[],
  requests: readonly ApprovalRow[],
): readonly InboxItem[] {
  const waiting = waitingOf(requests);
  const newest = new Map<string, NoticeRow>();
  for (const one of notices.toSorted((a, b) => a.seq - b.seq)) {
    const type = one.about === null ? undefined : waiting.get(one.about);
    if (type && noticeKind(one.message).type === type) newest.set(one.about!, one);
  }
  const items = requests.flatMap((row) => {
    const about = `approval-${row.id}`;
    const type = waiting.get(about);
    return type ? [ofRequest(row, type, newest.get(about) ?? null)] : [];
  });
  for (const one of notices) {
    const type = one.about === null ? undefined : waiting.get(one.about);
    if (!type || noticeKind(one.message).type !== type) items.push(ofNotice(one));
  }
  return items.toSorted((a, b) => Number(b.urgent) - Number(a.urgent) || Date.parse(b.at) - Date.parse(a.at));
}
