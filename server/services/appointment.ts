import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import { inPoos, may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { slotSaysNo } from '#shared/streams/leads/appointment/decide.ts';
import { clashes } from '#shared/streams/leads/appointment/slots.ts';
import { isOpenTask, minutesOf, startsAt, type AppointmentState } from '#shared/streams/leads/appointment/state.ts';
import { readHoliday } from '../special/holiday.ts';
import { body, created, give, versionSeen, type ServiceParts } from './give.ts';
import { queryReader, sendList, whole } from './list.ts';
import { appointmentsView, type Listed } from './views.ts';

const path = '/employee/api/v2/Appointment';
const day = z.string().refine(isDay, 'badFormat').optional();

function row({ state, version, modifiedAt }: Listed<AppointmentState>): Record<string, unknown> & { modifiedAt: string } {
  const { id, ref: _r, request, subjectVersion: _s, version: _v, ...fields } = state;
  return {
    iAppointmentId: id,
    ...fields,
    bRescheduleAsked: request?.kind === 'reschedule',
    bCancellationAsked: request?.kind === 'cancellation',
    version,
    modifiedAt,
  };
}

/** Appointments with the paths and names of the specification, over the orders that an appointment understands. */
export function appointmentService(app: FastifyInstance, parts: ServiceParts): void {
  const { house } = parts;
  const view = house.views.get(appointmentsView);
  const visible = (viewer: Viewer, { state }: Listed<AppointmentState>): boolean =>
    state.iTaskStatus !== null && (viewer.empId === state.iAssignedTo || inPoos(viewer, state.iPooId));

  const askingAppointments = queryReader({
    appDate: day,
    dFrom: day,
    dTo: day,
    iAssignedTo: whole,
    iCustomerId: whole,
    iPooId: whole,
    vAppType: z.enum(['setup', 'sales', 'orientation']).optional(),
    iTaskStatus: z
      .string()
      .regex(/^[0-5](,[0-5])*$/)
      .optional(),
  });
  for (const url of [path, `${path}/getapplist`])
    app.get(url, { config: { need: 'signedIn' } }, async (request, reply) => {
      const asked = askingAppointments(request, limits.pageSizes.campaigns);
      const statuses = asked.iTaskStatus?.split(',').map(Number);
      const rows = [...view.rows.values()].filter(
        (one) =>
          visible(request.viewer!, one) &&
          (asked.appDate === undefined || one.state.appDate === asked.appDate) &&
          (asked.dFrom === undefined || one.state.appDate >= asked.dFrom) &&
          (asked.dTo === undefined || one.state.appDate <= asked.dTo) &&
          (asked.iAssignedTo === undefined || one.state.iAssignedTo === asked.iAssignedTo) &&
          (asked.iCustomerId === undefined || one.state.iCustomerId === asked.iCustomerId) &&
          (asked.iPooId === undefined || one.state.iPooId === asked.iPooId) &&
          (asked.vAppType === undefined || one.state.vAppType === asked.vAppType) &&
          (statuses === undefined || statuses.includes(one.state.iTaskStatus!)),
      );
      return sendList(request, reply, asked, rows.sort((a, b) => a.state.id - b.state.id).map(row));
    });

  const askingSetups = queryReader({ iCustomerId: whole, iLeadId: whole });
  app.get(`${path}/futuresetupappforcustomerv3`, { config: { need: 'signedIn' } }, async (request, reply) => {
    const asked = askingSetups(request, limits.pageSizes.campaigns);
    if (asked.iCustomerId === undefined && asked.iLeadId === undefined) throw refuse('required', 400, { label: 'iCustomerId' }, 'iCustomerId');
    const rows = [...view.rows.values()].filter(
      (one) =>
        visible(request.viewer!, one) &&
        one.state.vAppType === 'setup' &&
        isOpenTask(one.state) &&
        startsAt(one.state) > house.clock.now() &&
        (asked.iCustomerId === undefined ? one.state.iLeadId === asked.iLeadId : one.state.iCustomerId === asked.iCustomerId),
    );
    return sendList(request, reply, asked, rows.map(row));
  });

  const askingSlots = queryReader({
    appDate: day,
    iAssignedTo: whole,
    iPooId: whole,
    vAppType: z.enum(['setup', 'sales', 'orientation']).default('setup'),
    iSlotType: z.coerce.number().int().min(1).max(3).default(1),
  });
  for (const url of [`${path}/slots`, '/employee/api/v2/appointmentslot'])
    app.get(url, { config: { need: 'signedIn' } }, async (request, reply) => {
      const asked = askingSlots(request, limits.pageSizes.slots);
      const { appDate, iAssignedTo } = asked;
      if (appDate === undefined) throw refuse('required', 400, { label: 'appDate' }, 'appDate');
      if (iAssignedTo === undefined) throw refuse('required', 400, { label: 'iAssignedTo' }, 'iAssignedTo');
      const employee = house.access.directory.employee(iAssignedTo);
      if (!employee?.active || !employee.poos.some((poo) => inPoos(request.viewer!, poo))) return sendList(request, reply, asked, []);
      const taken = {
        taken: [...view.rows.values()]
          .filter(({ state }) => state.iAssignedTo === iAssignedTo && state.appDate === appDate && isOpenTask(state))
          .map(({ state }) => ({ appointmentId: state.id, from: startsAt(state), minutes: state.iMinutes, home: state.iSlotType === 1 })),
      };
      await parts.masterRows.reached(house.log.head());
      const { rows: blocks } = await house.pool.query<{ from: string; to: string }>(
        `select fields->>'tFrom' as "from", fields->>'tTo' as "to" from master_rows
       where kind = 'slotBlock' and not cancelled and (fields->>'iEmpId')::int = $1 and fields->>'dDate' = $2`,
        [iAssignedTo, appDate],
      );
      const holiday = await readHoliday(house, appDate, asked.iPooId === undefined ? { empId: iAssignedTo } : { pooId: asked.iPooId });
      const spans = blocks.map((one) => ({ from: startsAt({ appDate, slotFrom: one.from }), to: startsAt({ appDate, slotFrom: one.to }) }));
      const grid = Array.from({ length: 24 }, (_, i) => `${String(8 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`);
      const rows = grid.map((slotFrom) => {
        const no = slotSaysNo({ appDate, slotFrom }, house.clock.now(), holiday);
        const from = startsAt({ appDate, slotFrom });
        const minutes = minutesOf[asked.vAppType];
        const blocked = spans.some((one) => one.from < from + minutes * 60_000 && from < one.to);
        const busy = clashes(taken, { from, minutes, home: asked.iSlotType === 1 }, null);
        const vReason = no?.code ?? (blocked ? 'slotBlocked' : busy ? 'slotTaken' : null);
        return { appDate, slotFrom, iSlotType: asked.iSlotType, iAssignedTo, bFree: vReason === null, vReason };
      });
      return sendList(request, reply, { ...asked, modifiedSince: null }, rows);
    });

  const askingPeople = queryReader({ iPooId: whole });
  app.get(`${path}/employeelist`, { config: { need: 'signedIn' } }, async (request, reply) => {
    const asked = askingPeople(request, limits.pageSizes.managerList);
    const rows = house.access.directory
      .employees()
      .filter((one) => one.active && one.poos.some((poo) => (asked.iPooId === undefined || poo === asked.iPooId) && inPoos(request.viewer!, poo)));
    return sendList(
      request,
      reply,
      { ...asked, modifiedSince: null },
      rows.map((one) => ({ iEmpId: one.empId, vEmpName: one.name, idesignationId: one.designationId, iPooId: one.primaryPooId })),
    );
  });

  app.post(path, { config: { need: 'signedIn' } }, async (request, reply) => {
    const { iTaskStatus: _s, iAppointmentId: _i, ...input } = body(request);
    const booked = await give(parts, request, { stream: 'appointment-new', command: 'bookAppointment', input });
    return created(reply, booked, row(view.rows.get(booked.id)!));
  });

  app.put<{ Params: { id: string } }>(`${path}/update/:id`, { config: { need: 'signedIn' } }, async (request, reply) => {
    const { id } = request.params;
    const found = view.rows.get(id);
    if (!found || !visible(request.viewer!, found)) throw refuse('notFound', 404);
    const given = body(request);
    const stream = `appointment-${id}`;
    const cancelled = given['iTaskStatus'] === 3;
    const input = cancelled
      ? { reason: given['reason'] ?? given['vRemarks'] }
      : {
          appDate: given['appDate'],
          slotFrom: given['slotFrom'],
          reason: given['reason'] ?? given['vRemarks'],
          ...(given['iAssignedTo'] === undefined ? {} : { iAssignedTo: given['iAssignedTo'] }),
        };
    const cancelling = may(request.viewer!, 'approvals/taskCancellationApproval:approve').ok ? 'cancel' : 'requestCancellation';
    const done = await give(parts, request, { stream, command: cancelled ? cancelling : 'requestReschedule', input, expectedVersion: versionSeen(request) });
    return reply.header('etag', `"${done.version}"`).send(row(view.rows.get(id)!));
  });
}
