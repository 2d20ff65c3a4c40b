import { describe, expect, it } from 'vitest';
import type { Event } from '#shared/core/event.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import type { CommandDef } from '#shared/core/stream.ts';
import {
  decisionOn,
  linked,
  lockedBy,
  raisedBy,
  type FailedOutcome,
  type Linked,
  type Outcome,
  type Raised,
} from './decision.ts';
import { decisionCommands, withdrawCommand } from './decision-commands.ts';

type DeskEvent =
  | Event<'DeskRequested', Raised & { readonly height: number }>
  | Event<'DeskLinked', Linked>
  | Event<'DeskGranted', Outcome & { readonly height: number }>
  | Event<'DeskFailed', FailedOutcome>
  | Event<'DeskRefused', Outcome>
  | Event<'DeskWithdrawn', Outcome>;
interface Desk {
  readonly taken: boolean;
  readonly wish: {
    readonly requestId: string;
    readonly approvalId: number | null;
    readonly by: { readonly empId: number; readonly name: string };
    readonly height: number;
  } | null;
}

const deskDecision = decisionOn<DeskEvent>('desk')({
  requested: 'DeskRequested',
  linked: 'DeskLinked',
  applied: 'DeskGranted',
  failed: 'DeskFailed',
  rejected: 'DeskRefused',
  superseded: ['DeskWithdrawn'],
  approve: 'grant',
  reject: 'refuse',
});
const freed = { type: 'RoomFreed', stream: 'room-1', data: {} };
const parts = {
  waiting: ({ wish }: Desk) => wish,
  approve: ({ taken, wish }: Desk) =>
    taken ? { fails: 'deskTaken', and: [freed] } : { data: { height: wish!.height } },
  reject: () => ({ and: [freed] }),
};
const commands = decisionCommands(deskDecision, parts);
const patient = decisionCommands(deskDecision, { ...parts, stale: () => 'subjectMoved' });
const withdraw = withdrawCommand<Desk>('DeskWithdrawn', {
  need: 'signedIn',
  waiting: ({ wish }) => wish,
  others: 'ownOnly',
});

const anita = { empId: 7, name: 'Anita' };
const wish = { requestId: 'r1', approvalId: null, by: anita, height: 80 };
const free: Desk = { taken: false, wish: null };
const waits: Desk = { taken: false, wish };

/** The events of a command, or the code of its refusal. */
function when(command: CommandDef<Desk>, given: Desk, input: object = {}, empId: number | null = null) {
  const decided = command.decide(given, input, { viewer: { empId } } as never);
  if (isRefusal(decided)) return decided.code;
  return 'events' in decided ? decided.events : decided;
}

describe('a decision that a subject asks for', () => {
  it('given a request, when its approval is opened, then the request is linked, once', () => {
    expect(when(commands.linkApproval, waits, { requestId: 'r1', approvalId: 4 })).toEqual([
      { type: 'DeskLinked', data: { requestId: 'r1', approvalId: 4 } },
    ]);
    const known: Desk = { ...waits, wish: { ...wish, approvalId: 4 } };
    expect(when(commands.linkApproval, known, { requestId: 'r1', approvalId: 5 })).toBe('noLongerNeeded');
    expect(when(commands.linkApproval, waits, { requestId: 'r2', approvalId: 4 })).toBe('noLongerNeeded');
    expect(when(commands.linkApproval, free, { requestId: 'r1', approvalId: 4 })).toBe('noLongerNeeded');
  });

  it('given a request, when it is approved, then its effect is applied under its numbers', () =>
    expect(when(commands.grant, waits, { requestId: 'r1', approvalId: 4 })).toEqual([
      { type: 'DeskGranted', data: { requestId: 'r1', approvalId: 4, height: 80 } },
    ]));

  it('given an effect that is no longer possible, when it is approved, then it fails with the reason', () =>
    expect(when(commands.grant, { ...waits, taken: true }, { requestId: 'r1', approvalId: 4 })).toEqual([
      { type: 'DeskFailed', data: { requestId: 'r1', approvalId: 4, why: 'deskTaken' } },
      freed,
    ]));

  it('given a request, when it is rejected, then the subject is unlocked and what it held is free', () => {
    expect(when(commands.refuse, waits, { requestId: 'r1', approvalId: 4 })).toEqual([
      { type: 'DeskRefused', data: { requestId: 'r1', approvalId: 4 } },
      freed,
    ]);
    expect(when(commands.refuse, free, { requestId: 'r1', approvalId: 4 })).toBe('noLongerNeeded');
  });

  it('given another request, when the first is approved, then it is refused, or fails where the subject says why', () => {
    const late = { requestId: 'r0', approvalId: 3 };
    expect(when(commands.grant, waits, late)).toBe('noLongerNeeded');
    expect(when(patient.grant, waits, late)).toEqual([
      { type: 'DeskFailed', data: { ...late, why: 'subjectMoved' } },
    ]);
  });

  it('given a request, when it is withdrawn, then only by its requester', () => {
    expect(when(withdraw, waits, {}, 8)).toBe('ownOnly');
    expect(when(withdraw, free, {}, 7)).toBe('noLongerNeeded');
    expect(when(withdraw, waits, {}, 7)).toEqual([
      { type: 'DeskWithdrawn', data: { requestId: 'r1', approvalId: null } },
    ]);
  });

  it('its link belongs to its own request; links that were stored without one belong to the one that waits', () => {
    expect(linked(wish, { requestId: 'r1', approvalId: 4 })).toEqual({ ...wish, approvalId: 4 });
    expect(linked(wish, { requestId: 'r2', approvalId: 4 })).toBe(wish);
    expect(linked(wish, { approvalId: 4 })).toEqual({ ...wish, approvalId: 4 });
  });

  it('locks its subject and names the requester', () => {
    expect(lockedBy(free.wish, 'editPending')).toBeNull();
    expect(lockedBy(wish, 'editPending')).toMatchObject({ status: 409, details: { name: 'Anita' } });
  });

  it('is requested by whoever sends the command', () => {
    const about = { ref: 'D-1', iPooId: 3, reason: 'Back pain', subjectVersion: 2 };
    const ctx = { newId: () => 'r9', actor: { kind: 'person', ...anita } } as const;
    expect(raisedBy(ctx, about)).toEqual({ requestId: 'r9', requestedBy: anita, ...about });
  });
});
