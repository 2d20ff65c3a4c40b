import { codeText } from '#shared/families/approval-common.ts';
import { businessDay, clockTime, dateOf, showDay } from '#shared/core/day.ts';
import type { Language } from '#shared/core/translations.ts';
import type { ApprovalKind, EvidenceDef } from '#shared/families/approval.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';
import type { ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import { noticeKinds } from '#shared/streams/notices/kinds.ts';
import type { PushTranslations } from '#shared/streams/notices/push-wire.ts';
import type { ServerParts } from '../../core/parts.ts';
import { cutText } from '#shared/core/cut.ts';

type Translate = (key: string, details?: Readonly<Record<string, string>>) => string;

export function translateIn(translate: ServerParts['translate'], language: Language): Translate {
  return (key, details) => translate(key, details, language, 'notice');
}

/** Day and time in India. */
export function showMoment(at: number): string {
  return `${showDay(businessDay(at))} ${clockTime(at)}`;
}

function shown(value: unknown, kind: EvidenceDef['kind']): string {
  if (value === null || value === undefined || value === '') return '–';
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (kind === 'datetime' && !Number.isNaN(at)) return showMoment(at);
  if (kind === 'money' && typeof value === 'number')
    return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(value / 100);
  if (kind === 'date' && typeof value === 'string') return showDay(dateOf(value));
  return typeof value === 'number' || typeof value === 'string' ? cutText(String(value), 80) : '–';
}

/**
 * The evidence of a decision, as far as its kind allows it on a locked screen: `Slot: 18-11-2026 14:00 →
 * 18-11-2026 16:00`.
 */
function evidenceLines(kind: ApprovalKind, request: ApprovalState, language: Language): string[] {
  const phrases: Readonly<Record<string, string>> = kind.translations[language];
  return (kind.lockScreen ?? []).flatMap((key) => {
    const column = kind.evidence.find((one) => one.name === key);
    const heading = phrases[`column.${key}`];
    if (!column || !heading) return [];
    const translate = (value: unknown): string =>
      column.of ? (codeText(phrases, column.of, value) ?? '–') : shown(value, column.kind);
    const before = translate(request.before[key]);
    const after = key in request.after ? translate(request.after[key]) : before;
    return [`${heading}: ${before === after ? after : `${before} → ${after}`}`];
  });
}

/**
 * Whether a request may be answered from a locked screen: not where the decision is about an amount, which is
 * not shown there.
 */
export const answeredLocked = (
  { lockScreen = [] }: Pick<ApprovalKind, 'lockScreen'>,
  { amount }: Pick<ApprovalState, 'amount'>,
): boolean => lockScreen.length > 0 && amount === null;

/** A reference such as `SG-000301`: names a record and reveals nothing about a person. */
const reference = /^[A-Z]{2,3}-\d{4,}$/;

/**
 * Title and text for a locked screen: the kind of notice, a reference, and for a decision what its kind
 * allows.
 */
export function lockTexts(
  translate: Translate,
  notice: NoticeRow,
  about: { readonly kind: ApprovalKind; readonly request: ApprovalState } | null,
  language: Language,
) {
  const title = translate(Object.hasOwn(noticeKinds, notice.message) ? `lock.${notice.message}` : 'lock.any');
  const ref = notice.values['ref'];
  if (about) {
    const head = `${about.request.ref} · ${(about.kind.translations[language] as Readonly<Record<string, string>>)['title'] ?? ''}`;
    return { title, body: [head, ...evidenceLines(about.kind, about.request, language)].join('\n') };
  }
  return { title, body: typeof ref === 'string' && reference.test(ref) ? ref : '' };
}

export function pushTranslations(translate: Translate): PushTranslations {
  return {
    open: translate('push.open'),
    approve: translate('push.approve'),
    reject: translate('push.reject'),
    undo: translate('push.undo'),
    refused: translate('push.refused'),
    failed: translate('push.failed'),
  };
}
