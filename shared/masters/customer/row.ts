import type { EventOf } from '../../core/stream.ts';
import { businessDay, clockTime } from '../../core/day.ts';
import { streamKey } from '../../core/event.ts';
import { reference as humanReference } from '../../core/reference.ts';
import type { MasterCommand, MasterSource } from '../../families/master-def.ts';
import {
  choice,
  choices,
  date,
  decimal,
  email,
  yesNo,
  phone,
  pincode,
  reference,
  references,
  rows,
  text,
  time,
  type Both,
  type MasterField,
} from '../../families/master-field.ts';
import { spokenLanguages } from '../../families/spoken-languages.ts';
import { mostAddresses, type CustomerAddress } from '../../streams/customers/customer-addresses.ts';
import type { reportedBy } from '../../streams/customers/customer-consents.ts';
import { dialled } from '../../streams/customers/customer-phones.ts';
import { customer, customerStatus, type CustomerState } from '../../streams/customers/customer.ts';
import { consentKinds, type ConsentGiven, type ConsentKind } from '../../streams/customers/signup/fields.ts';
import { documentLines, documentsOf } from './documents.ts';

/** For former customers only consent withdrawals and removals of wrong documents are recorded. */
export const isActive: NonNullable<MasterCommand['when']> = ({ iStatus }) => iStatus === 1;

/** Fields available to every list of customers. */
export const customerFields: readonly MasterField[] = [
  text('vCode', { en: 'CU no.', es: 'N.º CU' }, { column: 110 }),
  text('vName', { en: 'Name', es: 'Nombre' }, { column: true }),
  phone('vPhone', { en: 'Phone', es: 'Teléfono' }, { column: 130 }),
  phone('vOtherPhones', { en: 'Other phones', es: 'Otros teléfonos' }, { column: false }),
  email('vEmail', { en: 'E-mail', es: 'Correo' }, { column: false }),
  reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation'),
  reference('iCustomerCategoryId', { en: 'Category', es: 'Categoría' }, 'customerCategory'),
  reference('iCustomerRankId', { en: 'Rank', es: 'Rango' }, 'customerRank'),
  reference('iCareTierId', { en: 'Care tier', es: 'Nivel de atención' }, 'careTier'),
  choice('vLanguage', { en: 'Language', es: 'Idioma' }, spokenLanguages, { column: 110 }),
  time('tCallFrom', { en: 'Calls from', es: 'Llamadas desde' }, { column: false }),
  time('tCallTo', { en: 'Calls till', es: 'Llamadas hasta' }, { column: false }),
  date('dSince', { en: 'Since', es: 'Desde' }, { column: 120 }),
  yesNo('iExitFlag', { en: 'Exited', es: 'De baja' }, { column: 90 }),
  reference('iAgentId', { en: 'Agent', es: 'Agente' }, 'employee', { column: false }),
  reference('iCustomerRouteId', { en: 'Route', es: 'Ruta' }, 'customerRoute', { column: false }),
  text('vDoubles', { en: 'Duplicates', es: 'Duplicados' }, { column: false }),
  choices(
    'sourceFaults',
    { en: 'The source breaks a rule', es: 'El origen incumple una regla' },
    {
      name: { en: 'Name: not written as a name', es: 'Nombre: no escrito como un nombre' },
      email: { en: 'E-mail: not an address', es: 'Correo: no es una dirección' },
      secGrade: { en: 'SEC grade: unknown', es: 'Nivel SEC: desconocido' },
      'address.line': { en: 'Address: too short or too long', es: 'Dirección: demasiado corta o larga' },
      'address.pincode': { en: 'Pincode: not six digits', es: 'Código postal: no tiene seis cifras' },
    },
    { filter: 'set', column: 190 },
  ),
  references('pooIds', { en: 'Places', es: 'Lugares' }, 'placeOfOperation', { column: false }),
];

/** Each address, as the record shows it and as its command takes it. */
export const addressLines = rows(
  'addresses',
  { en: 'Addresses', es: 'Direcciones' },
  [
    text('line', { en: 'Address', es: 'Dirección' }, { required: true, min: 3, max: 200 }),
    reference('areaId', { en: 'Area', es: 'Área' }, 'districtTalukArea'),
    pincode('pincode', { en: 'Pincode', es: 'Código postal' }, { required: true }),
    decimal('lat', { en: 'Latitude', es: 'Latitud' }, { min: -90, max: 90 }),
    decimal('lng', { en: 'Longitude', es: 'Longitud' }, { min: -180, max: 180 }),
    yesNo('default', { en: 'Default', es: 'Principal' }),
  ],
  { max: mostAddresses },
);

export const consentNames: Readonly<Record<ConsentKind, Both>> = {
  care: { en: 'Care', es: 'Atención' },
  calling: { en: 'Calls', es: 'Llamadas' },
  dataProcessing: { en: 'Data processing', es: 'Tratamiento de datos' },
};
export const carriedNames: Readonly<Record<(typeof reportedBy)[number], Both>> = {
  paper: { en: 'On paper', es: 'En papel' },
  phone: { en: 'By phone', es: 'Por teléfono' },
  app: { en: 'In the app', es: 'En la app' },
};
const channelNames: Readonly<Record<ConsentGiven['channel'], Both>> = {
  ...carriedNames,
  outside: { en: 'From outside', es: 'De fuera' },
};

const consentLines = rows(
  'consents',
  { en: 'Consents', es: 'Consentimientos' },
  [
    choice('kind', { en: 'To', es: 'Para' }, consentNames),
    choice(
      'stands',
      { en: 'State', es: 'Estado' },
      {
        given: { en: 'Given', es: 'Dado' },
        refused: { en: 'Refused', es: 'Rechazado' },
        withdrawn: { en: 'Withdrawn', es: 'Retirado' },
      },
    ),
    choice('channel', { en: 'How', es: 'Cómo' }, channelNames),
    date('on', { en: 'On', es: 'El' }),
    time('at', { en: 'At', es: 'A las' }),
    reference('by', { en: 'By', es: 'Por' }, 'employee'),
    text('version', { en: 'Text', es: 'Texto' }),
  ],
  { max: consentKinds.length },
);

/** Fields shown only on the full record's screen. */
export const customerFullFields: readonly MasterField[] = [
  ...customerFields,
  date('dExitedOn', { en: 'Exited on', es: 'De baja desde' }, { column: false }),
  addressLines,
  consentLines,
  documentLines,
];

function consentsOf({ consents }: CustomerState): Record<string, unknown>[] {
  return consentKinds.flatMap((kind) => {
    const one = consents[kind];
    if (!one) return [];
    const { given, channel, version, by } = one;
    const at = Date.parse(one.at);
    return [
      {
        kind,
        stands: given ? 'given' : by ? 'withdrawn' : 'refused',
        channel,
        version,
        on: businessDay(at),
        at: clockTime(at),
        ...(by?.empId ? { by: by.empId } : {}),
      },
    ];
  });
}

export const customerSource: MasterSource<EventOf<typeof customer>> = {
  streams: ['customer'],
  idOf: (event) => Number(streamKey(event.stream)),
  row(before, event) {
    const start = customer.initial(streamKey(event.stream));
    const old: CustomerState = before
      ? {
          ...start,
          ...(before.fields.state as Partial<CustomerState>),
          addresses: (before.fields.addresses as readonly CustomerAddress[] | undefined) ?? [],
        }
      : start;
    const now = customer.evolve(old, event);
    if (now === old) return before ?? null;
    const {
      name,
      phones,
      email: mail,
      pooId,
      categoryId,
      careTierId,
      language,
      agentId,
      routeId,
      rankId,
      consents,
      callHours,
      documents,
      faults,
    } = now;
    const { stage, exitedOn, mergedInto, doubleIds } = now;
    const reported = consentsOf(now);
    const papers = documentsOf(documents);
    const others = phones.filter((one) => one !== dialled(phones));
    const since =
      now.since ?? (before?.fields.dSince as string | undefined) ?? businessDay(Date.parse(event.at));
    const left = { stage, exitedOn, mergedInto, doubleIds, since: now.since };
    const kept = {
      name,
      phones,
      email: mail,
      pooId,
      categoryId,
      careTierId,
      language,
      agentId,
      routeId,
      rankId,
      consents,
      callHours,
      documents,
      faults,
      id: now.id,
      ...left,
    };
    const fields: Record<string, unknown> = {
      vCode: humanReference('CU', now.id),
      vName: name,
      vPhone: dialled(phones)?.phone,
      vOtherPhones: others.length > 0 ? others.map((one) => one.phone).join(', ') : undefined,
      vEmail: mail,
      iPooId: pooId,
      iCustomerCategoryId: categoryId,
      iCustomerRankId: rankId ?? undefined,
      iCareTierId: careTierId,
      vLanguage: language,
      tCallFrom: callHours?.from,
      tCallTo: callHours?.to,
      iAgentId: agentId ?? undefined,
      iCustomerRouteId: routeId ?? undefined,
      dSince: since,
      iExitFlag: stage === 'exited' ? 1 : 0,
      dExitedOn: exitedOn,
      vDoubles:
        doubleIds.length > 0 ? doubleIds.map((one) => humanReference('CU', one)).join(', ') : undefined,
      pooIds: pooId === null ? [] : [pooId],
      addresses: now.addresses.length > 0 ? now.addresses : undefined,
      consents: reported.length > 0 ? reported : undefined,
      documents: papers.length > 0 ? papers : undefined,
      sourceFaults: faults.length > 0 ? [...new Set(faults.map(({ field }) => field))] : undefined,
      state: kept,
    };
    return {
      fields: Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
      ),
      iStatus: stage === 'active' ? 1 : 0,
      iCancelFlag: stage === 'merged' ? 1 : 0,
      stage: null,
      mergedInto,
    };
  },
  status: customerStatus,
  story: [],
};
