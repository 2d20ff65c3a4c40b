import type { FastifyInstance } from 'fastify';
import * as texts from '#shared/core/texts.ts';
import { businessDay, isDay } from '#shared/core/day.ts';
import { limits } from '#shared/core/limits.ts';
import { inPoos, may, type Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { AttendanceRecord } from '#shared/streams/people/attendance/record.ts';
import { body, created, give, type ServiceParts } from './give.ts';
import { queryReader, sendList, whole } from './list.ts';
import { attendanceView, type Listed } from './views.ts';

const path = '/employee/api/v2/employeecheckincheckout';
const board = 'HR/attendanceDetails:view';

/** The record with the specification's names; hours and breaks are additions. */
function row({
  state,
  version,
  modifiedAt,
}: Listed<AttendanceRecord>): Record<string, unknown> & { modifiedAt: string } {
  const { name, managerId: _m, causes: _c, override: _o, version: _v, ...fields } = state;
  return { ...fields, vEmpName: name, version, modifiedAt };
}

/** One's own day; with the board's permission also those of one's places and reports. */
export function mayKnowDay(
  viewer: Viewer,
  day: Pick<AttendanceRecord, 'iEmpId' | 'iPooId' | 'managerId'>,
): boolean {
  return (
    day.iEmpId === viewer.empId ||
    (may(viewer, board).ok && (viewer.admin || inPoos(viewer, day.iPooId) || day.managerId === viewer.empId))
  );
}

/**
 * Today's record, check-in, break and check-out, as the old console's header called them; the rules are
 * those of the attendance stream.
 */
export function checkInCheckOutService(app: FastifyInstance, parts: ServiceParts): void {
  const { server } = parts;
  const view = server.views.get(attendanceView);
  const live = ({ state }: Listed<AttendanceRecord>): boolean =>
    state.iEcicoId !== null && state.iCancelFlag === 0;
  const visible = (viewer: Viewer, { state }: Listed<AttendanceRecord>): boolean => mayKnowDay(viewer, state);

  const day = texts.day().optional();
  const querying = queryReader({ iEmpId: whole, date: day, dCheckInDateTime: day, dFrom: day, dTo: day });
  app.get(path, { config: { need: 'signedIn' } }, async (request, reply) => {
    const requested = querying(request, limits.pageSizes.checkInLists);
    const on = requested.date ?? requested.dCheckInDateTime;
    const rows = [...view.rows.values()].filter(
      (one) =>
        live(one) &&
        visible(request.viewer!, one) &&
        (requested.iEmpId === undefined || one.state.iEmpId === requested.iEmpId) &&
        (on === undefined || one.state.date === on) &&
        (requested.dFrom === undefined || one.state.date >= requested.dFrom) &&
        (requested.dTo === undefined || one.state.date <= requested.dTo),
    );
    return sendList(
      request,
      reply,
      requested,
      rows
        .sort((a, b) =>
          a.state.date === b.state.date
            ? a.state.iEmpId - b.state.iEmpId
            : a.state.date < b.state.date
              ? 1
              : -1,
        )
        .map(row),
    );
  });

  app.post(path, { config: { need: 'signedIn' } }, async (request, reply) => {
    const given = body(request);
    const viewer = request.viewer!;
    const manual = given['bManualCheckIn'] === true;
    const empId = whole.safeParse(given['iEmpId']).data ?? viewer.empId;
    const day =
      typeof given['date'] === 'string' && isDay(given['date'])
        ? given['date']
        : businessDay(server.clock.now());
    const key = `${empId}-${manual ? day : businessDay(server.clock.now())}`;
    const place =
      typeof given['lat'] === 'number' && typeof given['lng'] === 'number'
        ? { lat: given['lat'], lng: given['lng'] }
        : {};
    const done = await give(
      parts,
      request,
      manual
        ? {
            stream: `attendance-${key}`,
            command: 'regularizeCheckIn',
            input: {
              bManualCheckIn: true,
              time: given['time'],
              ...(given['outTime'] === undefined ? {} : { outTime: given['outTime'] }),
              reason: given['vRegularizeReason'] ?? given['reason'],
            },
          }
        : { stream: `attendance-${key}`, command: 'checkIn', input: place },
    );
    return created(reply, done, row(view.rows.get(key)!));
  });

  app.put<{ Params: { id: string } }>(
    `${path}/:id`,
    { config: { need: 'signedIn' } },
    async (request, reply) => {
      const id = Number(request.params.id);
      const found = [...view.rows].find(([, one]) => one.state.iEcicoId === id && live(one));
      if (!found || !visible(request.viewer!, found[1])) throw refuse('notFound', 404);
      const given = body(request);
      const stream = `attendance-${found[0]}`;
      const out = given['iCheckInCheckOutFlag'] === 0;
      const wanted = given['iBreakInBreakOutFlag'];
      if (!out && wanted !== 0 && wanted !== 1)
        throw refuse('badFormat', 400, { label: 'iCheckInCheckOutFlag' }, 'iCheckInCheckOutFlag');
      // The old console asked for confirmation before the call; a caller that sends the flag has confirmed.
      const done = await give(
        parts,
        request,
        out
          ? { stream, command: 'checkOut', input: { confirmed: true } }
          : { stream, command: 'toggleBreak', input: { iBreakInBreakOutFlag: wanted } },
      );
      return reply.header('etag', `"${done.version}"`).send(row(view.rows.get(found[0])!));
    },
  );
}
