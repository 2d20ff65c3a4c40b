import { z } from 'zod';
import type { Event } from '../../core/event.ts';
import { blankable, date, email, name, oneOf, text } from '../../core/fields.ts';
import { inPoos } from '../../core/permission.ts';
import type { RecordStatus } from '../../core/record-id.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { faultsLeft, withFaults, type SourceFault } from '../../core/source-faults.ts';
import { auditStream } from '../core/audit.ts';
import {
  changeAddresses,
  evolveAddresses,
  numbered,
  type AddressEvent,
  type CustomerAddress,
} from './customer-addresses.ts';
import {
  evolveConsents,
  giveConsent,
  withdrawConsent,
  type ConsentEvent,
  type CustomerConsents,
} from './customer-consents.ts';
import type { OwnCallHours } from '../calls/call/own-hours.ts';
import { setCallHours, type CallHoursEvent } from './customer-call-hours.ts';
import {
  addDocument,
  cameWithSignup,
  evolveDocuments,
  takeBackDocument,
  verifyDocument,
  type CustomerDocument,
  type DocumentEvent,
} from './customer-documents.ts';
import { assignAgent, changeRank, changeRoute } from './customer-mapping.ts';
import { merge } from './customer-merge.ts';
import type { CustomerPhone } from './customer-phones.ts';
import { receive } from './customer-receive.ts';
import { notActive, ofActive, ofKnown, type CustomerStatus } from './customer-state-rules.ts';
import { genders, type CheckedPaper } from './signup/fields.ts';
import type { MessageMark, Reported } from '../../core/message-age.ts';

/** A customer: created by a completed sign-up or by a message of the customer service. */
export interface CustomerState extends CustomerStatus {
  readonly id: string;
  readonly name: string;
  readonly phones: readonly CustomerPhone[];
  readonly email: string | null;
  readonly dob: string | null;
  readonly gender: string | null;
  readonly religionId: number | null;
  readonly secGrade: string | null;
  readonly language: string | null;
  readonly addresses: readonly CustomerAddress[];
  readonly pooId: number | null;
  readonly categoryId: number | null;
  readonly careTierId: number | null;
  readonly campaignId: number | null;
  readonly consents: CustomerConsents;
  /** The hours in which they want to be called; any of service calls where they named none. */
  readonly callHours?: OwnCallHours | null;
  readonly documents: readonly CustomerDocument[];
  readonly signupId: number | null;
  /** The employee who looks after them and the route they are visited on. */
  readonly agentId: number | null;
  readonly routeId: number | null;
  readonly rankId: number | null;
  /** The lead they were, and the customer's start date where the service reported it. */
  readonly leadId: number | null;
  readonly since: string | null;
  readonly patientIds: readonly number[];
  /** Duplicates merged into this customer. */
  readonly doubleIds: readonly number[];
  readonly source: MessageMark | null;
  /**
   * Values reported by the customer service that break a rule, until a person or the service corrects them.
   */
  readonly faults: readonly SourceFault[];
  /** The requested or completed exit; null for a customer who stays. */
  readonly exitId: number | null;
  /** The business days of the last exits, the newest last. */
  readonly exits: readonly string[];
}

const keptExits = 5;

const details = z.object({
  name: name(100).optional(),
  email: blankable(email()).optional(),
  dob: blankable(date()).optional(),
  gender: blankable(oneOf(genders)).optional(),
  language: text(3, 2)
    .regex(/^[a-z]{2,3}$/, 'notInList')
    .optional(),
});

/** A document of the sign-up, addresses without a number. */
type Created = Pick<
  CustomerState,
  | 'name'
  | 'phones'
  | 'email'
  | 'dob'
  | 'gender'
  | 'religionId'
  | 'secGrade'
  | 'language'
  | 'pooId'
  | 'categoryId'
  | 'careTierId'
  | 'campaignId'
  | 'consents'
  | 'signupId'
  | 'leadId'
  | 'patientIds'
> & {
  readonly addresses?: readonly Omit<CustomerAddress, 'no'>[];
  readonly documents?: readonly CheckedPaper[];
  readonly since?: string;
};
/** Fields that a person, the customer service or a merge changes. */
type Details = Partial<
  Pick<
    CustomerState,
    | 'name'
    | 'phones'
    | 'email'
    | 'dob'
    | 'gender'
    | 'religionId'
    | 'secGrade'
    | 'language'
    | 'pooId'
    | 'categoryId'
    | 'careTierId'
    | 'campaignId'
    | 'since'
  >
>;

export type CustomerEvent =
  | AddressEvent
  | CallHoursEvent
  | ConsentEvent
  | DocumentEvent
  | Event<'CustomerCreated', Created & Reported>
  | Event<'CustomerReceived', Reported>
  | Event<'CustomerFaultsMarked', Reported & { readonly faults: readonly SourceFault[] }>
  | Event<'CustomerDetailsUpdated', Details & Reported>
  | Event<'CustomerAgentAssigned', { readonly agentId: number; readonly from: number | null }>
  | Event<'CustomerRouteChanged', { readonly routeId: number; readonly from: number | null }>
  | Event<'CustomerRankChanged', { readonly rankId: number; readonly from: number | null }>
  | Event<'CustomerPatientAdded' | 'CustomerPatientLeft', { readonly patientId: number }>
  | Event<'CustomerExitPending', { readonly exitId: number }>
  | Event<'CustomerExitDropped', object>
  /** Without an exit of ours where another system reported it. */
  | Event<'CustomerExited', Reported & { readonly on: string; readonly exitId?: number }>
  | Event<
      'CustomerReactivated',
      Reported & {
        readonly exitId?: number;
        readonly reason?: string;
        /** The exit of ours that another system's report ends. */
        readonly outside?: number | null;
      }
    >
  | Event<'CustomersMerged', { readonly into: number }>
  | Event<
      'CustomerDoubleJoined',
      Details &
        Partial<Pick<CustomerState, 'agentId' | 'routeId' | 'rankId' | 'leadId' | 'signupId' | 'callHours'>> &
        Pick<CustomerState, 'doubleIds' | 'patientIds' | 'addresses' | 'consents' | 'documents'> & {
          readonly double: number;
        }
    >;

/** A merged customer cannot be named; the one it was merged into can. */
export const customerStatus = (state: CustomerState | undefined): RecordStatus =>
  state?.stage === 'active' ? 'active' : state?.stage === 'exited' ? 'inactive' : 'missing';

export const customer = defineStream<CustomerState, CustomerEvent>({
  name: 'customer',
  events: {
    CustomerCreated: true,
    CustomerReceived: true,
    CustomerFaultsMarked: true,
    CustomerConsentChanged: true,
    CustomerCallHoursSet: true,
    CustomerDetailsUpdated: true,
    CustomerAddressAdded: true,
    CustomerAddressChanged: true,
    CustomerAddressRemoved: true,
    CustomerDocumentAdded: true,
    CustomerDocumentVerified: true,
    CustomerDocumentTakenBack: true,
    CustomerAgentAssigned: true,
    CustomerRouteChanged: true,
    CustomerRankChanged: true,
    CustomerPatientAdded: true,
    CustomerPatientLeft: true,
    CustomerExitPending: true,
    CustomerExitDropped: true,
    CustomerExited: true,
    CustomerReactivated: true,
    CustomersMerged: true,
    CustomerDoubleJoined: true,
  },
  area: 'customers',
  state: 2,
  initial: (key) => ({
    id: key,
    stage: 'none',
    name: '',
    phones: [],
    email: null,
    dob: null,
    gender: null,
    religionId: null,
    secGrade: null,
    language: null,
    addresses: [],
    pooId: null,
    categoryId: null,
    careTierId: null,
    campaignId: null,
    consents: {},
    documents: [],
    signupId: null,
    agentId: null,
    routeId: null,
    rankId: null,
    leadId: null,
    since: null,
    patientIds: [],
    doubleIds: [],
    source: null,
    faults: [],
    exitId: null,
    exits: [],
    exitedOn: null,
    mergedInto: null,
  }),
  about: {
    prefix: 'CU',
    needs: [
      'Masters/customerMaster:view',
      'Masters/customerMasterV2:view',
      'Masters/customerSearchForMapping:view',
    ],
    there: ({ stage }) => stage !== 'none',
    sees: ({ pooId }, viewer) => inPoos(viewer, pooId),
  },
  evolve(before, received) {
    const { source, ...data } = received.data as Reported;
    const state: CustomerState = source ? { ...before, source } : before;
    // The mark of the message is no part of what the event changes.
    const event = source ? ({ ...received, data } as typeof received) : received;
    switch (event.type) {
      case 'CustomerCreated': {
        const { addresses, documents = [], ...created } = event.data;
        return {
          ...state,
          ...created,
          addresses: numbered(addresses ?? state.addresses),
          documents: documents.map(cameWithSignup),
          stage: 'active',
        };
      }
      case 'CustomerDocumentAdded':
      case 'CustomerDocumentVerified':
      case 'CustomerDocumentTakenBack':
        return { ...state, documents: evolveDocuments(state.documents, event) };
      case 'CustomerFaultsMarked':
        return { ...state, faults: withFaults(state.faults, event.data.faults) };
      case 'CustomerAddressAdded':
      case 'CustomerAddressChanged':
      case 'CustomerAddressRemoved':
        return {
          ...state,
          addresses: evolveAddresses(state.addresses, event),
          faults: faultsLeft(state.faults, ['address']),
        };
      case 'CustomerConsentChanged':
        return { ...state, consents: evolveConsents(state.consents, event) };
      case 'CustomerCallHoursSet':
        return { ...state, callHours: event.data.hours };
      case 'CustomerDetailsUpdated':
        return { ...state, ...event.data, faults: faultsLeft(state.faults, Object.keys(event.data)) };
      case 'CustomerAgentAssigned':
        return { ...state, agentId: event.data.agentId };
      case 'CustomerRouteChanged':
        return { ...state, routeId: event.data.routeId };
      case 'CustomerRankChanged':
        return { ...state, rankId: event.data.rankId };
      case 'CustomerPatientAdded':
        return { ...state, patientIds: [...state.patientIds, event.data.patientId] };
      case 'CustomerPatientLeft': {
        const { patientId } = event.data;
        return { ...state, patientIds: state.patientIds.filter((one) => one !== patientId) };
      }
      case 'CustomerExitPending':
        return { ...state, exitId: event.data.exitId };
      case 'CustomerExitDropped':
        return { ...state, exitId: null };
      case 'CustomerExited': {
        const { on, exitId = null } = event.data;
        const exits = [...state.exits, on].slice(-keptExits);
        return { ...state, stage: 'exited', exitedOn: on, exitId, exits };
      }
      case 'CustomerReactivated':
        return { ...state, stage: 'active', exitedOn: null, exitId: null };
      case 'CustomersMerged':
        return { ...state, stage: 'merged', mergedInto: event.data.into, patientIds: [] };
      case 'CustomerDoubleJoined': {
        const { double: _double, ...joined } = event.data;
        return { ...state, ...joined };
      }
      default:
        return state;
    }
  },
  mergedFields: [
    'name',
    'email',
    'dob',
    'gender',
    'language',
    'addresses',
    'agentId',
    'routeId',
    'rankId',
    'callHours',
  ],
  visible: (state, viewer) => inPoos(viewer, state.pooId),
  status: customerStatus,
  unnamable: notActive,
  commands: {
    receive,
    merge,
    assignAgent: ofActive(assignAgent),
    changeRoute: ofActive(changeRoute),
    changeRank: ofActive(changeRank),
    changeAddresses: ofActive(changeAddresses),
    setCallHours: ofActive(setCallHours),
    giveConsent: ofActive(giveConsent),
    withdrawConsent: ofKnown(withdrawConsent),
    addDocument: ofActive(addDocument),
    verifyDocument: ofActive(verifyDocument),
    takeBackDocument: ofKnown(takeBackDocument),
    updateDetails: ofActive(
      command<CustomerState, z.output<typeof details>>({
        input: details,
        need: 'Masters/customerMasterV2:edit',
        versioned: 'merge',
        merges: (given) => given,
        decide(state, given, ctx) {
          if (given.dob && given.dob > ctx.today)
            return refuse('dateInFuture', 422, { label: 'field.dob' }, 'dob');
          const changed = Object.entries(given).filter(
            ([field, value]) => value !== undefined && value !== state[field as keyof CustomerState],
          );
          return changed.length === 0
            ? []
            : [{ type: 'CustomerDetailsUpdated', data: Object.fromEntries(changed) }];
        },
      }),
    ),
    reveal: command<CustomerState, object>({
      input: z.object({}),
      need: 'Masters/customerMasterV2:edit',
      decide: (state, _input, ctx) => ({
        events: [
          {
            stream: auditStream(`customer-${ctx.id}`),
            type: 'PersonalDataViewed',
            data: { subject: `customer-${ctx.id}`, fields: ['phones', 'email', 'addresses'] },
          },
        ],
        answer: { phones: state.phones, email: state.email, addresses: state.addresses },
      }),
    }),
  },
  translations: translations({
    en: {
      CustomerCreated: 'Customer created',
      CustomerDetailsUpdated: 'Details changed',
      CustomerAgentAssigned: 'Agent assigned',
      CustomerRouteChanged: 'Route changed',
      CustomerRankChanged: 'Rank changed',
      CustomerAddressAdded: 'Address added',
      CustomerAddressChanged: 'Address changed',
      CustomerAddressRemoved: 'Address removed',
      CustomerConsentChanged: 'Consent changed',
      CustomerCallHoursSet: 'Calling hours set',
      CustomerDocumentAdded: 'Document added',
      CustomerDocumentVerified: 'Document checked',
      CustomerDocumentTakenBack: 'Document removed',
      CustomerFaultsMarked: 'Values of the customer service break a rule',
      CustomerReceived: 'Received again from the customer service',
      CustomerPatientAdded: 'Patient added',
      CustomerPatientLeft: 'Patient moved to another customer',
      CustomerExitPending: 'Exit noted',
      CustomerExitDropped: 'Exit called off',
      CustomerExited: 'Exited',
      CustomerReactivated: 'Reactivated',
      CustomersMerged: 'Merged into another customer',
      CustomerDoubleJoined: 'A duplicate was merged into this customer',
      customerExited: 'This customer exited on {{date}}; reactivate first.',
      customerMerged: 'This was a duplicate of {{customer}}; open that customer instead.',
      customerPhoneInUse: 'The phone number belongs to {{customer}}.',
      mergeItself: 'Choose another customer to merge with.',
      mergeDifferentPoo:
        '{{name}} belongs to {{other}}, this customer to {{place}}: only customers of one place can be merged.',
      callHoursWithin:
        'Customers are called from {{from}} till {{to}}: give a time from and a later time till within that.',
      'field.callFrom': 'Calls from',
      'field.callTo': 'Calls till',
      customerLabel: 'customer',
      agentElsewhere: '{{name}} does not work for the place of this customer.',
      routeElsewhere: 'The route belongs to another place.',
      coordinatesTogether: 'Give both latitude and longitude, or neither.',
      oneDefaultAddress: 'Choose one address as the default.',
      addressTwice: 'This address is there twice.',
      addressOutOfArea: 'Pincode {{pincode}} is not served from {{poo}}.',
      consentNotGiven: 'There is no consent to {{kind}} to withdraw.',
      fileNotBrought: 'This file was not uploaded by you for this customer. Choose it again.',
      documentTwice: 'This document is there already.',
      documentsFull: 'A customer has at most {{most}} documents.',
      expiryNeeded: '{{name}}: give the day until which it is valid.',
      documentOver: 'This document was valid until {{date}} only.',
      documentChecked: '{{name}} checked this document already.',
      checkedByAnother: 'Somebody else must check this document: you brought it.',
      documentTakenBack: '{{name}} took this document back already.',
      takenBackByAnother: 'Somebody else must take this document back: you brought it, and it was checked.',
      'field.documentId': 'Document',
      'field.reason': 'Reason',
      'consent.care': 'care',
      'consent.calling': 'calls',
      'consent.dataProcessing': 'data processing',
    },
    es: {
      CustomerCreated: 'Cliente creado',
      CustomerDetailsUpdated: 'Datos cambiados',
      CustomerAgentAssigned: 'Agente asignado',
      CustomerRouteChanged: 'Ruta cambiada',
      CustomerRankChanged: 'Rango cambiado',
      CustomerAddressAdded: 'Dirección añadida',
      CustomerAddressChanged: 'Dirección cambiada',
      CustomerAddressRemoved: 'Dirección quitada',
      CustomerConsentChanged: 'Consentimiento cambiado',
      CustomerCallHoursSet: 'Horario de llamadas fijado',
      callHoursWithin:
        'A los clientes se les llama de {{from}} a {{to}}: indique una hora de inicio y otra de fin posterior dentro de ese horario.',
      'field.callFrom': 'Llamadas desde',
      'field.callTo': 'Llamadas hasta',
      CustomerDocumentAdded: 'Documento añadido',
      CustomerDocumentVerified: 'Documento revisado',
      CustomerDocumentTakenBack: 'Documento retirado',
      CustomerFaultsMarked: 'Valores del servicio de clientes incumplen una regla',
      CustomerReceived: 'Recibido de nuevo del servicio de clientes',
      CustomerPatientAdded: 'Paciente añadido',
      CustomerPatientLeft: 'Paciente trasladado a otro cliente',
      CustomerExitPending: 'Baja anotada',
      CustomerExitDropped: 'Baja anulada',
      CustomerExited: 'Dado de baja',
      CustomerReactivated: 'Reactivado',
      CustomersMerged: 'Fusionado con otro cliente',
      CustomerDoubleJoined: 'Se fusionó un duplicado con este cliente',
      customerExited: 'Este cliente se dio de baja el {{date}}; reactívelo primero.',
      customerMerged: 'Era un duplicado de {{customer}}; abra ese cliente.',
      customerPhoneInUse: 'El número de teléfono es de {{customer}}.',
      mergeItself: 'Elija otro cliente con el que fusionar.',
      mergeDifferentPoo:
        '{{name}} pertenece a {{other}} y este cliente a {{place}}: solo se fusionan clientes de un mismo lugar.',
      customerLabel: 'cliente',
      agentElsewhere: '{{name}} no trabaja para el lugar de este cliente.',
      routeElsewhere: 'La ruta pertenece a otro lugar.',
      coordinatesTogether: 'Indique latitud y longitud, o ninguna de las dos.',
      oneDefaultAddress: 'Elija una dirección como principal.',
      addressTwice: 'Esta dirección está dos veces.',
      addressOutOfArea: 'El código postal {{pincode}} no se atiende desde {{poo}}.',
      consentNotGiven: 'No hay consentimiento de {{kind}} que retirar.',
      fileNotBrought: 'Usted no subió este archivo para este cliente. Elíjalo de nuevo.',
      documentTwice: 'Este documento ya está.',
      documentsFull: 'Un cliente tiene como máximo {{most}} documentos.',
      expiryNeeded: '{{name}}: indique hasta qué día es válido.',
      documentOver: 'Este documento solo era válido hasta el {{date}}.',
      documentChecked: '{{name}} ya revisó este documento.',
      checkedByAnother: 'Otra persona debe revisar este documento: usted lo trajo.',
      documentTakenBack: '{{name}} ya retiró este documento.',
      takenBackByAnother: 'Otra persona debe retirar este documento: usted lo trajo y ya se revisó.',
      'field.documentId': 'Documento',
      'field.reason': 'Motivo',
      'consent.care': 'atención',
      'consent.calling': 'llamadas',
      'consent.dataProcessing': 'tratamiento de datos',
    },
  }),
});
