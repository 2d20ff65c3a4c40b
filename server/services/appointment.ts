import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { limits } from '#shared/core/limits.ts';
import { inPoos, may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { slotMergesView } from '#shared/feeds/slot-merges.ts';
import { slotRefused } from '#shared/streams/leads/appointment/decide.ts';
import { clashes, cutMerge, mergedAt } from '#shared/streams/leads/appointment/slots.ts';
import {
  isOpenTask,
  minutesOf,
  startsAt,
  type AppointmentState,
} from '#shared/streams/leads/appointment/state.ts';
import { readHoliday } from '../special/holiday.ts';
import { body, created, give, versionSeen, type ServiceParts } from './give.ts';
import { queryReader, sendList, whole } from './list.ts';
import { appointmentsView, type Listed } from './views.ts';

const path = '/employee/api/v2/Appointment';
const day = texts.day().optional();

function row({
  state,
  version,
  modifiedAt,
}: Listed<AppointmentState>): Record<string, unknown> & { modifiedAt: string } {
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

/**
 * Appointments with the paths and names of the specification, over the commands of the appointment stream.
 */
export function appointmentService(app: FastifyInstance, parts: ServiceParts): void {
  const { server } = parts;
  const view = server.views.get(appointmentsView);
  const visible = (viewer: Viewer, { state }: Listed<AppointmentState>): boolean =>
    state.iTaskStatus !== null && (viewer.empId === state.iAssignedTo || inPoos(viewer, state.iPooId));

  const queryAppointments = queryReader({
    appDate: day,
    dFrom: day,
    dTo: day,
    iAssignedTo: whole,
    iCustomerId: whole,
    iPooId: whole,
    vAppType: z.enum(['setup', 'sales', 'orientation']).optional(),
    iTaskStatus: texts.code(/^[0-5](,[0-5])*$/).optional(),
  });
  for (const url of [path, `${path}/getapplist`])
    app.get(url, { config: { need: 'signedIn' } }, async (request, reply) => {
      const requested = queryAppointments(request, limits.pageSizes.campaigns);
      const statuses = requested.iTaskStatus?.split(',').map(Number);
      const rows = [...view.rows.values()].filter(
        (one) =>
          visible(request.viewer!, one) &&
          (requested.appDate === undefined || one.state.appDate === requested.appDate) &&
          (requested.dFrom === undefined || one.state.appDate >= requested.dFrom) &&
          (requested.dTo === undefined || one.state.appDate <= requested.dTo) &&
          (requested.iAssignedTo === undefined || one.state.iAssignedTo === requested.iAssignedTo) &&
          (requested.iCustomerId === undefined || one.state.iCustomerId === requested.iCustomerId) &&
          (requested.iPooId === undefined || one.state.iPooId === requested.iPooId) &&
          (requested.vAppType === undefined || one.state.vAppType === requested.vAppType) &&
          (statuses === undefined || statuses.includes(one.state.iTaskStatus!)),
      );
      return sendList(request, reply, requested, rows.sort((a, b) => a.state.id - b.state.id).map(row));
    });

  const querySetups = queryReader({ iCustomerId: whole, iLeadId: whole });
  app.get(`${path}/futuresetupappforcustomerv3`, { config: { need: 'signedIn' } }, async (request, reply) => {
    const requested = querySetups(request, limits.pageSizes.campaigns);
    if (requested.iCustomerId === undefined && requested.iLeadId === undefined)
      throw refuse('required', 400, { label: 'iCustomerId' }, 'iCustomerId');
    const rows = [...view.rows.values()].filter(
      (one) =>
        visible(request.viewer!, one) &&
        one.state.vAppType === 'setup' &&
        isOpenTask(one.state) &&
        startsAt(one.state) > server.clock.now() &&
        (requested.iCustomerId === undefined
          ? one.state.iLeadId === requested.iLeadId
          : one.state.iCustomerId === requested.iCustomerId),
    );
    return sendList(request, reply, requested, rows.map(row));
  });

  const querySlots = queryReader({
    appDate: day,
    iAssignedTo: whole,
    iPooId: whole,
    vAppType: z.enum(['setup', 'sales', 'orientation']).default('setup'),
    iSlotType: z.coerce.number().int().min(1).max(3).default(1),
  });
  for (const url of [`${path}/slots`, '/employee/api/v2/appointmentslot'])
    app.get(url, { config: { need: 'signedIn' } }, async (request, reply) => {
      const requested = querySlots(request, limits.pageSizes.slots);
      const { appDate, iAssignedTo } = requested;
      if (appDate === undefined) throw refuse('required', 400, { label: 'appDate' }, 'appDate');
      if (iAssignedTo === undefined) throw refuse('required', 400, { label: 'iAssignedTo' }, 'iAssignedTo');
      const employee = server.access.directory.employee(iAssignedTo);
      if (!employee?.active || !employee.poos.some((poo) => inPoos(request.viewer!, poo)))
        return sendList(request, reply, requested, []);
      const taken = {
        taken: [...view.rows.values()]
          .filter(
            ({ state }) =>
              state.iAssignedTo === iAssignedTo && state.appDate === appDate && isOpenTask(state),
          )
          .map(({ state }) => ({
            appointmentId: state.id,
            from: startsAt(state),
            minutes: state.iMinutes,
            home: state.iSlotType === 1,
          })),
      };
      const merges = [...server.views.get(slotMergesView).rows.values()].filter(
        (one) => one.empId === iAssignedTo && one.day === appDate,
      );
      const hours = { ...taken, merges };
      await parts.masterRows.reached(server.log.head());
      const { rows: blocks } = await server.pool.query<{ from: string; to: string }>(
        `select fields->>'tFrom' as "from", fields->>'tTo' as "to" from master_rows
       where kind = 'slotBlock' and not cancelled and (fields->>'iEmpId')::int = $1 and fields->>'dDate' = $2`,
        [iAssignedTo, appDate],
      );
      const holiday = await readHoliday(
        server,
        appDate,
        requested.iPooId === undefined ? { empId: iAssignedTo } : { pooId: requested.iPooId },
      );
      const spans = blocks.map((one) => ({
        from: startsAt({ appDate, slotFrom: one.from }),
        to: startsAt({ appDate, slotFrom: one.to }),
      }));
      const grid = Array.from(
        { length: 24 },
        (_, i) => `${String(8 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
      );
      const rows = grid.map((slotFrom) => {
        const no = slotRefused({ appDate, slotFrom }, server.clock.now(), holiday);
        const from = startsAt({ appDate, slotFrom });
        const joined = mergedAt(hours, from);
        const minutes = Math.max(minutesOf[requested.vAppType], joined?.minutes ?? 0);
        const cut = cutMerge(hours, { from, minutes });
        const blocked = spans.some((one) => one.from < from + minutes * 60_000 && from < one.to);
        const busy = clashes(taken, { from, minutes, home: requested.iSlotType === 1 }, null);
        const vReason =
          no?.code ?? (blocked ? 'slotBlocked' : busy ? 'slotTaken' : cut ? 'slotMerged' : null);
        return {
          appDate,
          slotFrom,
          iSlotType: requested.iSlotType,
          iAssignedTo,
          bFree: vReason === null,
          vReason,
          iMergedMinutes: joined?.minutes ?? null,
        };
      });
      return sendList(request, reply, { ...requested, modifiedSince: null }, rows);
    });

  const queryPeople = queryReader({ iPooId: whole });
  app.get(`${path}/employeelist`, { config: { need: 'signedIn' } }, async (request, reply) => {
    const requested = queryPeople(request, limits.pageSizes.managerList);
    const rows = server.access.directory
      .employees()
      .filter(
        (one) =>
          one.active &&
          one.poos.some(
            (poo) =>
              (requested.iPooId === undefined || poo === requested.iPooId) && inPoos(request.viewer!, poo),
          ),
      );
    return sendList(
      request,
      reply,
      { ...requested, modifiedSince: null },
      rows.map((one) => ({
        iEmpId: one.empId,
        vEmpName: one.name,
        idesignationId: one.designationId,
        iPooId: one.primaryPooId,
      })),
    );
  });

  app.post(path, { config: { need: 'signedIn' } }, async (request, reply) => {
    const { iTaskStatus: _s, iAppointmentId: _i, ...input } = body(request);
    const booked = await give(parts, request, {
      stream: 'appointment-new',
      command: 'bookAppointment',
      input,
    });
    return created(reply, booked, row(view.rows.get(booked.id)!));
  });

  app.put<{ Params: { id: string } }>(
    `${path}/update/:id`,
    { config: { need: 'signedIn' } },
    async (request, reply) => {
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
      const cancelling = may(request.viewer!, 'approvals/taskCancellationApproval:approve').ok
        ? 'cancel'
        : 'requestCancellation';
      const done = await give(parts, request, {
        stream,
        command: cancelled ? cancelling : 'requestReschedule',
        input,
        expectedVersion: versionSeen(request),
      });
      return reply.header('etag', `"${done.version}"`).send(row(view.rows.get(id)!));
    },
  );
}
