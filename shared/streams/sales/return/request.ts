import { z } from 'zod';
import * as fields from '../../../core/fields.ts';
import { addDays } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { employeeId } from '../../../core/record-id.ts';
import { handOverCode } from '../../delivery/parcel/code.ts';
import type { CodePrepared } from '../../delivery/parcel/assign.ts';
import { atLine, nothingInput, reasonInput, stepCommand } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { productReads } from '../../purchase/product-facts.ts';
import { toDc } from '../dc/outcome.ts';
import { dcStream, type DcState } from '../dc/state.ts';
import { requesting } from './draft.ts';
import { faultReasons, returnLife, returnLimits, type ReturnLine, type ReturnState } from './state.ts';

const wished: ReadonlySet<string> = new Set(['NOT_NEEDED', 'SIZE']);
const parts = (lines: readonly ReturnLine[]) =>
  lines.filter(({ qty }) => qty > 0).map(({ id, qty }) => ({ lineId: id, qty }));

/** What the delivery counts as coming back, so that two returns cannot ask for the same units. */
const asked = (state: ReturnState): NewEvent =>
  toDc(state.header.dcId, { type: 'DcReturnAsked', data: { returnId: state.id, lines: parts(state.lines) } });
export const dropped = (state: ReturnState): readonly NewEvent[] =>
  state.stage === 'draft'
    ? []
    : [
        toDc(state.header.dcId, {
          type: 'DcReturnDropped',
          data: { returnId: state.id, lines: parts(state.lines) },
        }),
      ];

/** Why the customer cannot give a line back for their own wish. */
function notReturnable(line: ReturnLine, hygiene: boolean): Refusal | null {
  const why = line.schedules.includes('X')
    ? 'scheduleX'
    : line.storage === 'COLD'
      ? 'cold'
      : line.qty % line.packSize > 0
        ? 'cut'
        : hygiene
          ? 'hygiene'
          : null;
  return why ? refuse('notReturnable', 422, { product: line.product, reason: `why.${why}` }, 'qty') : null;
}
const hygienic = (product: MasterState | undefined, read: Readonly<Record<string, unknown>>): boolean => {
  const category = read[`c${String(product?.fields['iCategoryId'])}`] as MasterState | undefined;
  return category?.fields['bHygiene'] === 1;
};

export const request = stepCommand<ReturnState, object>({
  step: 'request',
  event: 'CustomerReturnRequested',
  input: nothingInput,
  need: requesting,
  life: returnLife,
  reads: (_input, state) => ({
    dc: dcStream(state.header.dcId),
    ...productReads(state.lines.map(({ productId }) => ({ productId }))),
  }),
  readsNext: (_input, read) =>
    Object.fromEntries(
      Object.entries(read).flatMap(([short, value]) => {
        const id = /^p\d+$/.test(short) ? (value as MasterState).fields['iCategoryId'] : undefined;
        return typeof id === 'number' ? [[`c${id}`, `master-category-${id}`]] : [];
      }),
    ),
  decide: (state, _input, ctx) => {
    const { reason, deliveredOn } = state.header;
    if (reason === null) return refuse('required', 422, { label: 'reason' }, 'reason');
    const days = faultReasons.has(reason) ? returnLimits.faultDays : returnLimits.days;
    if (ctx.today > addDays(deliveredOn, days)) return refuse('returnWindowOver', 422, { n: days });
    if (state.lines.every(({ qty }) => qty === 0)) return refuse('nothingReturned', 422);
    const dc: DcState = ctx.read['dc'];
    for (const [i, line] of state.lines.entries()) {
      if (line.qty === 0) continue;
      const sold = dc.lines.find(({ id }) => id === line.id);
      const left = sold ? sold.accepted - sold.returned - sold.returning : 0;
      const no =
        line.qty > left
          ? refuse(
              'returnQtyExceeded',
              422,
              { d: line.deliveredQty, r: line.deliveredQty - left, n: line.qty },
              'qty',
            )
          : wished.has(reason) || line.schedules.includes('X')
            ? notReturnable(line, hygienic(ctx.read[`p${line.productId}`], ctx.read))
            : null;
      if (no) return atLine(no, i + 1);
    }
    return { data: {}, beside: [asked(state)] };
  },
});

export const approve = stepCommand<ReturnState, object>({
  step: 'approve',
  event: 'CustomerReturnApproved',
  input: nothingInput,
  need: 'Inventory/returnApproval:approve',
  life: returnLife,
  fourEyes: true,
});
export const reject = stepCommand<ReturnState, { reason: string }>({
  step: 'reject',
  event: 'CustomerReturnRejected',
  input: reasonInput,
  need: 'Inventory/returnApproval:approve',
  life: returnLife,
  fourEyes: true,
  decide: (state, { reason }) => ({ data: { reason }, beside: dropped(state) }),
});
export const cancel = stepCommand<ReturnState, { reason: string }>({
  step: 'cancel',
  event: 'CustomerReturnCancelled',
  input: reasonInput,
  need: [...requesting, 'Inventory/customerDcReturn:edit'],
  life: returnLife,
  decide: (state, { reason }) => ({ data: { reason }, beside: dropped(state) }),
});

const scheduleInput = z.strictObject({ agentId: employeeId(), visitOn: fields.date() });
export interface PickupPrepared extends CodePrepared {
  readonly agent?: string | null;
}

/** Somebody goes there on a day; the customer gets a code, which proves that the goods were given to them. */
export const schedule = stepCommand<ReturnState, z.output<typeof scheduleInput>>({
  step: 'schedule',
  event: 'ReturnPickupScheduled',
  input: scheduleInput,
  need: 'Out Bound/returnPickup:edit',
  life: returnLife,
  decide: (state, { agentId, visitOn }, ctx) => {
    if (!state.header.pickup) return refuse('customerBrings', 422);
    if (visitOn < ctx.today) return refuse('dateInPast', 422, { label: 'visitOn' }, 'visitOn');
    if (new Date(`${visitOn}T00:00:00Z`).getUTCDay() === 0)
      return refuse('sundayNotAllowed', 422, undefined, 'visitOn');
    const { agent, until } = (ctx.prepared ?? {}) as PickupPrepared;
    if (!agent) return refuse('notInList', 422, { label: 'agentId' }, 'agentId');
    if (until === undefined) return refuse('noPhone', 422);
    return {
      data: { agentId, agent: { empId: agentId, name: agent }, visitOn, codeUntil: until },
    };
  },
});

export const fail = stepCommand<ReturnState, { reason: string }>({
  step: 'fail',
  event: 'ReturnPickupFailed',
  input: reasonInput,
  need: 'Out Bound/returnPickup:edit',
  life: returnLife,
  decide: (state, { reason }) => {
    const n = state.header.tries + 1;
    return { data: { reason, n }, beside: n >= returnLimits.pickupTries ? dropped(state) : [] };
  },
});

export const pickUp = stepCommand<ReturnState, { code: string }>({
  step: 'pickUp',
  event: 'ReturnPickedUp',
  input: z.strictObject({ code: handOverCode }),
  need: 'Out Bound/returnPickup:edit',
  life: returnLife,
  decide: (_state, _input, ctx) => {
    const found = (ctx.prepared as PickupPrepared | undefined)?.code;
    if (found?.used || (found && !found.ok && found.left <= 0 && !found.expired))
      return refuse('otpLocked', 429, undefined, 'code');
    if (!found || found.expired) return refuse('pickupCodeExpired', 422, undefined, 'code');
    return found.ok ? { data: {} } : refuse('pickupCodeWrong', 422, { n: found.left }, 'code');
  },
});
