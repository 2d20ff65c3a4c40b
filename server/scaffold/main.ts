import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { approvalDraft } from './approval.ts';
import { documentDraft } from './document.ts';
import { ScaffoldError, type Draft, type Wanted } from './draft.ts';
import { formDraft } from './form.ts';
import { masterDraft } from './master.ts';
import { queueDraft } from './queue.ts';
import { reportDraft } from './report.ts';
import { wallDraft } from './wall.ts';
import { screenRegister, writeDraft } from './write.ts';

/**
 * `npm run new -- master colour "Colours" "Colores"` writes the declaration of a member, its line in the
 * register and, for a new route, the line of its screen, and says where to go on.
 */
const root = join(import.meta.dirname, '..', '..');

const drafts: Readonly<Record<string, (wanted: Wanted) => Draft>> = {
  master: masterDraft,
  queue: queueDraft,
  approval: approvalDraft,
  form: formDraft,
  report: reportDraft,
  document: documentDraft,
  wall: wallDraft,
};

/** What is written by hand, and the one to start from. */
const nearest: Readonly<Record<string, string>> = {
  policy: 'shared/policies/complete-signup.ts',
  stream: 'shared/streams/leads/visitreview/visitreview.ts',
  job: 'server/jobs/expire-leases.ts',
};

const option = { type: 'string' } as const;
const options = {
  ...{ route: option, subject: option, enter: option, leave: option, command: option },
  ...{ raised: option, linked: option, applied: option, failed: option, rejected: option },
  ...{ superseded: option, approve: option, reject: option, area: option, letter: option },
} as const;

function create(args: readonly string[]): void {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [family = '', name = '', english = '', spanish = ''] = positionals;
  const draft = drafts[family];
  if (!draft) {
    const example = nearest[family];
    const families = [...Object.keys(drafts), ...Object.keys(nearest)].join(', ');
    if (!example) throw new ScaffoldError(`No family "${family}". There are: ${families}.`);
    console.log(
      `A ${family} is written by hand: begin from ${example}, then add its line to the register beside it.`,
    );
    return;
  }
  const made = draft({ name, english, spanish, options: values });
  writeDraft(root, made);
  const registers = [made.register, ...(made.also ?? [])];
  const written = [...made.files, ...registers].map(({ file }) => file);
  console.log(`Written: ${[...written, ...(made.screen ? [screenRegister] : [])].join(', ')}`);
  for (const step of [...made.next, 'npm run format, then npm run check.']) console.log(`- ${step}`);
}

if (import.meta.main) {
  try {
    create(process.argv.slice(2));
  } catch (error) {
    const known =
      error instanceof ScaffoldError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    if (!known) throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
