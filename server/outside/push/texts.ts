import { businessDay, showDay, timeOfDay } from '#shared/core/day.ts';
import type { Language } from '#shared/core/words.ts';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { ColumnDef } from '#shared/families/screen.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';
import type { ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import { noticeKinds } from '#shared/streams/notices/kinds.ts';
import type { PushWords } from '#shared/streams/notices/push-wire.ts';
import type { House } from '../../house.ts';

type Say = (key: string, details?: Readonly<Record<string, string>>) => string;

export function sayIn(say: House['say'], language: Language): Say {
  return (key, details) => say(key, details, language, 'notice');
}

/** Day and time of India. */
export function showMoment(at: number): string {
  return `${showDay(businessDay(at))} ${timeOfDay(at).slice(0, 5)}`;
}

function shown(value: unknown, kind: ColumnDef['kind']): string {
  if (value === null || value === undefined || value === '') return '–';
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (kind === 'instant' && !Number.isNaN(at)) return showMoment(at);
  if (kind === 'money' && typeof value === 'number') return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(value / 100);
  if (kind === 'date' && typeof value === 'string') return showDay(value.slice(0, 10));
  return typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 80) : '–';
}

/** What a decision is about, as far as its kind lets a locked screen show it: `Slot: 18-11-2026 14:00 → 18-11-2026 16:00`. */
function evidenceLines(kind: ApprovalKind, request: ApprovalState, language: Language): string[] {
  const phrases: Readonly<Record<string, string>> = kind.words[language];
  return (kind.lockScreen ?? []).flatMap((key) => {
    const column = kind.evidence.find((one) => one.key === key);
    const heading = phrases[`column.${key}`];
    if (!column || !heading) return [];
    const say = (value: unknown): string => (column.of ? (phrases[`${column.of}.${String(value)}`] ?? '–') : shown(value, column.kind));
    const before = say(request.before[key]);
    const after = key in request.after ? say(request.after[key]) : before;
    return [`${heading}: ${before === after ? after : `${before} → ${after}`}`];
  });
}

/** A reference such as `SG-000301`: names a record, says nothing of a person. */
const reference = /^[A-Z]{2,3}-\d{4,}$/;

/** Title and text for a locked screen: the kind of news, a reference, and of a decision what its kind allows. */
export function lockTexts(say: Say, notice: NoticeRow, about: { readonly kind: ApprovalKind; readonly request: ApprovalState } | null, language: Language) {
  const title = say(Object.hasOwn(noticeKinds, notice.message) ? `lock.${notice.message}` : 'lock.any');
  const ref = notice.values['ref'];
  if (about) {
    const head = `${about.request.ref} · ${(about.kind.words[language] as Readonly<Record<string, string>>)['title'] ?? ''}`;
    return { title, body: [head, ...evidenceLines(about.kind, about.request, language)].join('\n') };
  }
  return { title, body: typeof ref === 'string' && reference.test(ref) ? ref : '' };
}

export function pushWords(say: Say): PushWords {
  return {
    open: say('push.open'),
    approve: say('push.approve'),
    reject: say('push.reject'),
    undo: say('push.undo'),
    refused: say('push.refused'),
    failed: say('push.failed'),
  };
}
