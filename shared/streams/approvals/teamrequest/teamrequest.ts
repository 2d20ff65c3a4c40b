import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { DAY_MS } from '../../../core/day.ts';
import type { Event, NewEvent, RecordedEventOf } from '../../../core/event.ts';
import { badInputOf } from './input.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { teamKindNames, teamKinds, type TeamEffect, type TeamKind, type TeamKindName } from './kinds.ts';
import { teamRequestTranslations } from './translations.ts';

export interface TeamRequested {
  readonly requestId: string;
  readonly ref: string;
  readonly requestedBy: { readonly empId: number; readonly name: string };
  readonly iPooId: number | null;
  readonly reason: string;
  readonly subjectVersion: number;
  readonly what: TeamKindName;
  readonly subjectRef: string;
  readonly concerns: number | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly effect: TeamEffect;
  readonly expiresAt: string;
}
interface Decided {
  readonly approvalId: number;
  readonly requestId: string;
}
type TeamRequestEvent =
  | Event<'TeamRequestRaised', TeamRequested>
  | Event<'TeamRequestLinked', { readonly approvalId: number }>
  | Event<'TeamRequestGranted', Decided & { readonly effect: TeamEffect }>
  | Event<'TeamRequestClosed', Decided>
  | Event<'TeamRequestApplied', { readonly approvalId: number | null }>
  | Event<'TeamRequestFailed', { readonly approvalId: number | null; readonly why: string }>;

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
      return { ...state, approvalId: event.data.approvalId };
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
  details: z.record(texts.token(), z.unknown()),
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
          requestId: ctx.newId(),
          ref,
          requestedBy: { empId, name: ctx.viewer.name },
          iPooId: ctx.directory.employee(empId)?.primaryPooId ?? null,
          reason: input.reason,
          subjectVersion: state.version + 1,
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

const effect = z.strictObject({ requestId: texts.token(), approvalId: z.int().positive() });
type Effect = z.output<typeof effect>;
const waits = (state: TeamRequestState, { requestId }: Effect): boolean =>
  state.stage === 'raised' && state.requestId === requestId;

/** Approved: a policy sends the matching command, and its outcome returns as `settle`. */
const grant = command<TeamRequestState, Effect>({
  input: effect,
  need: 'system',
  decide: (state, input) =>
    waits(state, input) && state.effect
      ? [made({ type: 'TeamRequestGranted', data: { ...input, effect: state.effect } })]
      : [made({ type: 'TeamRequestFailed', data: { approvalId: input.approvalId, why: 'subjectMoved' } })],
});

const close = command<TeamRequestState, Effect>({
  input: effect,
  need: 'system',
  decide: (state, input) =>
    waits(state, input) ? [made({ type: 'TeamRequestClosed', data: input })] : refuse('noLongerNeeded', 409),
});

const linkApproval = command<TeamRequestState, Effect>({
  input: effect,
  need: 'system',
  decide: (state, input) =>
    waits(state, input) && state.approvalId === null
      ? [made({ type: 'TeamRequestLinked', data: { approvalId: input.approvalId } })]
      : refuse('noLongerNeeded', 409),
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
