import { businessDay } from '../../core/day.ts';
import { streamKey } from '../../core/event.ts';
import type { MasterSource } from '../../families/master-def.ts';
import { date, email, phone, reference, references, text, type MasterField } from '../../families/master-field.ts';
import { customer, type CustomerState } from '../../streams/customers/customer.ts';

/** What a list can show of a customer; addresses, consents and documents stay with the customer's own stream. */
export const customerFields: readonly MasterField[] = [
  text('vCode', ['CU no.', 'N.º CU'], { column: 110 }),
  text('vName', ['Name', 'Nombre'], { column: true }),
  phone('vPhone', ['Phone', 'Teléfono'], { column: 130 }),
  email('vEmail', ['E-mail', 'Correo'], { column: false }),
  reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation'),
  reference('iCustomerCategoryId', ['Category', 'Categoría'], 'customerCategory'),
  reference('iCustomerRankId', ['Rank', 'Rango'], 'customerRank'),
  reference('iCareTierId', ['Care tier', 'Nivel de atención'], 'careTier'),
  text('vLanguage', ['Language', 'Idioma'], { column: 100, filter: 'set' }),
  date('dSince', ['Since', 'Desde'], { column: 120 }),
  reference('iAgentId', ['Agent', 'Agente'], 'employee', { column: false }),
  reference('iCustomerRouteId', ['Route', 'Ruta'], 'customerRoute', { column: false }),
  references('pooIds', ['Places', 'Lugares'], 'placeOfOperation', { column: false }),
];

export const customerSource: MasterSource = {
  streams: ['customer'],
  idOf: (event) => Number(streamKey(event.stream)),
  row(before, event) {
    const old = (before?.fields.state as CustomerState | undefined) ?? customer.initial(streamKey(event.stream));
    const now = customer.evolve(old, event);
    if (now === old) return before ?? null;
    const { name, phones, email: mail, pooId, categoryId, careTierId, language, agentId, routeId, rankId } = now;
    const since = (before?.fields.dSince as string | undefined) ?? businessDay(Date.parse(event.at));
    const kept = { name, phones, email: mail, pooId, categoryId, careTierId, language, agentId, routeId, rankId, id: now.id, stage: now.stage };
    const fields: Record<string, unknown> = {
      vCode: `CU-${String(now.id).padStart(6, '0')}`,
      vName: name,
      vPhone: (phones.find((one) => one.primary) ?? phones[0])?.phone,
      vEmail: mail,
      iPooId: pooId,
      iCustomerCategoryId: categoryId,
      iCustomerRankId: rankId ?? undefined,
      iCareTierId: careTierId,
      vLanguage: language,
      iAgentId: agentId ?? undefined,
      iCustomerRouteId: routeId ?? undefined,
      dSince: since,
      pooIds: pooId === null ? [] : [pooId],
      state: kept,
    };
    return {
      fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)),
      iStatus: 1,
      iCancelFlag: 0,
      stage: null,
    };
  },
  standing: (state: CustomerState | undefined) => (state?.stage === 'active' ? 'active' : 'missing'),
  story: [],
};
