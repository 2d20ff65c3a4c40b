import { camel, checkNames, checkStream, needed, placeOf, quoted, type Draft, type Wanted } from './draft.ts';

/** A kind of approval that the requester's manager decides, over a stream that takes \`linkApproval\`. */
export function approvalDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const subject = needed(wanted, 'subject', 'expense');
  const raised = needed(wanted, 'raised', 'ExpenseSubmitted');
  const applied = needed(wanted, 'applied', 'ExpenseApproved').split(',');
  const failed = needed(wanted, 'failed', 'ExpenseApprovalFailed').split(',');
  const approve = needed(wanted, 'approve', 'approve');
  const reject = needed(wanted, 'reject', 'reject');
  checkStream(subject, {
    events: [raised, ...applied, ...failed],
    commands: ['linkApproval', approve, reject],
  });
  const { entity, screen } = placeOf(wanted, '/approvals/', 'entity');
  const constant = camel(name);
  const list = (events: readonly string[]): string => `[${events.map(quoted).join(', ')}]`;
  const texts = (
    title: string,
    [number, reason, yes, no]: readonly [string, string, string, string],
  ): string =>
    `      title: ${quoted(title)},
      'column.subject': ${quoted(number)},
      'column.reason': ${quoted(reason)},
      'effect.approve': ${quoted(yes)},
      'effect.reject': ${quoted(no)},`;
  const text = `import { translations } from '../core/translations.ts';
import { defineApproval, type Raised } from '../families/approval.ts';

const day = 24 * 3_600_000;

export const ${constant} = defineApproval<Raised>({
  name: ${quoted(entity)},
  subject: ${quoted(subject)},
  raisedOn: ${quoted(raised)},
  concerns: ({ data }) => data.requestedBy.empId,
  steps: () => [{ rule: 'manager' }],
  due: 8 * 60,
  expires: ({ at }) => new Date(Date.parse(at) + 7 * day).toISOString(),
  before: () => ({}),
  after: ({ reason }) => ({ reason }),
  approve: () => ({ command: ${quoted(approve)} }),
  reject: () => ({ command: ${quoted(reject)} }),
  settled: { applied: ${list(applied)}, failed: ${list(failed)}, superseded: [] },
  evidence: [{ key: 'reason', kind: 'text' }],
  columns: [],
  sources: [],
  translations: translations({
    en: {
${texts(english, ['Number', 'Reason', 'It is carried out at once.', 'Nothing changes; the requester sees your reason.'])}
    },
    es: {
${texts(spanish, ['Número', 'Motivo', 'Se lleva a cabo enseguida.', 'Nada cambia; el solicitante ve su motivo.'])}
    },
  }),
});
`;
  return {
    files: [{ file: `shared/approvals/${name}.ts`, text }],
    register: { file: 'shared/approvals/index.ts', line: `export { ${constant} } from './${name}.ts';` },
    screen,
    next: [
      'Name in Raised what the requesting event carries, and show it as before, after and evidence.',
      'Make a request in the demo: every kind has one that waits (tests/promises/approval-register.test.ts).',
    ],
  };
}
