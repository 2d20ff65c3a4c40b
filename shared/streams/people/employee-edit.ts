import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { RecordedEvent, RecordedEventOf, NewEvent } from '../../core/event.ts';
import type { Need } from '../../core/permission.ts';
import type { Refusal } from '../../core/refusal.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../core/stream.ts';
import { command } from '../../core/stream.ts';
import { reportedPhone } from '../../core/fields.ts';
import { email, line, personName } from '../../access/text.ts';
import { employeeId, masterId, recordId } from '../../core/record-id.ts';
import type { EmployeeEvent } from './employee-events.ts';
import {
  assignRole,
  changeDesignation,
  changeManager,
  deactivate,
  reactivate,
  updateDetails,
} from './employee-commands.ts';
import { heldRole, qualificationReads, reservations, reserve, release } from './employee-rules.ts';
import type { EmployeeState } from './employee-state.ts';
import { evolveEmployee } from './employee-state.ts';

const day = texts.day();
const edited = z.strictObject({
  details: z.record(texts.token().max(40), texts.unread()).optional(),
  designationId: masterId('designation').optional(),
  managerId: employeeId().nullable().optional(),
  roleId: recordId('role').optional(),
  active: z.boolean().optional(),
  exitDate: day.optional(),
  reason: line(5, 200).optional(),
});
type Edited = z.output<typeof edited>;
type Deciding = Ctx & { readonly id: string };

function mayAll(ctx: Deciding, need: Need): boolean {
  return typeof need === 'string'
    ? need !== 'signedIn' && need !== 'system' && need !== 'public' && ctx.may(need)
    : need.some((one) => ctx.may(one));
}

/** The single commands that one form consists of, in dependency order. */
function steps(state: EmployeeState, input: Edited): (readonly [CommandDef<EmployeeState>, object])[] {
  return [
    ...(input.details ? [[updateDetails, input.details] as const] : []),
    ...(input.designationId !== undefined
      ? [[changeDesignation, { designationId: input.designationId }] as const]
      : []),
    ...(input.managerId !== undefined ? [[changeManager, { managerId: input.managerId }] as const] : []),
    ...(input.roleId !== undefined ? [[assignRole, { roleId: input.roleId }] as const] : []),
    ...(input.active === true && !state.active ? [[reactivate, {}] as const] : []),
    ...(input.active === false && state.active
      ? [[deactivate, { exitDate: input.exitDate, reason: input.reason }] as const]
      : []),
  ];
}

/** The details as they will be kept; nothing where they are refused anyway. */
function spelled({ details }: Edited): z.output<typeof updateDetails.input> {
  const parsed = z.safeParse(updateDetails.input, details ?? {});
  return parsed.success ? parsed.data : {};
}

/** A whole form: several changes of one person, all of them or none; each requires its own right. */
export const edit = command<EmployeeState, Edited>({
  input: edited,
  need: ['Masters/emplist:edit', 'Masters/rolemasterv2:edit'],
  versioned: 'merge',
  merges: ({ exitDate: _exitDate, reason: _reason, details, ...input }) => ({
    ...input,
    ...spelled({ details }),
  }),
  reads: (input, state) => ({
    ...(state.active || input.active
      ? reservations({
          ...(input.active && !state.active ? state : {}),
          ...spelled(input),
        })
      : {}),
    ...qualificationReads(spelled(input)),
    ...(input.roleId ? { role: `role-${input.roleId}` } : {}),
    ...(input.roleId || input.active ? heldRole(state) : {}),
  }),
  decide: (state, input, ctx) => {
    let now = state;
    const all: NewEvent[] = [];
    for (const [one, requested] of steps(state, input)) {
      if (!mayAll(ctx, one.need)) return refuse('forbidden', 403, { permission: String(one.need) });
      const parsed = z.safeParse(one.input, requested);
      if (!parsed.success) return unfit(parsed.error);
      const decision = one.decide(now, parsed.data, ctx);
      if (isRefusal(decision)) return decision;
      for (const event of 'events' in decision ? decision.events : decision) {
        all.push(event);
        if (!event.stream)
          now = evolveEmployee(now, {
            ...event,
            at: new Date(ctx.now).toISOString(),
            actor: ctx.actor,
            stream: `employee-${ctx.id}`,
            version: 0,
          } as RecordedEvent as RecordedEventOf<EmployeeEvent>);
      }
    }
    return all;
  },
});

function unfit(error: z.ZodError): Refusal {
  const issue = error.issues[0]!;
  const field = issue.path.map(String).join('.');
  return refuse(
    /^[a-z][a-zA-Z]*$/.test(issue.message) ? issue.message : 'badFormat',
    400,
    { label: field },
    field || undefined,
  );
}

const synced = {
  firstName: personName(1, 50),
  lastName: personName(0, 50),
  phone: reportedPhone({ blank: true }),
  email,
  joiningDate: day,
};

/**
 * Applies what the HR system reported at a time. Older reports change nothing. Fields changed here after that
 * time stay, and the difference is recorded; role, place, status and designation are never taken over.
 */
export const syncFromZoho = command<EmployeeState, any>({
  input: z.strictObject({
    zohoId: line(1, 40),
    modifiedAt: z.iso.datetime(),
    fields: z.strictObject(synced).partial(),
  }),
  need: 'Masters/emplist:edit',
  reads: (input, state) => (state.active ? reservations(input.fields) : {}),
  decide: (state, input, ctx) => {
    if (state.zohoId !== null && state.zohoId !== input.zohoId)
      return refuse('otherZohoId', 409, { zohoId: state.zohoId });
    if (state.zohoModifiedAt !== null && input.modifiedAt <= state.zohoModifiedAt) return [];
    const before = state as unknown as Record<string, unknown>;
    const differing = Object.entries(input.fields as Record<string, unknown>).filter(
      ([name, value]) => before[name] !== value,
    );
    const kept = differing.filter(([name]) => (state.touched[name] ?? '') > input.modifiedAt);
    const taken = Object.fromEntries(differing.filter((one) => !kept.includes(one)));
    const wanted = state.active ? reservations(taken) : {};
    const reserved = reserve(`employee-${ctx.id}`, wanted, ctx);
    if (isRefusal(reserved)) return reserved;
    const held = state.active ? reservations(state) : {};
    const given = Object.fromEntries(
      Object.entries(held).filter(([what, stream]) => what in taken && wanted[what] !== stream),
    );
    return [
      {
        type: 'EmployeeSyncedFromZoho',
        data: { empId: state.empId, zohoId: input.zohoId, modifiedAt: input.modifiedAt, fields: taken },
      },
      ...kept.map(([field, theirs]) => ({
        type: 'EmployeeSyncConflictFound',
        data: {
          empId: state.empId,
          field,
          ours: before[field],
          theirs,
          changedAt: state.touched[field],
          modifiedAt: input.modifiedAt,
        },
      })),
      ...reserved,
      ...release(`employee-${ctx.id}`, given),
    ];
  },
});
