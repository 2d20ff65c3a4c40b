import type { EventOf } from '#shared/core/stream.ts';
import type { FastifyRequest } from 'fastify';
import { inPoos, may, type Need, type Viewer } from '#shared/core/permission.ts';
import { isRefusal, refuse } from '#shared/core/refusal.ts';
import { streamKey } from '#shared/core/event.ts';
import { defineView } from '#shared/core/view.ts';
import { glassStream, patientRef, type careaccess } from '#shared/streams/care/careaccess.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import type { ServerParts } from '../../core/parts.ts';
import { uuidOf } from '../../jobs/reactions.ts';
import type { OpenSqlView } from '../../views/sql-view.ts';

export interface CareParts {
  readonly server: ServerParts;
  readonly rows: Pick<OpenSqlView, 'reached'>;
}

/** Access to patients of other places and its expiry, by employee and patient. */
export const glassView = defineView<
  { readonly until: string; readonly reason: string },
  EventOf<typeof careaccess>
>({
  name: 'careGlass',
  version: 1,
  streams: ['careaccess'],
  ids: ({ type, stream }) => (type === 'CareGlassBroken' ? [streamKey(stream)] : []),
  row: (row, { type, data }) =>
    type === 'CareGlassBroken' ? { until: data.until, reason: data.reason } : (row ?? null),
});

export interface OpenedPatient {
  readonly id: number;
  readonly state: PatientState;
  readonly version: number;
  readonly glass: { readonly until: string; readonly reason: string } | null;
}

export function patientId(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  if (!/^[1-9]\d{0,9}$/.test(id)) throw refuse('notFound', 404);
  return Number(id);
}

const quarterMs = 15 * 60_000;

/**
 * The patient whose record a screen requests, when this reader may see it: one of their own places, or one
 * for whom they gave a reason within the last hour. The access is in the log before anything of the record is
 * sent, once per screen and quarter of an hour.
 */
export async function openPatient(
  { server, rows }: CareParts,
  request: FastifyRequest,
  screen: string,
  need: Need,
  /** Refuses before the access is recorded; a refused record was not seen. */
  refuseFirst?: (patient: PatientState) => Promise<void>,
  id: number = patientId(request),
): Promise<OpenedPatient> {
  const viewer = request.viewer!;
  if (!may(viewer, need).ok) throw refuse('forbidden', 403, { permission: String(need) });
  await rows.reached(server.log.head());
  const { rows: found } = await server.pool.query<{ state: PatientState; version: number }>(
    "select state, version from care_records where stream = $1 and kind = 'patient'",
    [`patient-${id}`],
  );
  const record = found[0];
  if (!record || record.state.stage === 'none') throw refuse('notFound', 404);
  const glass = glassOf(server, viewer, id);
  if (!inPoos(viewer, record.state.pooId) && !glass) throw refuse('breakGlass', 403, { ref: patientRef(id) });
  await refuseFirst?.(record.state);
  const used = inPoos(viewer, record.state.pooId) ? null : glass;
  await noteLook(server, request, id, screen, used?.reason ?? null);
  return { id, ...record, glass: used };
}

function glassOf(
  server: ServerParts,
  viewer: Viewer,
  id: number,
): { readonly until: string; readonly reason: string } | null {
  const broken = server.views.get(glassView).rows.get(streamKey(glassStream(viewer.empId, id)));
  return broken && Date.parse(broken.until) > server.clock.now() ? broken : null;
}

/** Once a person, screen and quarter of an hour. */
export async function noteLook(
  server: ServerParts,
  request: FastifyRequest,
  id: number,
  screen: string,
  reason: string | null,
): Promise<void> {
  const viewer = request.viewer!;
  const quarter = Math.floor(server.clock.now() / quarterMs);
  const noted = await server.handle({
    stream: glassStream(viewer.empId, id),
    command: 'viewed',
    input: { patientId: id, screen, reason },
    // Written by the server, in the name of the reader.
    viewer: { ...viewer, kind: 'system' },
    // A second reason within the quarter is another look.
    idempotencyKey: uuidOf(`look:${viewer.empId}:${id}:${screen}:${quarter}:${reason ?? ''}`),
    correlationId: request.correlationId,
  });
  if (isRefusal(noted)) throw noted;
}

/** A viewer's places as a SQL parameter: null for all. */
export const placesOf = (viewer: Viewer): readonly number[] | null =>
  viewer.poos === 'all' ? null : viewer.poos;
