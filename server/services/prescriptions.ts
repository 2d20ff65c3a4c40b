import type { FastifyInstance } from 'fastify';
import { limits } from '#shared/core/limits.ts';
import type { FeedDef } from '#shared/core/view.ts';
import { customerExits, exitedCustomers, type ExitRow } from '#shared/feeds/customer-exits.ts';
import { prescriptionCase, type RxCase, type RxCaseRow } from '#shared/feeds/prescription-case.ts';
import { uploadSessions } from '#shared/feeds/upload-sessions.ts';
import { uploadRight } from '#shared/streams/prescriptions/upload/access.ts';
import { taken } from '../store/set-aside.ts';
import { body, created, give, numberIn, type ServiceParts } from './give.ts';
import { queryReader, sendList, whole } from './list.ts';

interface Listed {
  readonly iPatientId?: number | null;
  readonly iCustomerId?: number | null;
  readonly modifiedAt: string;
}

/** Lists what a feed shows this caller, changed last first; `listed` names its fields as the service does. */
function feedList<R, O>(
  app: FastifyInstance,
  parts: ServiceParts,
  path: string,
  feed: FeedDef<R, any, O>,
  listed: (shown: O, row: R) => Listed | null,
): void {
  const querying = queryReader({ iPatientId: whole, iCustomerId: whole });
  app.get(path, { config: { need: feed.need } }, async (request, reply) => {
    const requested = querying(request, limits.pageSizes.campaigns);
    const scope = feed.scope(request.viewer!);
    const rows = [...parts.server.views.get(feed.view).rows]
      .flatMap(([id, row]) => {
        const shown = taken(() => feed.see(row, scope, id)) ?? null;
        return shown === null ? [] : (listed(shown, row) ?? []);
      })
      .filter(
        ({ iPatientId, iCustomerId }) =>
          (requested.iPatientId === undefined || iPatientId === requested.iPatientId) &&
          (requested.iCustomerId === undefined || iCustomerId === requested.iCustomerId),
      )
      .sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1));
    return sendList(request, reply, requested, rows);
  });
}

/** A prescription without what was read from it: contents stay on the screens that audit the look. */
function prescription(shown: RxCase, { modifiedAt }: RxCaseRow): (Listed & Record<string, unknown>) | null {
  const { received } = shown;
  return received
    ? {
        ...{ iPulId: Number(shown.id), vRef: shown.ref, iPusId: received.sessionId, iPooId: received.pooId },
        ...{ iPatientId: received.patientId, iCustomerId: received.customerId, vSource: received.source },
        ...{ vStatus: shown.stage, isDigFlag: shown.isDigFlag, version: shown.version, modifiedAt },
      }
    : null;
}

const exit = (row: ExitRow) => ({
  ...{ iExitId: Number(row.id), vRef: row.ref, iCustomerId: row.customerId, iPooId: row.pooId },
  ...{ vKind: row.kind, vReason: row.reasonName, dEffective: row.effectiveOn, vStatus: row.stage },
  ...{ iActive: row.iActive, version: row.version, modifiedAt: row.updatedAt },
});

/** The calls of the prescription and customer services around uploads, rejections, exits and returns. */
export function prescriptionService(app: FastifyInstance, parts: ServiceParts): void {
  feedList(app, parts, '/prescription/api/v2/PulDet', prescriptionCase, prescription);
  feedList(app, parts, '/prescription/api/v2/presrejection', prescriptionCase, (shown, row) => {
    const rejected = shown.stage === 'rejected' ? shown.rejected : null;
    const listed = rejected && prescription(shown, row);
    return listed ? { ...listed, vReason: rejected.reason } : null;
  });
  feedList(
    app,
    parts,
    '/prescription/api/v2/prescriptionuploadsession',
    uploadSessions,
    (shown, { state }) => ({
      ...{ iPusId: Number(shown.id), vRef: shown.ref, iPooId: shown.pooId, vStatus: shown.stage },
      ...{ iPatientId: state.opened?.patientId ?? null, iCustomerId: state.opened?.customerId ?? null },
      ...{ vChannel: shown.channel, pages: shown.pages, dExpires: shown.expiresAt },
      ...{ version: shown.version, modifiedAt: shown.updatedAt },
    }),
  );
  feedList(app, parts, '/customer/api/v2/customerexitrequest', customerExits, exit);
  feedList(app, parts, '/customer/api/v2/reactivationlog', exitedCustomers, (row) =>
    row.returned
      ? {
          ...exit(row),
          vReturnReason: row.returned.reason,
          vReturnedBy: row.returned.by.name,
          dReturned: row.returned.at,
        }
      : null,
  );

  const base = '/prescription/api/v2';
  app.post(
    `${base}/prescriptionuploadsession`,
    { config: { need: uploadRight('create') } },
    async (request, reply) => {
      const patientId = numberIn(request, 'iPatientId');
      const customerId = numberIn(request, 'iCustomerId');
      const channel = body(request)['vChannel'] ?? 'agent';
      const opened = await give(parts, request, {
        stream: 'prescriptionuploadsession-new',
        command: 'open',
        input: { patientId, customerId, channel },
      });
      return created(reply, opened, { iPusId: Number(opened.id), version: opened.version });
    },
  );
  for (const command of ['generateOtp', 'verifyOtp'] as const)
    app.post(`${base}/${command}`, { config: { need: uploadRight('edit') } }, async (request) => {
      const {
        stream: _stream,
        position: _position,
        ...answer
      } = await give(parts, request, {
        stream: `prescriptionuploadsession-${numberIn(request, 'iPusId')}`,
        command,
        input: command === 'verifyOtp' ? { code: body(request)['vOtp'] } : {},
      });
      return answer;
    });
}
