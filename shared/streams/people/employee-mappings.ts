import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import type { NewEvent } from '../../core/event.ts';
import { refuse } from '../../core/refusal.ts';
import { command } from '../../core/stream.ts';
import { placeId } from '../../core/record-id.ts';
import { deviceId, line } from '../../access/text.ts';
import { pooIsRight } from './employee-rules.ts';
import type { EmployeeState } from './employee-state.ts';

const day = texts.day();

export const mapPoo = command<EmployeeState, { pooId: number; from?: string; to?: string | null }>({
  input: z.strictObject({
    pooId: placeId({ anywhere: true }),
    from: day.optional(),
    to: day.nullable().optional(),
  }),
  need: ['Masters/employeePooMapping:create', 'Masters/employeePooMapping:edit'],
  decide: (state, { pooId, from, to }, ctx) => {
    const wrong = pooIsRight(pooId, ctx);
    if (wrong) return wrong;
    const mapped = state.poos.find((poo) => poo.pooId === pooId);
    const first = from ?? mapped?.from ?? ctx.today;
    const last = to ?? null;
    if (last !== null && last < first) return refuse('rangeEndsEarly', 422, undefined, 'to');
    if (mapped?.primary && last !== null) return refuse('primaryPoo', 422, undefined, 'to');
    if (mapped && mapped.from === first && mapped.to === last) return [];
    return [{ type: 'EmployeePooMapped', data: { empId: state.empId, pooId, from: first, to: last } }];
  },
});

export const unmapPoo = command<EmployeeState, { pooId: number }>({
  input: z.strictObject({ pooId: placeId({ former: true, anywhere: true }) }),
  need: 'Masters/employeePooMapping:delete',
  decide: (state, { pooId }) => {
    const mapped = state.poos.find((poo) => poo.pooId === pooId);
    if (!mapped) return refuse('pooNotMapped', 409);
    if (mapped.primary) return refuse('primaryPoo', 422);
    return [{ type: 'EmployeePooUnmapped', data: { empId: state.empId, pooId } }];
  },
});

export const setPrimaryPoo = command<EmployeeState, { pooId: number }>({
  input: z.strictObject({ pooId: placeId({ former: true, anywhere: true }) }),
  need: 'Masters/employeePooMapping:edit',
  decide: (state, { pooId }, ctx) => {
    const mapped = state.poos.find((poo) => poo.pooId === pooId);
    if (!mapped || mapped.from > ctx.today || mapped.to !== null)
      return refuse('pooNotMapped', 422, undefined, 'pooId');
    if (mapped.primary) return [];
    return [
      {
        type: 'EmployeePrimaryPooSet',
        data: { empId: state.empId, pooId, before: state.poos.find((poo) => poo.primary)?.pooId ?? null },
      },
    ];
  },
});

/** A device has one holder at a time: mapping it takes it from the previous one. */
export const mapDevice = command<EmployeeState, { deviceId: string; model: string }>({
  input: z.strictObject({ deviceId, model: line(1, 60) }),
  need: 'Masters/employeeDeviceMapping:create',
  reads: (input) => ({ device: `unique-device-${input.deviceId}` }),
  decide: (state, input, ctx) => {
    if (!state.active) return refuse('alreadyInactive', 409);
    if (state.devices.some((device) => device.deviceId === input.deviceId && device.model === input.model))
      return [];
    const others = state.devices.filter((device) => device.deviceId !== input.deviceId);
    if (others.length >= 2) return refuse('tooManyDevices', 422);
    const me = `employee-${ctx.id}`;
    const stream = `unique-device-${input.deviceId}`;
    const owner = (ctx.read.device as { owner?: string | null }).owner ?? null;
    const events: NewEvent[] = [];
    if (owner !== null && owner !== me) {
      events.push({
        type: 'EmployeeDeviceUnmapped',
        data: { empId: Number(owner.slice(owner.indexOf('-') + 1)), deviceId: input.deviceId },
        stream: owner,
      });
      events.push({ type: 'KeyReleased', data: { owner }, stream });
    }
    if (owner !== me) events.push({ type: 'KeyReserved', data: { owner: me }, stream });
    return [
      ...events,
      { type: 'EmployeeDeviceMapped', data: { empId: state.empId, ...input, mappedOn: ctx.today } },
    ];
  },
});

export const unmapDevice = command<EmployeeState, { deviceId: string }>({
  input: z.strictObject({ deviceId }),
  need: 'Masters/employeeDeviceMapping:delete',
  decide: (state, input, ctx) => {
    if (!state.devices.some((device) => device.deviceId === input.deviceId))
      return refuse('deviceNotMapped', 409);
    return [
      { type: 'EmployeeDeviceUnmapped', data: { empId: state.empId, deviceId: input.deviceId } },
      {
        type: 'KeyReleased',
        data: { owner: `employee-${ctx.id}` },
        stream: `unique-device-${input.deviceId}`,
      },
    ];
  },
});

/**
 * Its holder signed in with it; recorded once a day. Ignored for a device mapped to somebody else or nobody.
 */
export const seeDevice = command<EmployeeState, { deviceId: string }>({
  input: z.strictObject({ deviceId }),
  need: 'system',
  decide: (state, input, ctx) => {
    const held = state.devices.find((device) => device.deviceId === input.deviceId);
    if (!held || held.seenOn === ctx.today) return [];
    return [
      {
        type: 'EmployeeDeviceSeen',
        data: { empId: state.empId, deviceId: input.deviceId, seenOn: ctx.today },
      },
    ];
  },
});
