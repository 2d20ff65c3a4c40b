import type { EventOf } from '#shared/core/stream.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { maskPhone } from '#shared/core/phone.ts';
import * as texts from '#shared/core/texts.ts';
import { businessDay } from '#shared/core/day.ts';
import { inPoos } from '#shared/core/permission.ts';
import { plainText } from '#shared/core/plain.ts';
import { reference } from '#shared/core/reference.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { CareFileState } from '#shared/streams/care/carefile/carefile.ts';
import { activeItems } from '#shared/streams/care/carefile/carefile.ts';
import { careViewNeed } from '#shared/streams/care/careaccess.ts';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import { ageOn } from '#shared/streams/care/clinical/ranges.ts';
import type { EscalationState } from '#shared/streams/care/escalation/state.ts';
import type { Choice, PatientHead, PatientHit } from '#shared/streams/care/wire.ts';
import { customer, type CustomerState } from '#shared/streams/customers/customer.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import { dialled } from '#shared/streams/customers/customer-phones.ts';
import { consentKinds } from '#shared/streams/customers/signup/fields.ts';
import { query } from '../../families/master/route-parts.ts';
import { openPatient, placesOf, type CareParts, type OpenedPatient } from './care-access.ts';
import { recordAt, recordsOf } from './records.ts';
import { escapeLike } from '#server/store/like.ts';

export const careNeed = [
  ...careViewNeed,
  'Out Bound/LabTestReports:view',
  'Prescription/labReportsDigitization:view',
  'Out Bound/profileDoctorReview:view',
] as const;
/** Masters that the forms of care choose from. */
const choiceKinds = [
  'diagnosis',
  'severity',
  'allergy',
  'hospital',
  'doctor',
  'vital',
  'assay',
  'lab',
  'labTest',
  'careTier',
  'criticalType',
  'measure',
] as const;

type Found = { readonly id: string; readonly state: PatientState };

function hitOf({ id, state }: Found, today: string): PatientHit {
  return {
    id: Number(id),
    ref: reference('PT', id),
    name: state.name,
    age: ageOn(state.dob, today),
    gender: state.gender,
    pooId: state.pooId,
    customer: state.customerId === null ? null : reference('CU', state.customerId),
    careStage: state.careStage,
    outside: false,
  };
}

/**
 * Patients found by a name or a number. A patient of another place is found by the whole number only, and
 * without a name.
 */
export function patientRoutes(
  app: FastifyInstance,
  parts: CareParts & { readonly masterRows: { reached(position: number): Promise<void> } },
): void {
  const { server } = parts;
  const asking = z.object({ q: texts.search().max(100).default('') });
  app.get(
    '/care/patients',
    { config: { need: careNeed } },
    async (request): Promise<{ rows: PatientHit[] }> => {
      const { q } = query(request, asking);
      const viewer = request.viewer!;
      await parts.rows.reached(server.log.head());
      const today = businessDay(server.clock.now());
      const number = /^(?:PT-?)?0*([1-9]\d{0,9})$/i.exec(q)?.[1];
      if (number !== undefined) {
        const found = await recordAt<PatientState>(server.pool, `patient-${number}`);
        if (!found || found.state.stage === 'none') return { rows: [] };
        if (inPoos(viewer, found.state.pooId)) return { rows: [hitOf(found, today)] };
        return {
          rows: [
            {
              id: Number(number),
              ref: reference('PT', number),
              name: null,
              age: null,
              gender: null,
              pooId: null,
              customer: null,
              careStage: null,
              outside: true,
            },
          ],
        };
      }
      const translations = plainText(q).split(' ').filter(Boolean).slice(0, 4);
      const { rows } = await server.pool.query<Found>(
        `select id, state from care_records where kind = 'patient' and ($1::int[] is null or poo_id = any($1)) and state->>'stage' <> 'none'
       and plain_text(state->>'name') like all($2::text[]) order by (state->>'careStage' = 'activeCare') desc, (state->>'name') collate texts, id limit 20`,
        [placesOf(viewer), translations.map((word) => `%${escapeLike(word)}%`)],
      );
      return { rows: rows.map((row) => hitOf(row, today)) };
    },
  );

  app.get(
    '/care/patients/:id/head',
    { config: { need: careNeed } },
    async (request): Promise<PatientHead> => {
      const opened = await openPatient(parts, request, 'head', careNeed);
      return headOf(parts, opened);
    },
  );

  app.get(
    '/care/choices/:kind',
    { config: { need: careNeed } },
    async (request): Promise<{ rows: Choice[] }> => {
      const { kind } = request.params as { kind: string };
      if (!choiceKinds.some((one) => one === kind)) throw refuse('notFound', 404);
      await parts.masterRows.reached(server.log.head());
      const { rows } = await server.pool.query<Choice>(
        'select id, name, fields from master_rows where kind = $1 and status = 1 and not cancelled order by id limit 1000',
        [kind],
      );
      return { rows: rows.map(({ id, name, fields }) => ({ id: Number(id), name, fields })) };
    },
  );
}

/** The customer as the log has them now. */
async function customerOf({ log }: CareParts['server'], id: number): Promise<CustomerState> {
  const events = await log.readStream<EventOf<typeof customer>>(`customer-${id}`);
  return events.reduce<CustomerState>(
    (now, event) => customer.evolve(now, event),
    customer.initial(String(id)),
  );
}

export async function headOf(
  { server }: CareParts,
  { id, state, version, glass }: OpenedPatient,
): Promise<PatientHead> {
  const today = businessDay(server.clock.now());
  const [file, open, tier] = await Promise.all([
    recordAt<CareFileState>(server.pool, `carefile-${id}`),
    recordsOf<EscalationState>(server.pool, id, 'escalation', 50),
    server.pool.query<{ name: string }>("select name from master_rows where kind = 'careTier' and id = $1", [
      state.careTierId,
    ]),
  ]);
  const payer = state.customerId === null ? null : await customerOf(server, state.customerId);
  const month = Object.entries(file?.state.months ?? {}).findLast(([, one]) => one.open);
  const found = month ? await recordAt<CareCaseState>(server.pool, `cccase-${month[1].caseId}`) : null;
  const allergies = activeItems(file?.state, 'allergy');
  const diagnoses = activeItems(file?.state, 'diagnosis').map(({ name }) => name);
  return {
    ...hitOf({ id: String(id), state }, today),
    dob: state.dob,
    version,
    customerId: state.customerId,
    phoneMasked: maskPhone(dialled(payer?.phones ?? [])?.phone ?? null),
    consentsRefused: consentKinds.filter((kind) => payer?.consents[kind]?.given === false),
    tierId: state.careTierId,
    tier: tier.rows[0]?.name ?? null,
    reviewBy: state.reviewBy,
    cycleDay: state.cycleDay,
    holdUntil: state.holdUntil,
    diedOn: state.diedOn,
    deceasedCallId: state.deceasedCallId ?? null,
    ranges: state.ranges,
    sourceFaults: state.faults,
    // Until somebody records a diagnosis, the one reported by the customer service is used.
    diagnoses: diagnoses.length > 0 ? diagnoses : state.diagnoses,
    allergies: allergies.flatMap(({ key, name, allergyType }) =>
      key === 'none' ? [] : [{ name, type: allergyType ?? null }],
    ),
    noKnownAllergies: allergies.some(({ key }) => key === 'none'),
    escalations: open.flatMap(({ id: number, state: { stage, face, level } }) =>
      face && stage !== 'resolved'
        ? [{ id: number, ref: face.ref, severity: face.severity, stage, level }]
        : [],
    ),
    openCase: month && found ? { caseId: month[1].caseId, month: month[0], stage: found.state.stage } : null,
    glassUntil: glass?.until ?? null,
  };
}
