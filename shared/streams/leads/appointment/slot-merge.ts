import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { addDays, isSunday } from '../../../core/day.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import { inPoos } from '../../../core/permission.ts';
import { employeeId } from '../../../core/record-id.ts';
import { blockReads, isBlocked } from './blocks.ts';
import type { SlotsState } from './slots-state.ts';
import { startsAt } from './state.ts';

const half = 30;
const horizonDays = 30;
const clock = texts.code(/^(0[89]|1\d):(00|30)$/);
const whose = { iAssignedTo: employeeId(), appDate: texts.day() };
const merging = z.strictObject({ ...whose, slots: z.array(clock).min(1).max(8) });
const splitting = z.strictObject({ ...whose, slotFrom: clock });
type Whose = { readonly iAssignedTo: number; readonly appDate: string };

/** Why this person may not merge or split the slots of that employee's day. */
function notTheirs({ iAssignedTo, appDate }: Whose, ctx: Ctx & { readonly id: string }): Refusal | null {
  if (ctx.id !== `${iAssignedTo}-${appDate}`) return refuse('badFormat', 400, { label: 'iAssignedTo' });
  const employee = ctx.directory.employee(iAssignedTo);
  return employee?.active && employee.poos.some((poo) => inPoos(ctx.viewer, poo))
    ? null
    : refuse('employeeInactive', 422, undefined, 'iAssignedTo');
}

const touches = (a: { readonly from: number; readonly minutes: number }, b: typeof a): boolean =>
  a.from < b.from + b.minutes * 60_000 && b.from < a.from + a.minutes * 60_000;

/** Merges two to four consecutive free half hours into one bookable slot. */
const merge = command<SlotsState, z.infer<typeof merging>>({
  input: merging,
  need: 'Out Bound/empSlotMerge:edit',
  creates: true,
  reads: (input) =>
    blockReads({ ...input, slotFrom: [...input.slots].sort()[0] ?? '' }, input.slots.length * half),
  decide(state, input, ctx) {
    const no = notTheirs(input, ctx);
    if (no) return no;
    const { appDate, iAssignedTo } = input;
    const starts = [...new Set(input.slots)].sort();
    const first = starts[0] ?? '';
    const from = startsAt({ appDate, slotFrom: first });
    const adjacent = starts.every(
      (slotFrom, n) => startsAt({ appDate, slotFrom }) === from + n * half * 60_000,
    );
    if (starts.length < 2 || starts.length > 4 || !adjacent)
      return refuse('slotsNotAdjacent', 422, undefined, 'slots');
    if (isSunday(appDate)) return refuse('sundayNotAllowed', 422, undefined, 'appDate');
    if (from <= ctx.now || appDate > addDays(ctx.today, horizonDays))
      return refuse('slotMergePast', 422, { days: horizonDays }, 'appDate');
    const joined = { from, minutes: starts.length * half };
    const wish = { appDate, iAssignedTo, slotFrom: first };
    if (
      isBlocked(ctx.read, wish, joined.minutes) ||
      [...state.taken, ...(state.merges ?? [])].some((one) => touches(one, joined))
    )
      return refuse('slotsNotFree', 409, undefined, 'slots');
    const pooId = ctx.directory.employee(iAssignedTo)?.primaryPooId ?? null;
    return [{ type: 'SlotsMerged', data: { ...joined, iAssignedTo, appDate, slotFrom: first, pooId } }];
  },
});

/** Splits a merged slot back into half hours, as long as nobody is booked in it. */
const split = command<SlotsState, z.infer<typeof splitting>>({
  input: splitting,
  need: 'Out Bound/empSlotMerge:edit',
  decide(state, input, ctx) {
    const no = notTheirs(input, ctx);
    if (no) return no;
    const from = startsAt(input);
    const found = (state.merges ?? []).find((one) => one.from === from);
    if (!found) return refuse('slotMergeUnknown', 409, undefined, 'slotFrom');
    return state.taken.some((one) => touches(one, found))
      ? refuse('slotMergeBooked', 409, undefined, 'slotFrom')
      : [
          {
            type: 'SlotsSplit',
            data: { from, iAssignedTo: input.iAssignedTo, appDate: input.appDate, slotFrom: input.slotFrom },
          },
        ];
  },
});

export const slotMergeCommands = { merge, split };
