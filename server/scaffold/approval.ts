import { camel, checkNames, checkStream, needed, placeOf, quoted, type Draft, type Wanted } from './draft.ts';
import { allApprovals } from '../core/registers.ts';
import { unionOf } from './union.ts';

/** The events of a decision, by the names that they usually have: `ExpenseRequested` gives `ExpenseApproved`. */
function eventsOf({ options }: Wanted, raised: string): Readonly<Record<string, string>> {
  const base = raised.replace(/(Requested|Raised|Submitted|Proposed)$/, '');
  return {
    requested: raised,
    linked: options['linked'] ?? `${base}Linked`,
    applied: options['applied'] ?? `${base}Approved`,
    ...(options['failed'] ? { failed: options['failed'] } : {}),
    rejected: options['rejected'] ?? `${base}Rejected`,
  };
}

/** A decision that a stream asks for, and the kind of approval in which the requester's manager decides it. */
export function approvalDraft(wanted: Wanted): Draft {
  checkNames(wanted);
  const { name, english, spanish } = wanted;
  const subject = needed(wanted, 'subject', 'expense');
  const events = eventsOf(wanted, needed(wanted, 'raised', 'ExpenseSubmitted'));
  const superseded = wanted.options['superseded']?.split(',') ?? [];
  const approve = needed(wanted, 'approve', 'applyApproval');
  const reject = needed(wanted, 'reject', 'applyRejection');
  checkStream(subject, { events: [...Object.values(events), ...superseded] });
  const taken = allApprovals().find(({ raisedOn }) => raisedOn === events['requested']);
  const union = unionOf(subject);
  const { entity, screen } = placeOf(wanted, '/approvals/', 'entity');
  const constant = camel(name);
  const streamFolder = union.folder.slice('shared/'.length);
  const up = '../'.repeat(union.folder.split('/').length - 2);
  const decision = `import { decisionOn } from '${up}approvals/decision.ts';
import type { ${union.type} } from '${union.from}';

export const ${constant}Decision = decisionOn<${union.type}>(${quoted(subject)})({
${Object.entries(events)
  .map(([key, type]) => `  ${key}: ${quoted(type)},`)
  .join('\n')}
  superseded: [${superseded.map(quoted).join(', ')}],
  approve: ${quoted(approve)},
  reject: ${quoted(reject)},
});
`;
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
import { defineApproval } from '../families/approval.ts';
import { ${constant}Decision } from '../${streamFolder}/${name}-decision.ts';

const day = 24 * 3_600_000;

export const ${constant} = defineApproval({
  name: ${quoted(entity)},
  decision: ${constant}Decision,
  concerns: ({ data }) => data.requestedBy.empId,
  steps: () => [{ rule: 'manager' }],
  due: 8 * 60,
  expires: ({ at }) => new Date(Date.parse(at) + 7 * day).toISOString(),
  before: () => ({}),
  after: ({ reason }) => ({ reason }),
  evidence: [{ name: 'reason', kind: 'text' }],
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
    files: [
      { file: `${union.folder}/${name}-decision.ts`, text: decision },
      { file: `shared/approvals/${name}.ts`, text },
    ],
    register: { file: 'shared/approvals/index.ts', line: `export { ${constant} } from './${name}.ts';` },
    screen,
    next: [
      ...(taken
        ? [
            `${events['requested']} already opens a request of ${taken.name}: each event opens one. Give your request an event of its own.`,
          ]
        : []),
      `Give ${subject} the commands of the decision: ...decisionCommands(${constant}Decision, { … }).`,
      'Show what the requesting event carries as before, after and evidence.',
      'Give it an `example`: the demo then has a request that waits (tests/promises/approval-register.test.ts).',
    ],
  };
}
