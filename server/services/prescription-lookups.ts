import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import type { Need } from '#shared/core/permission.ts';
import { inPoos } from '#shared/core/permission.ts';
import { maskPhone } from '#shared/core/phone.ts';
import { readSearch } from '#shared/core/plain.ts';
import { reference } from '#shared/core/reference.ts';
import { refuse } from '#shared/core/refusal.ts';
import { prescriptionCaseView } from '#shared/feeds/prescription-case.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import type {
  ClinicalAnswer,
  FoundDoctor,
  FoundDrugs,
  FoundPartner,
  FoundPatient,
} from '#shared/streams/prescriptions/lookups.ts';
import { noteLook } from '../special/care/care-access.ts';
import { clinicalFacts } from '../special/patient-history.ts';
import { foundNames } from '../special/prescription-facts.ts';
import type { ServiceParts } from './give.ts';
import { likeText } from '#server/store/like.ts';

const entering: Need = [
  'Prescription/pdList:edit',
  'Prescription/prescriptionChecker:edit',
  'Prescription/AdhocPrescription:create',
  'Prescription/prescriptionUpdate:edit',
  'Prescription/tpdPrescriptionVarification:edit',
];
const choosing: Need = [
  'Prescription/prescUploadOtpVerification:create',
  'Prescription/AdhocPrescription:create',
  'Prescription/tpdPrescriptionVarification:edit',
  'Prescription/prescriptionUpdate:view',
  'Prescription/pilPrint:view',
  'Prescription/customerExit:create',
];
const checking: Need = ['Prescription/prescriptionChecker:view', 'Prescription/DoctorView:view'];
const most = 20;
const asked = z.object({ q: texts.search().max(80).default('') });
const textOf = (request: FastifyRequest): string => {
  const parsed = asked.safeParse(request.query);
  if (!parsed.success) throw refuse('badFormat', 400, { label: 'q' }, 'q');
  return parsed.data.q;
};

/** Lookups of the prescription screens while somebody types; all of them by name, never by diagnosis. */
export function prescriptionLookups(
  app: FastifyInstance,
  parts: ServiceParts & { readonly dataDir: string },
): void {
  const { server } = parts;
  const { pool } = server;
  const clinical = clinicalFacts({ ...server, dataDir: parts.dataDir });

  app.get(
    '/prescription/patients',
    { config: { need: choosing } },
    async (request): Promise<readonly FoundPatient[]> => {
      const { translations, digits } = readSearch(textOf(request));
      if (translations.join('').length < 2) return [];
      const { rows } = await pool.query<{
        id: string;
        state: PatientState;
        phone: string | null;
        active: boolean;
      }>(
        `select p.id, p.state, c.fields->>'vPhone' as phone, coalesce(c.stage, 'active') = 'active' and coalesce(c.status, 1) = 1 as active
       from search_rows p left join master_rows c on c.kind = 'customer' and c.id = (p.state->>'customerId')::int
       where p.kind = 'patient' and p.found and ((select bool_and(p.search like w) from unnest($1::text[]) w) or ($2::text is not null and c.phones like '%' || $2 || '%'))
       order by p.title collate texts limit 60`,
        [translations.map(likeText), digits],
      );
      return rows
        .filter(({ state }) => state.customerId !== null && inPoos(request.viewer!, state.pooId))
        .slice(0, most)
        .map(({ id, state, phone, active }) => ({
          patientId: Number(id),
          customerId: state.customerId!,
          ref: reference('PT', id),
          customerRef: reference('CU', state.customerId!),
          name: state.name,
          dob: state.dob,
          gender: state.gender,
          pooId: state.pooId,
          phoneMasked: maskPhone(phone),
          active,
        }));
    },
  );

  app.get('/prescription/drugs', { config: { need: entering } }, async (request): Promise<FoundDrugs> => {
    const text = textOf(request);
    if (text.length < 2) return { products: [], molecules: [] };
    const { rows } = await pool.query<{ kind: string; id: number; name: string }>(
      `(select kind, id, name from master_rows where kind = 'product' and not cancelled and status = 1 and fields->>'vKind' in ('PHARMA', 'OTC', 'DEVICE', 'SURGICAL', 'NUTRACEUTICAL') and plain like $1 order by name limit $2)
       union all (select kind, id, coalesce(fields->>'vInn', name) from master_rows where kind = 'molecule' and not cancelled and status = 1 and plain like $1 order by name limit $2)`,
      [likeText(text), most],
    );
    const products = rows
      .filter(({ kind }) => kind === 'product')
      .map(({ id }) => ({ productId: id, moleculeId: null }));
    const found = await foundNames(pool, products);
    return {
      products: products.flatMap(({ productId }) => {
        const drug = found.products[productId];
        return drug ? [{ ...drug, productId }] : [];
      }),
      molecules: rows
        .filter(({ kind }) => kind === 'molecule')
        .map(({ id, name }) => ({ moleculeId: id, inn: name })),
    };
  });

  app.get(
    '/prescription/doctors',
    { config: { need: entering } },
    async (request): Promise<readonly FoundDoctor[]> => {
      const text = textOf(request);
      if (text.length < 2) return [];
      const { rows } = await pool.query<FoundDoctor>(
        `select id as "doctorId", name, fields->>'vRegNo' as "regNo", fields->>'vSpeciality' as speciality from master_rows
       where kind = 'doctor' and not cancelled and status = 1 and (plain like $1 or plain_text(fields->>'vRegNo') like $1) order by name limit $2`,
        [likeText(text), most],
      );
      return rows;
    },
  );

  /** Hospitals and clinics that prescriptions come from. */
  app.get(
    '/prescription/partners',
    { config: { need: 'Prescription/tpdPrescriptionVarification:create' } },
    async (request): Promise<readonly FoundPartner[]> => {
      const { rows } = await pool.query<{ kind: string; id: number; name: string; pooId: number | null }>(
        `select kind, id, name, (fields->>'iPooId')::int as "pooId" from master_rows
         where kind in ('hospital', 'clinic') and not cancelled and status = 1 order by name, kind, id limit 500`,
      );
      const { viewer } = request;
      return rows.flatMap(({ kind, id, name, pooId }) =>
        viewer && (pooId === null || inPoos(viewer, pooId)) ? [{ partner: `${kind}-${id}`, name }] : [],
      );
    },
  );

  /**
   * The known data of a prescription's patient: the screen computes the same alerts from it as the decision
   * does.
   */
  app.get<{ Params: { id: string } }>(
    '/prescription/clinical/:id',
    { config: { need: checking } },
    async (request): Promise<ClinicalAnswer> => {
      const { id } = request.params;
      const row = /^[1-9]\d{0,9}$/.test(id) ? await server.views.read(prescriptionCaseView, id) : undefined;
      const received = row?.state.received;
      if (!received || !inPoos(request.viewer!, received.pooId)) throw refuse('notFound', 404);
      await noteLook(server, request, received.patientId, 'prescription', null);
      return clinical.of(received, Number(id));
    },
  );
}
