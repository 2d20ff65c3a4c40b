import type { FastifyInstance } from 'fastify';
import * as texts from '#shared/core/texts.ts';
import { limits } from '#shared/core/limits.ts';
import { inPoos, may, type Viewer } from '#shared/core/permission.ts';
import { maskPhone } from '#shared/core/phone.ts';
import { refuse } from '#shared/core/refusal.ts';
import { signupCaseView, type CaseRow } from '#shared/feeds/signup-case.ts';
import type { SignupState } from '#shared/streams/customers/signup/state.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { signupParts } from '../special/signup-wire.ts';
import { body, created, give, versionSeen, type ServiceParts } from './give.ts';
import { queryReader, sendList, whole } from './list.ts';

const see = ['Out Bound/signup-queue:view', 'Out Bound/customerSingup:view'] as const;

/** The case with the service's field names, personal data masked; unmasking is the audited `reveal`. */
function data(
  id: string,
  { record, stage, submittedBy, firstSubmittedAt, proven, customerId }: SignupState,
): Record<string, unknown> {
  const { applicant, address } = record;
  return {
    iSignupId: Number(id),
    iPooId: record.pooId,
    iLeadId: record.leadId,
    iAppointmentId: record.appointmentId,
    iCampaignId: record.campaignId,
    iCareTierId: record.careTierId,
    vCustFname: applicant.name,
    vPhone: maskPhone(applicant.phone),
    vGender: applicant.gender,
    vLanguage: applicant.language,
    vPincode: address.pincode,
    patients: record.patients.map((patient) => ({
      vPatientName: patient.name,
      vRelation: patient.relation,
      vGender: patient.gender,
    })),
    consents: Object.fromEntries(
      Object.entries(record.consents).map(([kind, consent]) => [kind, consent?.given ?? false]),
    ),
    vStatus: stage,
    bOtpVerified: proven !== null,
    iSubmittedBy: submittedBy?.empId ?? null,
    dSubmittedAt: firstSubmittedAt,
    iCustomerId: customerId,
  };
}

function envelope(id: string, row: CaseRow): SourceMessage {
  return {
    service: 'customer',
    entity: 'signup',
    id: Number(id),
    version: row.version,
    modifiedAt: row.modifiedAt,
    change: row.state.stage,
    data: data(id, row.state),
  };
}

/**
 * The sign-up resource of the customer service: `GET/POST /customer/api/v2/signup`, `GET/PUT …/:id`. Items
 * have the same envelope as a webhook.
 */
export function signupService(app: FastifyInstance, parts: ServiceParts): void {
  const { views } = parts.server;
  const visible = (viewer: Viewer, row: CaseRow): boolean =>
    row.state.stage !== 'none' &&
    inPoos(viewer, row.state.record.pooId) &&
    (row.state.stage !== 'draft' || viewer.admin || row.state.startedBy?.empId === viewer.empId);
  const one = async (viewer: Viewer, id: string): Promise<SourceMessage> => {
    const row = await views.read(signupCaseView, id);
    if (!row || !visible(viewer, row)) throw refuse('notFound', 404);
    return envelope(id, row);
  };

  const querying = queryReader({ iPooId: whole, vStatus: texts.token().max(30).optional() });
  app.get('/customer/api/v2/signup', { config: { need: see } }, async (request, reply) => {
    const requested = querying(request, limits.pageSizes.campaigns);
    const messages: SourceMessage[] = [];
    for await (const [id, row] of views.stored(signupCaseView))
      if (
        visible(request.viewer!, row) &&
        (requested.iPooId === undefined || row.state.record.pooId === requested.iPooId) &&
        (requested.vStatus === undefined || row.state.stage === requested.vStatus)
      )
        messages.push(envelope(id, row));
    return sendList(
      request,
      reply,
      requested,
      messages.sort((a, b) => Number(a.id) - Number(b.id)),
    );
  });

  app.get<{ Params: { id: string } }>(
    '/customer/api/v2/signup/:id',
    { config: { need: see } },
    async (request) => one(request.viewer!, request.params.id),
  );

  app.post(
    '/customer/api/v2/signup',
    { config: { need: 'Out Bound/customerSingup:create' } },
    async (request, reply) => {
      const given = body(request);
      const input = signupParts(given);
      // A form may begin empty; a request without any personal data creates no case.
      const { pooId: _place, ...content } = input;
      if (Object.keys(content).length === 0) throw refuse('signupEmpty', 422, undefined, 'vCustFname');
      const started = await give(parts, request, { stream: 'signup-new', command: 'start', input });
      if (given['vStatus'] !== 'submitted')
        return created(reply, started, await one(request.viewer!, started.id));
      const submitted = await give(
        parts,
        request,
        { stream: started.stream, command: 'submit', input: {}, expectedVersion: started.version },
        1,
      );
      return created(reply, submitted, await one(request.viewer!, started.id));
    },
  );

  app.put<{ Params: { id: string } }>(
    '/customer/api/v2/signup/:id',
    { config: { need: 'Out Bound/customerSingup:create' } },
    async (request, reply) => {
      const { id } = request.params;
      await one(request.viewer!, id);
      const { pooId: _never, ...draft } = signupParts(body(request));
      const saved = await give(parts, request, {
        stream: `signup-${id}`,
        command: 'save',
        input: draft,
        expectedVersion: versionSeen(request),
      });
      return reply.header('etag', `"${saved.version}"`).send(await one(request.viewer!, id));
    },
  );
}

/** Whether someone may see sign-ups at all; files of a case follow it. */
export function maySeeSignup(viewer: Viewer, row: CaseRow | undefined): boolean {
  return row !== undefined && may(viewer, see).ok && inPoos(viewer, row.state.record.pooId);
}
