import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordNumber } from '../../http/page-query.ts';
import * as texts from '#shared/core/texts.ts';
import { inPoos, type Permission } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { CustomerChoices, FoundCustomer, FoundSubstitute } from '#shared/families/document-wire.ts';
import type { CustomerState } from '#shared/streams/customers/customer.ts';
import type { MasterState } from '#shared/streams/masters/state.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import { medicinesView } from '#shared/feeds/medicines.ts';
import { employeesView } from '../../access/directory-views.ts';
import { query } from '../../families/master/route-parts.ts';
import type { ServerParts } from '../../core/parts.ts';
import { compareTexts } from '#shared/core/collation.ts';
import { likeText } from '#server/store/like.ts';

/** The permissions of those who write, check, pick or bill orders. */
const needs: readonly Permission[] = [
  'orderFormList',
  'orderFormConfirmationList',
  'socancel',
  'orderCancellation',
  'pickList',
  'generateDc',
].map((entity): Permission => `Inventory/${entity}:view`);
const most = 20;
const customersQuery = z.object({
  poo: recordNumber,
  q: texts.search().max(100).default(''),
  id: recordNumber.optional(),
});
const peopleQuery = z.object({ poo: recordNumber, kind: z.enum(['pharmacist', 'colleague']) });

function checkPlace(request: FastifyRequest, poo: number): void {
  if (!inPoos(request.viewer!, poo)) throw refuse('pooNotMapped', 403, { poo: String(poo) });
}

const nameOf = (one: { readonly firstName: string; readonly lastName: string } | undefined): string =>
  one ? `${one.firstName} ${one.lastName}`.trim() : '';

export interface SaleLookups {
  readonly server: ServerParts;
  readonly stateOf: (stream: string) => Promise<{ readonly state: unknown }>;
  readonly reached: (head: number) => Promise<void>;
}

/**
 * The choices of an order: customers of a place with their addresses, patients and prescriptions;
 * substitutes; people of the place.
 */
export function saleLookupRoutes(app: FastifyInstance, { server, stateOf, reached }: SaleLookups): void {
  const config = { config: { need: needs } };
  const load = async <S>(stream: string): Promise<S> => (await stateOf(stream)).state as S;

  app.get('/sale-customers', config, async (request): Promise<{ rows: readonly FoundCustomer[] }> => {
    const { poo, q, id } = query(request, customersQuery);
    checkPlace(request, poo);
    await reached(server.log.head());
    const { rows } = await server.pool.query<{ id: number; name: string; phone: string | null }>(
      `select id, name, fields->>'vPhone' as phone from master_rows where kind = 'customer' and not cancelled and status = 1
         and (fields->>'iPooId')::int = $1 and ($3::int is null or id = $3)
         and ($2 = '%%' or plain like $2 or plain_text(code) like $2 or fields->>'vPhone' like $2)
       order by name limit ${most}`,
      [poo, likeText(q), id ?? null],
    );
    return { rows: rows.map((row) => ({ customerId: row.id, name: row.name, phone: row.phone ?? '' })) };
  });

  app.get('/sale-choices', config, async (request): Promise<CustomerChoices> => {
    const { customer: customerId } = query(request, z.object({ customer: recordNumber }));
    const customer = await load<CustomerState>(`customer-${customerId}`);
    if (customer.stage === 'none' || !inPoos(request.viewer!, customer.pooId)) throw refuse('notFound', 404);
    const patients = await Promise.all(
      customer.patientIds.map(async (id) => ({
        id,
        name: (await load<PatientState>(`patient-${id}`)).name,
        medicines: (await server.views.read(medicinesView, String(id)))?.medicines ?? [],
      })),
    );
    const prescriptions = patients.flatMap(({ name, medicines }) =>
      [
        ...new Map(medicines.filter(({ valid }) => valid).map((one) => [one.prescriptionId, one])).values(),
      ].map(({ prescriptionId, ref, from }) => ({ id: prescriptionId, ref, patient: name, on: from })),
    );
    return {
      addresses: customer.addresses.map(({ no, line, pincode }) => ({
        no,
        line: line ?? '',
        pincode: pincode ?? '',
      })),
      patients: patients.map(({ id, name }) => ({ id, name })),
      prescriptions,
    };
  });

  app.get('/sale-substitutes', config, async (request): Promise<{ rows: readonly FoundSubstitute[] }> => {
    const { poo, product } = query(request, z.object({ poo: recordNumber, product: recordNumber }));
    checkPlace(request, poo);
    await reached(server.log.head());
    const { rows } = await server.pool.query<{
      id: number;
      name: string;
      mrp: string | null;
      available: string | null;
    }>(
      `select m.id, m.name, m.fields->>'nReferenceMrpPaise' as mrp,
         (select sum(s.available) from stock_items s where s.product_id = m.id and s.poo_id = $1) as available
       from master_rows p join master_rows m on m.kind = 'product' and m.id <> p.id and not m.cancelled and m.stage in ('active', 'onHold', 'discontinued')
         and ((jsonb_array_length(coalesce(p.fields->'composition', '[]')) > 0 and m.fields->'composition' = p.fields->'composition')
           or coalesce(p.fields->'equivalentIds', '[]') @> to_jsonb(m.id))
       where p.kind = 'product' and p.id = $2 order by available desc nulls last, m.name limit ${most}`,
      [poo, product],
    );
    return {
      rows: rows.map(({ id, name, mrp, available }) => ({
        productId: id,
        product: name,
        mrpPaise: Number(mrp ?? 0),
        available: Number(available ?? 0),
      })),
    };
  });

  app.get(
    '/sale-people',
    config,
    async (request): Promise<{ rows: readonly { id: number; name: string }[] }> => {
      const { poo, kind } = query(request, peopleQuery);
      checkPlace(request, poo);
      const everyone = [...server.views.get(employeesView).rows.values()].filter(({ active }) => active);
      if (kind === 'colleague')
        return {
          rows: everyone
            .filter(({ poos }) => poos.some(({ pooId }) => pooId === poo))
            .map((one) => ({ id: one.empId, name: nameOf(one) }))
            .toSorted((a, b) => compareTexts(a.name, b.name)),
        };
      const { fields } = await load<MasterState>(`master-placeOfOperation-${poo}`);
      const listed = fields['pharmacists'];
      return {
        rows: (Array.isArray(listed) ? (listed as readonly { iEmpId: number; vRegNo: string }[]) : []).map(
          ({ iEmpId, vRegNo }) => ({
            id: iEmpId,
            name: `${nameOf(everyone.find(({ empId }) => empId === iEmpId)) || `#${iEmpId}`} · ${vRegNo}`,
          }),
        ),
      };
    },
  );
}
