import { importOf, streamKey } from '../core/event.ts';
import { reference as humanReference } from '../core/reference.ts';
import type { Fields, MasterOrder } from '../families/master-def.ts';
import { choice, email, flag, integer, note, phone, pincode, reference, text, type Both, type MasterField } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { evolveLead, leadStages, noLead, openStages, type consentChannels, type LeadStage, type LeadState } from '../streams/leads/lead/state.ts';
import { lossReasons } from '../streams/leads/lead/loss.ts';
import { shutBy } from '../streams/leads/lead/place.ts';
import { leadSourceNames as sources } from '../streams/leads/lead/sources.ts';

const interests: Readonly<Record<string, Both>> = { pharmacy: ['Pharmacy', 'Farmacia'], care: ['Care', 'Atención'], apparel: ['Apparel', 'Ropa'] };
const given = (asked: Fields): Fields => Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null && value !== undefined && value !== ''));
const where: readonly MasterField[] = [
  reference('listId', ['List', 'Lista'], 'leadListName'),
  reference('campaignId', ['Campaign', 'Campaña'], 'leadCampaignName'),
];
const reason = note('reason', ['Reason', 'Motivo'], { required: true, min: 3, max: 500 });
const channels: Readonly<Record<(typeof consentChannels)[number], Both>> = {
  call: ['They called us', 'Nos llamó'],
  sms: ['SMS', 'SMS'],
  mail: ['E-mail', 'Correo'],
  web: ['Web form', 'Formulario web'],
  paper: ['On paper', 'En papel'],
  inPerson: ['In person', 'En persona'],
};
type Asked = Parameters<NonNullable<MasterOrder['when']>>[0];
const isOpen = (row: Asked): boolean => row.iStatus === 1;
const stands =
  (stage: LeadStage) =>
  (row: Asked): boolean =>
    row.fields.vStage === stage;
const goesOn = (row: Asked): boolean => !stands('Converted')(row);
const source = choice('source', ['Source', 'Origen'], sources, { required: true });

/** Leads made one by one or from a file; a number known already becomes a touch of its lead. */
export const leadCreation = defineMaster({
  route: 'masters/leadCreation',
  kind: 'lead',
  title: ['Lead creation', 'Creación de prospectos'],
  plain: true,
  scope: 'iPooId',
  rights: ['view', 'create'],
  list: ['vCode', 'vName', 'vStage', 'vPhone', 'iPooId', 'vSource', 'iLeadListId', 'iLeadCampaignId', 'iOwnerEmpId', 'iTouches', 'iStatus'],
  fields: [
    text('vCode', ['LD no.', 'N.º LD'], { column: 110 }),
    text('vName', ['Name', 'Nombre'], { column: true }),
    phone('vPhone', ['Phone', 'Teléfono'], { column: 120 }),
    pincode('vPincode', ['Pincode', 'Código postal'], { column: 90 }),
    reference('iPooId', ['Place of operation', 'Lugar de operación'], 'placeOfOperation'),
    choice('vSource', ['Source', 'Origen'], sources, { column: 100 }),
    reference('iLeadListId', ['List', 'Lista'], 'leadListName'),
    reference('iLeadCampaignId', ['Campaign', 'Campaña'], 'leadCampaignName'),
    choice('vInterest', ['Interest', 'Interés'], interests, { column: false }),
    reference('iOwnerEmpId', ['Owner', 'Responsable'], 'employee'),
    integer('iTouches', ['Touches', 'Contactos'], { column: 90 }),
    choice('vStage', ['Stage', 'Etapa'], leadStages, { column: 110 }),
    note('vStageReason', ['Reason', 'Motivo'], { column: false }),
    reference('iReasonId', ['Lost because of', 'Perdido por'], 'reason', { column: false }),
    reference('iCustomerId', ['Became customer', 'Cliente'], 'customer', { column: false }),
    flag('bImported', ['From a file', 'De un archivo'], { column: false }),
  ],
  source: {
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
        bImported: before?.fields.bImported ?? (importOf(event) === null ? 0 : 1),
        state: now,
      };
      return {
        fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)),
        iStatus: openStages.includes(now.stage) ? 1 : 0,
        iCancelFlag: now.withdrawn ? 1 : 0,
        stage: null,
      };
    },
    // Whoever came to an event is named by the lead they are, however that one stands.
    standing: (state: LeadState | undefined) => (state?.exists && !state.withdrawn ? 'active' : 'missing'),
    story: [],
  },
  orders: [
    {
      name: 'add',
      label: ['Add lead', 'Añadir prospecto'],
      aggregate: 'lead',
      command: 'createLead',
      need: 'Masters/leadCreation:create',
      creates: true,
      fields: [
        text('name', ['Name', 'Nombre'], { required: true, min: 2, max: 80 }),
        phone('phone', ['Phone', 'Teléfono'], { required: true }),
        phone('altPhone', ['Other phone', 'Otro teléfono']),
        email('email', ['E-mail', 'Correo']),
        pincode('pincode', ['Pincode', 'Código postal']),
        reference('pooId', ['Place (else by pincode)', 'Lugar (si no, por código postal)'], 'placeOfOperation'),
        source,
        ...where,
        choice('interest', ['Interest', 'Interés'], interests),
        choice('consent', ['Consent', 'Consentimiento'], {
          none: ['None', 'Ninguno'],
          inferred: ['Inferred', 'Implícito'],
          explicit: ['Explicit', 'Explícito'],
        }),
      ],
      input: given,
      shut: shutBy,
      takeBack: 'withdraw',
      instead: {
        code: 'leadDuplicate',
        label: ['Add this source to it', 'Añadir este origen'],
        id: 'leadId',
        command: 'recordTouch',
        takeBack: 'withdrawTouch',
        input: (asked) => given({ source: asked.source, listId: asked.listId, campaignId: asked.campaignId }),
      },
      elsewhere: { code: 'leadIsCustomer', id: 'customerId', lookup: 'customer', label: ['Open the customer', 'Abrir el cliente'] },
    },
    {
      name: 'touch',
      label: ['Came again', 'Volvió a contactar'],
      aggregate: 'lead',
      command: 'recordTouch',
      need: 'Masters/leadCreation:create',
      when: goesOn,
      fields: [source, ...where, note('note', ['Note', 'Nota'], { max: 500 })],
      input: given,
    },
    {
      name: 'edit',
      label: ['Edit details', 'Editar datos'],
      aggregate: 'lead',
      command: 'updateDetails',
      need: 'Masters/leadCreation:create',
      versioned: true,
      when: goesOn,
      bulk: ['interest'],
      start: ({ vName, vInterest }) => ({ name: vName, interest: vInterest }),
      fields: [
        text('name', ['Name', 'Nombre'], { required: true, min: 2, max: 80 }),
        phone('altPhone', ['Other phone', 'Otro teléfono']),
        email('email', ['E-mail', 'Correo']),
        choice('interest', ['Interest', 'Interés'], interests),
      ],
      input: given,
    },
    {
      name: 'reassign',
      label: ['Give to', 'Asignar a'],
      aggregate: 'lead',
      command: 'reassign',
      need: 'Out Bound/pharmaLead:approve',
      when: isOpen,
      fields: [reference('ownerId', ['Owner', 'Responsable'], 'employee', { required: true })],
      input: given,
    },
    {
      name: 'markLost',
      label: ['Give up', 'Abandonar'],
      aggregate: 'lead',
      command: 'markLost',
      need: 'Out Bound/pharmaLead:edit',
      danger: true,
      when: isOpen,
      fields: [
        reference('reasonId', ['Reason', 'Motivo'], 'reason', { required: true, lookupWhere: lossReasons }),
        note('note', ['More about it', 'Más detalles'], { min: 3, max: 400 }),
      ],
      input: given,
    },
    {
      name: 'reopen',
      label: ['Begin anew', 'Reabrir'],
      aggregate: 'lead',
      command: 'reopen',
      need: 'Out Bound/pharmaLead:approve',
      when: stands('Lost'),
      fields: [note('note', ['Note', 'Nota'], { max: 500 })],
      input: given,
    },
    {
      name: 'renewConsent',
      label: ['Agreed to calls', 'Acepta llamadas'],
      aggregate: 'lead',
      command: 'renewConsent',
      need: 'Out Bound/pharmaLead:edit',
      when: stands('Dnc'),
      bulk: false,
      fields: [
        choice('channel', ['How', 'Cómo'], channels, { required: true }),
        note('proof', ['What proves it', 'Prueba'], { required: true, min: 3, max: 500 }),
      ],
      input: given,
    },
    {
      name: 'markDnc',
      label: ['Do not call', 'No llamar'],
      aggregate: 'lead',
      command: 'markDnc',
      need: 'Out Bound/pharmaLead:edit',
      danger: true,
      when: (row) => stands('Lost')(row) || isOpen(row),
      fields: [reason],
      input: given,
    },
  ],
  example: {},
  words: { en: { 'state.1': 'Open', 'state.0': 'Closed' }, es: { 'state.1': 'Abierto', 'state.0': 'Cerrado' } },
});
