import type { EventOf } from '../../core/stream.ts';
import type { lead } from '../../streams/leads/lead/lead.ts';
import { businessDay, clockTime, instantOf } from '../../core/day.ts';
import { importOf, streamKey } from '../../core/event.ts';
import { reference as humanReference } from '../../core/reference.ts';
import type { Fields, MasterCommand, MasterSource } from '../../families/master-def.ts';
import {
  choice,
  date,
  email,
  yesNo,
  number,
  paragraph,
  phone,
  pincode,
  reference,
  text,
  time,
  type Both,
  type MasterField,
} from '../../families/master-field.ts';
import { evolveLead } from '../../streams/leads/lead/evolve.ts';
import {
  leadStages,
  leadStatus,
  noLead,
  openStages,
  type consentChannels,
  type LeadStage,
  type LeadState,
} from '../../streams/leads/lead/state.ts';
import { dispositionCodes } from '../../streams/calls/call/dispositions.ts';
import { callTranslations } from '../../streams/calls/call/translations.ts';
import { lossReasons } from '../../streams/leads/lead/loss.ts';
import { placeProblem } from '../../streams/leads/lead/place.ts';
import { leadSourceNames as sources } from '../../streams/leads/lead/sources.ts';

/** Dispositions by their names in the wrap-up. */
const dispositionNames: Readonly<Record<string, Both>> = Object.fromEntries(
  dispositionCodes.map((code) => {
    const key = `disposition.${code}` as const;
    return [code, { en: callTranslations.en[key] ?? code, es: callTranslations.es[key] ?? code }];
  }),
);
const interests: Readonly<Record<string, Both>> = {
  pharmacy: { en: 'Pharmacy', es: 'Farmacia' },
  care: { en: 'Care', es: 'Atención' },
  apparel: { en: 'Apparel', es: 'Ropa' },
};
const given = (requested: Fields): Fields =>
  Object.fromEntries(
    Object.entries(requested).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
const where: readonly MasterField[] = [
  reference('listId', { en: 'List', es: 'Lista' }, 'leadListName'),
  reference('campaignId', { en: 'Campaign', es: 'Campaña' }, 'leadCampaignName'),
];
const reason = paragraph('reason', { en: 'Reason', es: 'Motivo' }, { required: true, min: 3, max: 500 });
const channels: Readonly<Record<(typeof consentChannels)[number], Both>> = {
  call: { en: 'They called us', es: 'Nos llamó' },
  sms: { en: 'SMS', es: 'SMS' },
  mail: { en: 'E-mail', es: 'Correo' },
  web: { en: 'Web form', es: 'Formulario web' },
  paper: { en: 'On paper', es: 'En papel' },
  inPerson: { en: 'In person', es: 'En persona' },
};
type Requested = Parameters<NonNullable<MasterCommand['when']>>[0];
const isOpen = (row: Requested): boolean => row.iStatus === 1;
const stands =
  (stage: LeadStage) =>
  (row: Requested): boolean =>
    row.fields.vStage === stage;
const goesOn = (row: Requested): boolean => !stands('Converted')(row);
const source = choice('source', { en: 'Source', es: 'Origen' }, sources, { required: true });

/** Fields of every list of leads. */
export const leadFields: readonly MasterField[] = [
  text('vCode', { en: 'LD no.', es: 'N.º LD' }, { column: 110 }),
  text('vName', { en: 'Name', es: 'Nombre' }, { column: true }),
  phone('vPhone', { en: 'Phone', es: 'Teléfono' }, { column: 120 }),
  pincode('vPincode', { en: 'Pincode', es: 'Código postal' }, { column: 90 }),
  reference('iPooId', { en: 'Place of operation', es: 'Lugar de operación' }, 'placeOfOperation'),
  choice('vSource', { en: 'Source', es: 'Origen' }, sources, { column: 100 }),
  reference('iLeadListId', { en: 'List', es: 'Lista' }, 'leadListName'),
  reference('iLeadCampaignId', { en: 'Campaign', es: 'Campaña' }, 'leadCampaignName'),
  choice('vInterest', { en: 'Interest', es: 'Interés' }, interests, { column: false }),
  reference('iOwnerEmpId', { en: 'Owner', es: 'Responsable' }, 'employee'),
  number('iTouches', { en: 'Enquiries', es: 'Consultas' }, { column: 90 }),
  choice('vStage', { en: 'Stage', es: 'Etapa' }, leadStages, { column: 110 }),
  paragraph('vStageReason', { en: 'Reason', es: 'Motivo' }, { column: false }),
  reference('iReasonId', { en: 'Loss reason', es: 'Motivo de la pérdida' }, 'reason', {
    column: false,
    formerly: ['Lost because of', 'Perdido por'],
  }),
  reference('iCustomerId', { en: 'Became customer', es: 'Cliente' }, 'customer', { column: false }),
  number('iAttempts', { en: 'Calls', es: 'Llamadas' }, { column: 80 }),
  choice('vLastCode', { en: 'Last call', es: 'Última llamada' }, dispositionNames, { column: 140 }),
  text('vLastBy', { en: 'Last called by', es: 'Última llamada de' }, { column: 150 }),
  date('dLastCall', { en: 'Last called', es: 'Llamado por última vez' }, { column: 120 }),
  date('dNextCall', { en: 'Next call', es: 'Próxima llamada' }, { column: 120 }),
  time('tNextCall', { en: 'Time', es: 'Hora' }, { column: 80 }),
  yesNo('bImported', { en: 'Imported', es: 'Importado' }, { column: false }),
];

export const leadSource: MasterSource<EventOf<typeof lead>> = {
  streams: ['lead'],
  idOf: (event) => Number(streamKey(event.stream)),
  row(before, event) {
    const old = (before?.fields.state as LeadState | undefined) ?? noLead();
    const now = evolveLead(old, event);
    if (now === old) return before ?? null;
    const fields = {
      vCode: humanReference('LD', streamKey(event.stream)),
      vName: now.name,
      vPhone: now.phone,
      vPincode: now.pincode,
      iPooId: now.pooId,
      vSource: now.source,
      iLeadListId: now.listId,
      iLeadCampaignId: now.campaignId,
      vInterest: now.interest,
      iOwnerEmpId: now.ownerId,
      iTouches: now.touches,
      vStage: now.stage,
      vStageReason: now.reason,
      iReasonId: now.reasonId,
      iCustomerId: now.customerId,
      iAttempts: now.attempts ?? 0,
      vLastCode: now.lastCall?.code,
      vLastBy: now.lastCall?.by,
      dLastCall: now.lastCall && businessDay(Date.parse(now.lastCall.at)),
      dNextCall: now.nextAt && businessDay(Date.parse(now.nextAt)),
      tNextCall: now.nextAt && clockTime(Date.parse(now.nextAt)),
      bImported: before?.fields.bImported ?? (importOf(event) === null ? 0 : 1),
      state: now,
    };
    return {
      fields: Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
      ),
      iStatus: openStages.includes(now.stage) ? 1 : 0,
      iCancelFlag: now.withdrawn ? 1 : 0,
      stage: null,
    };
  },
  status: leadStatus,
  story: [],
};

export const addLead: MasterCommand = {
  name: 'add',
  label: { en: 'Add lead', es: 'Añadir prospecto' },
  aggregate: 'lead',
  command: 'createLead',
  need: 'Masters/leadCreation:create',
  creates: true,
  fields: [
    text('name', { en: 'Name', es: 'Nombre' }, { required: true, min: 2, max: 80 }),
    phone('phone', { en: 'Phone', es: 'Teléfono' }, { required: true }),
    phone('altPhone', { en: 'Other phone', es: 'Otro teléfono' }),
    email('email', { en: 'E-mail', es: 'Correo' }),
    pincode('pincode', { en: 'Pincode', es: 'Código postal' }),
    reference(
      'pooId',
      { en: 'Place (else by pincode)', es: 'Lugar (si no, por código postal)' },
      'placeOfOperation',
    ),
    source,
    ...where,
    choice('interest', { en: 'Interest', es: 'Interés' }, interests),
    choice(
      'consent',
      { en: 'Consent', es: 'Consentimiento' },
      {
        none: { en: 'None', es: 'Ninguno' },
        inferred: { en: 'Inferred', es: 'Implícito' },
        explicit: { en: 'Explicit', es: 'Explícito' },
      },
    ),
  ],
  input: given,
  problem: placeProblem,
  takeBack: 'withdraw',
  instead: {
    code: 'leadDuplicate',
    label: { en: 'Add this source to it', es: 'Añadir este origen' },
    id: 'leadId',
    command: 'recordTouch',
    takeBack: 'withdrawTouch',
    input: (requested) =>
      given({ source: requested.source, listId: requested.listId, campaignId: requested.campaignId }),
  },
  elsewhere: {
    code: 'leadIsCustomer',
    id: 'customerId',
    lookup: 'customer',
    label: { en: 'Open the customer', es: 'Abrir el cliente' },
  },
};

export const touchLead: MasterCommand = {
  name: 'touch',
  label: { en: 'Log repeat enquiry', es: 'Registrar otra consulta' },
  aggregate: 'lead',
  command: 'recordTouch',
  need: 'Masters/leadCreation:create',
  when: goesOn,
  fields: [source, ...where, paragraph('note', { en: 'Note', es: 'Nota' }, { max: 500 })],
  input: given,
};

export const editLead: MasterCommand = {
  name: 'edit',
  label: { en: 'Edit details', es: 'Editar datos' },
  aggregate: 'lead',
  command: 'updateDetails',
  need: 'Masters/leadCreation:create',
  versioned: true,
  merges: true,
  when: goesOn,
  bulk: ['interest'],
  start: ({ vName, vInterest }) => ({ name: vName, interest: vInterest }),
  fields: [
    text('name', { en: 'Name', es: 'Nombre' }, { required: true, min: 2, max: 80 }),
    phone('altPhone', { en: 'Other phone', es: 'Otro teléfono' }),
    email('email', { en: 'E-mail', es: 'Correo' }),
    choice('interest', { en: 'Interest', es: 'Interés' }, interests),
  ],
  input: given,
};

export const reassign: MasterCommand = {
  name: 'reassign',
  label: { en: 'Assign', es: 'Asignar' },
  aggregate: 'lead',
  command: 'reassign',
  need: 'Out Bound/pharmaLead:approve',
  versioned: true,
  when: isOpen,
  fields: [reference('ownerId', { en: 'Owner', es: 'Responsable' }, 'employee', { required: true })],
  input: given,
};

export const markLost: MasterCommand = {
  name: 'markLost',
  label: { en: 'Mark as lost', es: 'Dar por perdido' },
  aggregate: 'lead',
  command: 'markLost',
  need: 'Out Bound/pharmaLead:edit',
  danger: true,
  when: isOpen,
  fields: [
    reference('reasonId', { en: 'Reason', es: 'Motivo' }, 'reason', {
      required: true,
      lookupWhere: lossReasons,
    }),
    paragraph('note', { en: 'Note', es: 'Nota' }, { min: 3, max: 400 }),
  ],
  input: given,
};

export const reopen: MasterCommand = {
  name: 'reopen',
  label: { en: 'Reopen', es: 'Reabrir' },
  aggregate: 'lead',
  command: 'reopen',
  need: 'Out Bound/pharmaLead:approve',
  when: stands('Lost'),
  fields: [paragraph('note', { en: 'Note', es: 'Nota' }, { max: 500 })],
  input: given,
};

export const renewConsent: MasterCommand = {
  name: 'renewConsent',
  label: { en: 'Agreed to calls', es: 'Acepta llamadas' },
  aggregate: 'lead',
  command: 'renewConsent',
  need: 'Out Bound/pharmaLead:edit',
  when: stands('Dnc'),
  bulk: false,
  fields: [
    choice('channel', { en: 'How', es: 'Cómo' }, channels, { required: true }),
    paragraph('proof', { en: 'What proves it', es: 'Prueba' }, { required: true, min: 3, max: 500 }),
  ],
  input: given,
};

export const markDnc: MasterCommand = {
  name: 'markDnc',
  label: { en: 'Do not call', es: 'No llamar' },
  aggregate: 'lead',
  command: 'markDnc',
  need: 'Out Bound/pharmaLead:edit',
  danger: true,
  when: (row) => stands('Lost')(row) || isOpen(row),
  fields: [reason],
  input: given,
};

/** The names of a lead's states in every list. */
export const leadListTranslations = {
  en: { 'state.1': 'Open', 'state.0': 'Closed' },
  es: { 'state.1': 'Abierto', 'state.0': 'Cerrado' },
};

/** The same edit, by the right of the list of all leads. */
export const editDetails: MasterCommand = { ...editLead, need: 'Out Bound/pharmaLead:edit' };

/** Another time for a promised callback. */
export const moveCallback: MasterCommand = {
  name: 'moveCallback',
  label: { en: 'Reschedule callback', es: 'Reprogramar la llamada' },
  aggregate: 'lead',
  command: 'moveCallback',
  need: 'Out Bound/pharmaLeadRemainder:edit',
  versioned: true,
  bulk: false,
  when: stands('CallbackDue'),
  start: ({ dNextCall, tNextCall }) => ({ day: dNextCall, time: tNextCall }),
  fields: [
    date('day', { en: 'Day', es: 'Día' }, { required: true, noSunday: true }),
    time('time', { en: 'Time', es: 'Hora' }, { required: true }),
    paragraph('reason', { en: 'Reason', es: 'Motivo' }, { required: true, min: 3, max: 200 }),
  ],
  input: ({ day, time: at, reason: said }) => ({
    at: new Date(instantOf(String(day), String(at))).toISOString(),
    reason: said,
  }),
};
