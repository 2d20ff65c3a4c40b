import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { DAY_MS } from '../../../core/day.ts';
import type { NewEvent, RecordedEventOf } from '../../../core/event.ts';
import { badInputOf } from './input.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { teamKindNames, teamKinds, type TeamEffect, type TeamKind, type TeamKindName } from './kinds.ts';
import { linked, raisedBy } from '../decision.ts';
import { decisionCommands } from '../decision-commands.ts';
import type { TeamRequestEvent } from './events.ts';
import { teamDecision } from './team-decision.ts';
import { teamRequestTranslations } from './translations.ts';

export type TeamRequestStage = 'none' | 'raised' | 'granted' | 'applied' | 'failed' | 'closed';
export interface TeamRequestState {
  readonly id: number;
  readonly stage: TeamRequestStage;
  readonly what: TeamKindName | null;
  readonly requestedBy: number | null;
  readonly requestId: string | null;
  readonly approvalId: number | null;
  readonly effect: TeamEffect | null;
  readonly version: number;
}

function evolve(before: TeamRequestState, event: RecordedEventOf<TeamRequestEvent>): TeamRequestState {
  const state = { ...before, version: event.version };
  switch (event.type) {
    case 'TeamRequestRaised': {
      const { what, requestId, effect, requestedBy } = event.data;
      return { ...state, stage: 'raised', what, requestId, effect, requestedBy: requestedBy.empId };
    }
    case 'TeamRequestLinked':
      return linked(state, event.data);
    case 'TeamRequestGranted':
      return { ...state, stage: 'granted', approvalId: event.data.approvalId };
    case 'TeamRequestClosed':
      return { ...state, stage: 'closed' };
    case 'TeamRequestApplied':
      return { ...state, stage: 'applied' };
    case 'TeamRequestFailed':
      return { ...state, stage: 'failed' };
    default:
      return before;
  }
}

const made = ({ type, data }: TeamRequestEvent): NewEvent => ({ type, data: { ...data } });
const raising = z.strictObject({
  what: z.enum(teamKindNames as [TeamKindName, ...TeamKindName[]]),
  details: z.record(texts.token(), texts.unread()),
  reason: texts.paragraph().min(10).max(200),
});
type Raising = z.output<typeof raising>;

const kindOf = ({ what }: Pick<Raising, 'what'>): TeamKind<unknown> =>
  teamKinds[what] as unknown as TeamKind<unknown>;

/** Makes a request to the team lead; its conditions are checked now and again when it is applied. */
const raise = command<TeamRequestState, Raising>({
  input: raising,
  need: 'signedIn',
  creates: true,
  reads: (input, _state, ctx) => {
    const kind = kindOf(input);
    const parsed = z.safeParse(kind.input, input.details);
    return parsed.success ? kind.reads(parsed.data, ctx) : {};
  },
  decide: (state, input, ctx) => {
    if (state.stage !== 'none') return refuse('noLongerNeeded', 409);
    const empId = ctx.viewer.empId;
    if (empId === null) return refuse('employeesOnly', 403);
    const kind = kindOf(input);
    const parsed = z.safeParse(kind.input, input.details);
    if (!parsed.success) return badInputOf(parsed.error);
    const details = parsed.data;
    const no = kind.check(details, ctx);
    if (isRefusal(no)) return no;
    const ref = `RQ-${ctx.id.padStart(6, '0')}`;
    return [
      made({
        type: 'TeamRequestRaised',
        data: {
          ...raisedBy(ctx, {
            ref,
            iPooId: ctx.directory.employee(empId)?.primaryPooId ?? null,
            reason: input.reason,
            subjectVersion: state.version + 1,
          }),
          what: input.what,
          subjectRef: kind.subject(details, ctx) || ref,
          concerns: kind.concerns(details, ctx),
          before: kind.before(details, ctx),
          after: kind.after(details, ctx),
          effect: kind.effect(details, input.reason, ctx),
          expiresAt: new Date(ctx.now + 3 * DAY_MS).toISOString(),
        },
      }),
    ];
  },
});

/** Approved, a policy sends the matching command, and its outcome returns as `settle`. */
const { grant, close, linkApproval } = decisionCommands(teamDecision, {
  waiting: ({ stage, requestId, approvalId }: TeamRequestState) =>
    stage === 'raised' && requestId !== null ? { requestId, approvalId } : null,
  stale: () => 'subjectMoved',
  approve: ({ effect }) => ({ data: { effect: effect! } }),
});

/** The outcome of the matching command. */
const settle = command<TeamRequestState, { refused: string | null }>({
  input: z.strictObject({ refused: texts.token().max(60).nullable() }),
  need: 'system',
  decide: (state, { refused }) => {
    if (state.stage !== 'granted') return refuse('noLongerNeeded', 409);
    const { approvalId } = state;
    return refused === null
      ? [made({ type: 'TeamRequestApplied', data: { approvalId } })]
      : [made({ type: 'TeamRequestFailed', data: { approvalId, why: refused } })];
  },
});

/** A request to a team lead that is carried out by one command of its subject. */
export const teamRequest = defineStream<TeamRequestState, TeamRequestEvent>({
  name: 'teamrequest',
  numbered: true,
  area: 'approvals',
  state: 1,
  events: {
    TeamRequestRaised: true,
    TeamRequestLinked: true,
    TeamRequestGranted: true,
    TeamRequestClosed: true,
    TeamRequestApplied: true,
    TeamRequestFailed: true,
  },
  initial: (key) => ({
    id: Number(key),
    stage: 'none',
    what: null,
    requestedBy: null,
    requestId: null,
    approvalId: null,
    effect: null,
    version: 0,
  }),
  evolve,
  commands: { raise, grant, close, linkApproval, settle },
  visible: (state, viewer) =>
    viewer.kind === 'system' ||
    viewer.admin ||
    viewer.empId === state.requestedBy ||
    viewer.rights.has('approvals/tlApproval:approve'),
  translations: teamRequestTranslations,
  story: [
    {
      as: 'agent1',
      stream: 'teamrequest-new',
      command: 'raise',
      input: {
        what: 'attendanceRegularization',
        details: { date: '2026-11-17', time: '09:00', outTime: '18:00' },
        reason: 'The device had no battery left',
      },
    },
  ],
});
