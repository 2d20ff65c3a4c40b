import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { approvalDraft } from '#server/scaffold/approval.ts';
import type { Draft, Wanted } from '#server/scaffold/draft.ts';
import { formDraft } from '#server/scaffold/form.ts';
import { masterDraft } from '#server/scaffold/master.ts';
import { queueDraft } from '#server/scaffold/queue.ts';
import { reportDraft } from '#server/scaffold/report.ts';

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
];

test('what npm run new writes compiles, for every family', () => {
  for (const { file, text } of drafts.flatMap(({ files }) => files)) {
    if (file.endsWith('.test.ts')) continue;
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'shared/tsconfig.json'),
      compilerOptions: { rootDirs: [join(folder, 'shared'), join(root, 'shared')], incremental: false },
      include: ['shared/**/*.ts'],
      exclude: [],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const answer = (() => {
    try {
      return execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout?: string }).stdout);
    }
  })();
  expect(answer).toBe('');
});
