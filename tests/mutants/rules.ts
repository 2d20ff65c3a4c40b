import { inFile, inPromise, type Mutant } from './mutant.ts';

const taskmovement = 'shared/streams/leads/taskmovement.ts';
const queueitem = 'shared/streams/calls/queueitem/queueitem.ts';
const edit = 'shared/streams/people/employee-edit.ts';
const commands = 'shared/streams/people/employee-commands.ts';
const rulesOfPeople = 'shared/streams/people/employee-rules.ts';
const tempdesig = 'shared/streams/access/tempdesig.ts';
const machine = 'shared/streams/approvals/approval/approval.machine.ts';
const eligible = 'shared/streams/approvals/approval/eligible.ts';
const guards = 'shared/streams/people/attendance/guards.ts';

export const ruleMutants: readonly Mutant[] = [
  ...inFile('shared/streams/masters/span.ts', 'shared/streams/masters/span.test.ts', [
    ['held.from <= wanted.to', 'held.from < wanted.to', 'A span that ends on the first held day overlaps.'],
    ['wanted.from <= held.to', 'wanted.from < held.to', 'A span that begins on the last held day overlaps.'],
    ['who !== owner &&', '', 'A record does not overlap with itself.'],
  ]),
  ...inFile(taskmovement, 'shared/streams/leads/taskmovement.test.ts', [
    [
      'from: state.from, to: state.to, fromName: state.fromName',
      'from: state.to, to: state.from, fromName: state.fromName',
      'An undo names the original giver and taker.',
    ],
    [
      'moveEach(state.moved, state.to, state.from, ctx',
      'moveEach(state.moved, state.from, state.to, ctx',
      'Undone tasks return to their previous owner.',
    ],
    ["if (state.takenBack) return refuse('movementTakenBack', 409);", '', 'A movement is undone once.'],
    [
      "if (from === to) return refuse('sameEmployee', 422, undefined, 'to');",
      '',
      'Tasks are not moved to their owner.',
    ],
    [
      "if (!target?.active) return refuse('employeeInactive', 422, undefined, 'to');",
      "if (!target) return refuse('employeeInactive', 422);",
      'Tasks go to active employees only.',
    ],
    ['task.version !== one.version ||', '', 'A task that changed since it was read stays where it is.'],
    [
      'days.set(one.appDate, { taken: [...days.get(one.appDate)!.taken, taken] });',
      '',
      'Tasks moved together are checked against each other.',
    ],
  ]),
  ...inFile(edit, 'shared/streams/people/employee-edit.test.ts', [
    [
      'const wanted = state.active ? reservations(taken) : {};',
      'const wanted = state.active ? reservations({ phone: taken.phone as string }) : {};',
      'The e-mail of a synced employee is reserved.',
    ],
    [
      'reads: (input, state) => (state.active ? reservations(input.fields) : {}),',
      'reads: () => ({}),',
      'A synced e-mail is looked up before it is reserved.',
    ],
    [
      'input.modifiedAt <= state.zohoModifiedAt',
      'input.modifiedAt < state.zohoModifiedAt',
      'The same message of the HR system counts once.',
    ],
    ["(state.touched[name] ?? '') > input.modifiedAt", 'false', 'A later change made here is kept.'],
    [
      "if (state.zohoId !== null && state.zohoId !== input.zohoId) return refuse('otherZohoId', 409, { zohoId: state.zohoId });",
      '',
      'One person has one record in the HR system.',
    ],
    [
      "if (!mayAll(ctx, one.need)) return refuse('forbidden', 403, { permission: String(one.need) });",
      '',
      'Each change of a form requires its own right.',
    ],
    [
      'if (isRefusal(decision)) return decision; for',
      'if (isRefusal(decision)) continue; for',
      'A form is applied as a whole or not at all.',
    ],
  ]),
  ...inFile(commands, 'shared/streams/people/employee.test.ts', [
    [
      "if (isLastAdmin(state.empId, ctx)) return refuse('lastAdmin', 422); if (state.joiningDate",
      'if (state.joiningDate',
      'The last admin cannot leave.',
    ],
    [
      "if (ctx.actor.empId === state.empId) return refuse('selfDeactivation', 422); if (isLastAdmin",
      'if (isLastAdmin',
      'Nobody deactivates themselves.',
    ],
    [
      "if (reportees > 0) return refuse('hasReportees', 422, { n: reportees });",
      '',
      'A person with reportees cannot leave.',
    ],
    [
      "if (openTasks > 0) return refuse('openTasks', 422, { n: openTasks });",
      '',
      'A person with open tasks cannot leave.',
    ],
    [
      "if (ctx.actor.empId !== state.empId) return refuse('notFound', 404);",
      '',
      'A profile is changed by its owner.',
    ],
    [
      "if (state.active) return refuse('alreadyActive', 409);",
      '',
      'An active employee is not activated again.',
    ],
  ]),
  ...inFile(rulesOfPeople, 'shared/streams/people/employee.test.ts', [
    [
      "uniqueStream('employeeEmail', address)",
      "uniqueStream('employeeEmail', `${address}-${Math.random()}`)",
      'An e-mail belongs to one active employee.',
    ],
    [
      "if (managerId === empId) return refuse('managerCycle', 422, undefined, 'managerId');",
      '',
      'Nobody reports to themselves.',
    ],
    ['|| !isManager(manager)', '', 'A reporting manager has the code MG.'],
    [
      "if (up === empId) return refuse('managerCycle', 422, undefined, 'managerId');",
      '',
      'Reporting lines have no cycle.',
    ],
    [
      'return admins.length === 1 && admins[0]!.empId === empId;',
      'return false;',
      'The last admin is known.',
    ],
  ]),
  ...inFile(tempdesig, 'shared/streams/access/tempdesig.test.ts', [
    [
      'at <= to && list.length',
      'at < to && list.length',
      'The last day of a temporary designation is included.',
    ],
    [
      "if (input.designationId === 2) return refuse('tempDesigAdmin', 422, undefined, 'designationId');",
      '',
      'Admin is never given temporarily.',
    ],
    [
      "if (held) return refuse('tempDesigOverlap', 409, { name, day: held });",
      '',
      'Two temporary designations of a person do not overlap.',
    ],
    [
      'state.to < ctx.today ? [{',
      'state.to <= ctx.today ? [{',
      'A temporary designation is valid on its last day.',
    ],
    [
      'ctx.actor.empId === state.requestedBy || ctx.actor.empId === state.empId',
      'ctx.actor.empId === state.empId',
      'Requesters do not decide.',
    ],
    [
      "if (input.from < ctx.today) return refuse('dateInPast', 422, { label: 'from' }, 'from');",
      '',
      'A temporary designation does not begin in the past.',
    ],
  ]),
  ...inFile(queueitem, 'shared/streams/calls/queueitem/queueitem.test.ts', [
    [
      "return refuse('alreadyClaimed', 423, { name: state.lease.name",
      "if (ctx.now < 0) return refuse('alreadyClaimed', 423, { name: state.lease.name",
      'A second claim is refused.',
    ],
    [
      'if (!state.lease || state.lease.empId !== ctx.viewer.empId) return closed(state)',
      'if (!state.lease) return closed(state)',
      'Only the lease holder works on a row.',
    ],
    [
      "if (state.stage === 'parked') return refuse('notYetDue', 422, { until: state.parkedUntil });",
      '',
      'A parked row is not claimed before its time.',
    ],
    [
      'state.lease?.leaseId === leaseId && !onCallWith(state, ctx) ? endLease',
      'state.lease && !onCallWith(state, ctx) ? endLease',
      'A lease that was handed over does not expire with the old one.',
    ],
    [
      "state.stage === 'parked' && state.parkedUntil === until ?",
      "state.stage === 'parked' ?",
      'A row returns at the time it was last parked for.',
    ],
    ['at > ctx.now + limits.parkDays * DAY_MS', 'at > ctx.now + 365 * DAY_MS', 'Parking is limited.'],
    ['!isOpen(state) || written || due !== at', '!isOpen(state) || due !== at', 'A breach is written once.'],
    [
      "const no = closed(state) ?? eligible(state, 'approve', ctx); if (no) return no; const rule = leaseRule(state); if ('refused' in rule) return rule; if (!state.lease)",
      "const no = closed(state); if (no) return no; const rule = leaseRule(state); if ('refused' in rule) return rule; if (!state.lease)",
      'Taking over requires the right to approve.',
    ],
  ]),
  ...inFile(machine, 'shared/streams/approvals/approval/approval.machine.test.ts', [
    [
      'notRequesterNorSubject: Guard = ({ self }) => !self',
      'notRequesterNorSubject: Guard = () => true',
      'Nobody decides for themselves.',
    ],
    ['now < Date.parse(expiresAt)', 'now <= Date.parse(expiresAt)', 'A request expires at its end.'],
    [
      'undoUntil !== null && now >= Date.parse(undoUntil)',
      'undoUntil !== null && now > Date.parse(undoUntil)',
      'The undo window ends on time.',
    ],
    ['comment.trim().length >= 5', 'comment.length >= 5', 'A blank comment does not count.'],
    [
      'context.sameDecider && withinUndoWindow(context)',
      'withinUndoWindow(context)',
      'Only the decider can undo.',
    ],
  ]),
  ...inFile(eligible, 'shared/streams/approvals/approval/approval.test.ts', [
    [
      'empId === state.requestedBy.empId || empId === state.subjectEmpId',
      'empId === state.requestedBy.empId',
      'The subject does not decide.',
    ],
    [
      '!isSelf(state, one.empId) && !earlier.has(one.empId)',
      '!isSelf(state, one.empId)',
      'Two steps are decided by two people.',
    ],
    ['|| Date.parse(until) <= now', '', 'A delegation expires.'],
    [
      'if (chosen.length === 0) chosen = holders.filter((one) => one.admin).filter(fits);',
      '',
      'An admin may decide where nobody else can.',
    ],
  ]),
  ...inFile(guards, 'shared/streams/people/attendance/attendance.machine.test.ts', [
    [
      "typeof flag !== 'boolean' && Number(flag) === 1",
      'Number(flag) === 1',
      'The value true does not allow a check-out.',
    ],
    ['Number(record?.iOnCall ?? 0) !== 1', 'true', 'Nobody checks out during a call.'],
    [
      'earlierDayOpen(context) && context.now < staleAt(context.record!.date)',
      'earlierDayOpen(context)',
      'A stale day cannot be used.',
    ],
    [
      'record.iEcicoId !== null && record.iCancelFlag === 0',
      'record.iEcicoId !== null',
      'A cancelled record does not count.',
    ],
  ]),
  ...inFile('shared/core/permission.ts', 'shared/core/permission.test.ts', [
    [
      "if (viewer.admin) return { ok: true, rule: 'admin', permission: wanted[0] };",
      '',
      'Admins may do everything.',
    ],
  ]),
  ...inPromise('server/access/tickets.ts', 'tests/promises/access-guessing.test.ts', 'wrong codes', [
    [
      "'update access_tickets set tries = tries + 1 where",
      "'update access_tickets set tries = tries where",
      'Wrong codes are counted against their ticket.',
    ],
  ]),
];
