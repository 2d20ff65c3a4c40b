import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { approvalDraft } from '#server/scaffold/approval.ts';
import { documentDraft } from '#server/scaffold/document.ts';
import type { Draft, Wanted } from '#server/scaffold/draft.ts';
import { formDraft } from '#server/scaffold/form.ts';
import { masterDraft } from '#server/scaffold/master.ts';
import { queueDraft } from '#server/scaffold/queue.ts';
import { reportDraft } from '#server/scaffold/report.ts';
import { wallDraft } from '#server/scaffold/wall.ts';
import { writeDraft } from '#server/scaffold/write.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'scaffold-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wanted = (options: Wanted['options']): Wanted => ({
  ...{ name: 'brand-new', english: "Somebody's own", spanish: 'Lo propio', options },
});
const expense = { subject: 'expense', raised: 'ExpenseSubmitted', linked: 'ExpenseRequestLinked' };
const drafts: readonly Draft[] = [
  masterDraft(wanted({ route: '/masters/brandNew' })),
  reportDraft(wanted({ route: '/reports/brandNew', subject: 'lead' })),
  formDraft(wanted({ route: '/outBound/brandNew', command: 'lead/createLead' })),
  queueDraft(
    wanted({ route: '/outBound/brandNew', subject: 'lead', enter: 'LeadReopened', leave: 'LeadLost' }),
  ),
  approvalDraft(
    wanted({
      ...{ ...expense, route: '/approvals/brandNew', failed: 'ExpenseApproveFailed' },
      ...{ superseded: 'ExpenseWithdrawn', approve: 'applyApproval', reject: 'applyRejection' },
    }),
  ),
  wallDraft(wanted({ subject: 'lead', enter: 'LeadCreated,LeadReopened', leave: 'LeadLost' })),
  documentDraft(wanted({ route: '/purchaseanddispatch/brandNew', area: 'purchase', letter: 'W' })),
];

test('what npm run new writes compiles with its lines in the registers, for every family', () => {
  cpSync(join(root, 'shared'), join(folder, 'shared'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  for (const file of ['package.json', '.tsconfig.base.json']) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const draft of drafts) writeDraft(folder, draft);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const answer = (() => {
    try {
      return execFileSync(
        process.execPath,
        [compiler, '-p', join(folder, 'shared'), '--noEmit', '--incremental', 'false'],
        { encoding: 'utf8' },
      );
    } catch (error) {
      return String((error as { stdout?: string }).stdout);
    }
  })();
  expect(answer).toBe('');
});
