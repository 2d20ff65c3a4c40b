import { describe, expect, it } from 'vitest';
import type { ApprovalKind } from '#shared/families/approval.ts';
import type { NoticeRow } from '#shared/feeds/notifications.ts';
import { noApproval } from '#shared/streams/approvals/approval/state.ts';
import { allApprovals } from '../../core/registers.ts';
import { answeredLocked, lockTexts } from './texts.ts';

const notice = { message: 'approvalRequested', values: { ref: 'AP-000007', name: 'Pooja Hegde' } };
/** Evidence of what a locked screen never shows, whatever declares it. */
const personal = /customer|patient|lead|address|phone|diagnos|medicine|assay|photo|receipt|note|text/i;

/** The texts of a request whose every value can be told from the others. */
function lockedTexts(kind: ApprovalKind): { readonly body: string; readonly shown: readonly string[] } {
  const marked = kind.evidence.map(({ name: key, kind: as }, n): [string, unknown] => [
    key,
    as === 'number' || as === 'money' ? 7_770_000 + n : `value-of-${key}.`,
  ]);
  const request = {
    ...noApproval('7'),
    kind: kind.name,
    requestedBy: { empId: 151, name: 'Pooja Hegde' },
    text: 'Her fever went up',
    amount: 123_456,
    before: Object.fromEntries(marked),
  };
  const { body } = lockTexts((key) => key, notice as unknown as NoticeRow, { kind, request }, 'en');
  const shown = marked.filter(([, value]) => body.includes(String(value))).map(([key]) => key);
  return { body, shown };
}

describe.each(allApprovals().map((kind) => [kind.name, kind] as const))('the push of %s', (_name, kind) => {
  const { lockScreen = [], evidence, about } = kind;
  it('shows its reference, its kind and the declared evidence, nothing else', () => {
    const { body, shown } = lockedTexts(kind);
    const [head, ...lines] = body.split('\n');
    expect(head).toBe(`AP-000007 · ${kind.translations.en.title}`);
    const phrases = kind.translations.en as Readonly<Record<string, string>>;
    expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual(
      lockScreen.map((key) => phrases[`column.${key}`]),
    );
    expect(lockScreen).toEqual(expect.arrayContaining([...shown]));
    expect(body).not.toMatch(/₹|Pooja|fever|1,?23,?456/);
  });

  it('declares neither money nor anything about a customer or patient', () => {
    const declared = evidence.filter(({ name }) => lockScreen.includes(name));
    expect(declared.filter(({ kind: as }) => ['money', 'files', 'position'].includes(as))).toEqual([]);
    expect(lockScreen.filter((key) => personal.test(key))).toEqual([]);
    expect(about === 'customer' && lockScreen.includes(about)).toBe(false);
  });

  it('is answered there only where no amount is decided', () => {
    expect(answeredLocked(kind, { amount: 1 })).toBe(false);
    expect(answeredLocked(kind, { amount: null })).toBe(lockScreen.length > 0);
  });
});
