import { describe, expect, it } from 'vitest';
import { appReScheduleApproval } from '#shared/approvals/app-reschedule.ts';
import { sendEach } from '#web/live/send-each.ts';
import { chosenFor } from './bulk.ts';
import { empExpenseApproval } from '#shared/approvals/emp-expense.ts';
import { taskCancellationApproval } from '#shared/approvals/task-cancellation.ts';
import { tlApproval } from '#shared/approvals/tl-approval.ts';
import type { ApprovalStatus } from '#shared/wire.ts';
import type { Result } from './bulk.ts';
import { chainOf } from './chain.ts';
import { untilChoices } from './dialogs.tsx';
import { aboutOf, askedOf, changesOf, glanceOf, mainChange } from './evidence.ts';
import { outcomeOf, tally } from './outcome.ts';
import { approvalRow, at } from '#tests/kit/approval-row.ts';
import { inPart, mayUndo } from './stage.ts';
import { undoable } from './UndoBars.tsx';

const labels = {
  yes: 'yes',
  no: 'no',
  language: 'en',
  names: new Map([['CU-000005', 'Lakshmi Rao']]),
} as const;
const rules = [
  { of: ['manager'], mode: 'any' },
  { of: ['cityHead'], mode: 'any' },
] as const;

describe('the progress of a request', () => {
  const way = (more: Parameters<typeof approvalRow>[0]): string[] =>
    chainOf(approvalRow(more)).map((stop) => `${stop.key} ${stop.condition}`);
  it('marks the step that decides now and what comes next', () => {
    expect(way({ steps: 2, rules })).toEqual([
      'asked done',
      'step1 now',
      'step2 next',
      'undo ahead',
      'end ahead',
    ]);
  });
  it('keeps who decided, and goes on to the next approver', () => {
    const decisions = [{ step: 1, verb: 'approved' as const, name: 'Farhan Ali', at: at(3), comment: null }];
    expect(way({ step: 2, steps: 2, rules, decisions })).toEqual([
      'asked done',
      'step1 done',
      'step2 now',
      'undo next',
      'end ahead',
    ]);
    expect(chainOf(approvalRow({ step: 2, steps: 2, rules, decisions }))[1]).toMatchObject({
      name: 'Farhan Ali',
      at: at(3),
      rules: { of: ['manager'], mode: 'any' },
    });
  });
  it('a step that needs several approvals shows those given and what is left', () => {
    const decisions = [{ step: 1, verb: 'approved' as const, name: 'Farhan Ali', at: at(3), comment: null }];
    const both = [{ of: ['manager', 'holders'], mode: 'all' }] as const;
    expect(way({ state: 'inReview', rules: both, decisions })).toEqual([
      'asked done',
      'step1 done',
      'step1.rest now',
      'undo next',
      'end ahead',
    ]);
  });
  it('a question comes between the step and its decision', () => {
    expect(
      way({ state: 'infoRequested', question: { name: 'Farhan Ali', text: 'When?', at: at(2) } }),
    ).toEqual(['asked done', 'step1 ahead', 'question now', 'undo next', 'end ahead']);
  });
  it('ends with the effect, or with the rejection and no further step', () => {
    const verb = (one: 'approved' | 'rejected') => [
      { step: 1, verb: one, name: 'Farhan Ali', at: at(3), comment: 'No slot' },
    ];
    expect(way({ state: 'pendingApply', undoUntil: at(4), decisions: verb('approved') })).toEqual([
      'asked done',
      'step1 done',
      'undo now',
      'end next',
    ]);
    expect(way({ state: 'approved', decisions: verb('approved') })).toEqual([
      'asked done',
      'step1 done',
      'undo done',
      'end now',
    ]);
    expect(
      chainOf(
        approvalRow({ state: 'pendingReject', steps: 2, undoUntil: at(4), decisions: verb('rejected') }),
      ).map(({ word }) => word),
    ).toEqual(['chain.asked', 'chain.rejected', 'chain.undo', 'chain.rejectedEnd']);
  });
  it('of one that is over ends with how it ended, and nobody decides now', () => {
    const approved = [{ step: 1, verb: 'approved' as const, name: 'Farhan Ali', at: at(3), comment: null }];
    expect(way({ state: 'applied', decisions: approved })).toEqual([
      'asked done',
      'step1 done',
      'undo done',
      'end done',
    ]);
    const last = (more: Parameters<typeof approvalRow>[0]) => {
      const { word, condition } = chainOf(approvalRow(more)).at(-1)!;
      return [word, condition];
    };
    expect(last({ state: 'applyFailed', decisions: approved })).toEqual(['chain.applyFailed', 'rejected']);
    for (const state of ['withdrawn', 'expired', 'superseded'] as const) {
      expect(last({ state })).toEqual([`chain.${state}`, 'rejected']);
      expect(way({ state })).toEqual(['asked done', 'step1 ahead', 'end rejected']);
    }
  });
});

describe('evidence', () => {
  it('lists changes before unchanged values, formatted by kind', () => {
    const lines = changesOf(appReScheduleApproval, approvalRow(), labels);
    expect(lines.map(({ key, changed }) => [key, changed])).toEqual([
      ['at', true],
      ['moved', true],
      ['assigned', false],
    ]);
    expect(lines[0]).toMatchObject({ before: '18-11-2026 20:30', after: '19-11-2026 01:30' });
  });
  it('has one main change, none when nothing differs', () => {
    expect(mainChange(appReScheduleApproval, approvalRow(), labels)).toMatchObject({ key: 'at' });
    expect(
      mainChange(appReScheduleApproval, approvalRow({ after: approvalRow().before }), labels),
    ).toBeNull();
    expect(mainChange(null, approvalRow(), labels)).toBeNull();
  });
  it('fits in one line: the main change, or what is requested where nothing is compared', () => {
    expect(glanceOf(appReScheduleApproval, approvalRow(), labels)).toBe(
      '18-11-2026 20:30 → 19-11-2026 01:30',
    );
    const expense = approvalRow({
      kind: 'empExpenseApproval',
      before: { category: 'food', spentOn: '2026-11-17', amount: 45_000, receipts: [] },
      after: {},
    });
    expect(glanceOf(empExpenseApproval, expense, labels)).toBe('Food · 17-11-2026 · ₹450.00');
    expect(glanceOf(null, expense, labels)).toBe('');
  });
});

describe('whom or what a request is about', () => {
  const cancellation = (customer: string) =>
    approvalRow({ kind: 'taskCancellationApproval', before: { customer } });
  it('is named, with its number beside it', () => {
    expect(aboutOf(taskCancellationApproval, cancellation('CU-000005'), labels)).toBe(
      'Lakshmi Rao · TK-000009',
    );
  });
  it('is its number where no name may be seen, or nothing is named', () => {
    expect(aboutOf(taskCancellationApproval, cancellation('CU-000006'), labels)).toBe(
      'CU-000006 · TK-000009',
    );
    expect(aboutOf(empExpenseApproval, approvalRow({ kind: 'empExpenseApproval' }), labels)).toBe(
      'TK-000009',
    );
    expect(aboutOf(null, cancellation('CU-000005'), labels)).toBe('TK-000009');
    // A request may be about a day, which is shown as every date is.
    const slot = approvalRow({ kind: 'tlApproval', before: { subjectRef: '2026-11-20' } });
    expect(aboutOf(tlApproval, slot, labels)).toBe('20-11-2026 · TK-000009');
  });
  it('is named among the evidence as well', () => {
    const line = changesOf(taskCancellationApproval, cancellation('CU-000005'), labels);
    expect(line.map(({ after }) => after)).toContain('Lakshmi Rao · CU-000005');
  });
});

describe('the glance of a request to the team lead', () => {
  const correction = approvalRow({
    kind: 'tlApproval',
    reason: 'dispositionCorrection',
    before: {
      what: 'dispositionCorrection',
      subjectRef: 'CU-000005',
      call: 'CL-000009',
      disposition: 'RNR',
    },
    after: { disposition: 'SWITCHED_OFF' },
  });
  it.each([
    ['en', 'No answer → Switched off', 'Disposition correction · Lakshmi Rao'],
    ['es', 'No contesta → Apagado', 'Corrección de resultado · Lakshmi Rao'],
  ] as const)('names the person and labels the dispositions (%s)', (language, glance, asked) => {
    const spoken = { ...labels, language };
    expect(glanceOf(tlApproval, correction, spoken)).toBe(glance);
    expect(aboutOf(tlApproval, correction, spoken)).toBe('Lakshmi Rao · TK-000009');
    expect(askedOf(tlApproval, correction, spoken, true)).toBe(asked);
  });
});

describe('evidence of a cancellation', () => {
  const row = approvalRow({
    kind: 'taskCancellationApproval',
    before: {
      slot: at(600),
      customer: 'CU-000005',
      assigned: 'Pooja Hegde',
      type: 'sales',
      started: false,
      status: 0,
    },
    after: { status: 3 },
  });
  it('distinguishes changes from plain details', () => {
    expect(
      changesOf(taskCancellationApproval, row, labels).map(({ key, before, after, changed, detail }) => [
        key,
        before,
        after,
        changed,
        detail,
      ]),
    ).toEqual([
      ['status', 'Not started', 'Cancelled', true, false],
      ['slot', '18-11-2026 20:30', '18-11-2026 20:30', false, true],
      ['customer', 'Lakshmi Rao · CU-000005', 'Lakshmi Rao · CU-000005', false, true],
      ['assigned', 'Pooja Hegde', 'Pooja Hegde', false, true],
      ['type', 'Sales visit', 'Sales visit', false, true],
      ['started', 'no', 'no', false, true],
    ]);
    expect(mainChange(taskCancellationApproval, row, { ...labels, language: 'es' })).toMatchObject({
      before: 'Sin empezar',
      after: 'Anulada',
    });
  });
});

describe('the outcome of a decision among many', () => {
  const row = approvalRow();
  const decided = { row, ok: true } as const;
  const status = (state: ApprovalStatus['state'], why: string | null = null): ApprovalStatus => ({
    state,
    why,
    fails: null,
    over: null,
  });
  it.each([
    ['waits', null],
    ['waits', 'pendingApply'],
    ['waits', 'approved'],
    ['applied', 'applied'],
    ['failed', 'applyFailed'],
    ['rejected', 'rejected'],
    ['next', 'inReview'],
    ['gone', 'superseded'],
  ] as const)('is "%s" while the request is %s', (outcome, state) =>
    expect(outcomeOf(decided, state && status(state), false)).toBe(outcome),
  );
  it('is the sender’s own action: undone, or refused', () => {
    expect(outcomeOf(decided, status('inReview'), true)).toBe('undone');
    expect(outcomeOf({ row, ok: false, message: 'no', correlationId: 'c', again: false }, null, false)).toBe(
      'refused',
    );
  });
  it('is counted, applied first', () => {
    expect(tally(['refused', 'applied', 'waits', 'applied'])).toEqual([
      ['applied', 2],
      ['waits', 1],
      ['refused', 1],
    ]);
  });
});

describe('many at once', () => {
  const rows = Array.from({ length: 60 }, (_, n) =>
    approvalRow({ id: String(n), actions: n % 10 === 0 ? [] : ['approveStep'] }),
  );
  it('leaves out requests that are not open to me, and those above fifty', () => {
    const { fit, unfit, over } = chosenFor(rows, 'approveStep');
    expect([fit.length, unfit.length, over]).toEqual([50, 6, 4]);
    expect(chosenFor(rows, 'rejectStep').fit).toEqual([]);
  });
  it('leaves out what could not be applied now from approving, not from rejecting', () => {
    const four = ['1', '2', '3', '4'].map((id) => approvalRow({ id }));
    const fails = new Map([['2', 'slotTaken']]);
    const ids = (command: 'approveStep' | 'rejectStep'): string[] =>
      chosenFor(four, command, fails).fit.map(({ id }) => id);
    expect(ids('approveStep')).toEqual(['1', '3', '4']);
    expect(ids('rejectStep')).toEqual(['1', '2', '3', '4']);
    expect(chosenFor(four, 'approveStep', fails).failing.map(({ id }) => id)).toEqual(['2']);
  });
  it('decides each once, a few at a time, and reports each', async () => {
    let now = 0;
    let most = 0;
    const shown: Result[] = [];
    await sendEach(
      rows,
      async (row) => {
        most = Math.max(most, ++now);
        await new Promise((done) => setTimeout(done, 1));
        now -= 1;
        return { row, ok: true as const };
      },
      (result) => shown.push(result),
    );
    expect(new Set(shown.map(({ row }) => row.id)).size).toBe(60);
    expect(most).toBe(4);
  });
});

it('undoable decisions: mine only, the newest first', () => {
  const mine = (id: string, undoUntil: string) =>
    approvalRow({ id, state: 'pendingApply', actions: ['undoDecision'], undoUntil });
  expect(
    undoable(
      [
        mine('1', at(1)),
        approvalRow({ id: '2', state: 'pendingApply', actions: [], undoUntil: at(9) }),
        mine('3', at(2)),
      ],
      Date.parse(at(0)),
    ).map(({ id }) => id),
  ).toEqual(['3', '1']);
});

it('nothing can be undone once its time is over, whatever the row still says', () => {
  const row = approvalRow({ state: 'pendingApply', actions: ['undoDecision'], undoUntil: at(1) });
  expect(mayUndo(row, Date.parse(at(1)) - 1)).toBe(true);
  expect(mayUndo(row, Date.parse(at(1)))).toBe(false);
  expect(inPart(row, 'decide')).toBe(true);
});

it('a delegation ends in the future and never after the request', () => {
  const noon = Date.parse('2026-11-18T12:00:00+05:30');
  expect(untilChoices(noon, '2026-11-25T12:00:00+05:30').map(({ key }) => key)).toEqual([
    'until.twoHours',
    'until.today',
    'until.tomorrow',
    'until.expiry',
  ]);
  expect(untilChoices(noon, '2026-11-18T13:00:00+05:30').map(({ key }) => key)).toEqual(['until.expiry']);
  expect(
    untilChoices(Date.parse('2026-11-18T21:00:00+05:30'), '2026-11-25T12:00:00+05:30').map(({ key }) => key),
  ).toEqual(['until.twoHours', 'until.tomorrow', 'until.expiry']);
});
