import { z } from 'zod';
import { blankable, date, email, name, oneOf, text } from '../../core/fields.ts';
import { inPoos } from '../../core/permission.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';
import { auditStream } from '../core/audit.ts';
import { changeAddresses, evolveAddresses, type CustomerAddress } from './customer-addresses.ts';
import { evolveConsents, giveConsent, withdrawConsent, type CustomerConsents } from './customer-consents.ts';
import { addDocument, evolveDocuments, verifyDocument, type CustomerDocument } from './customer-documents.ts';
import { assignAgent, changeRank, changeRoute } from './customer-mapping.ts';
import { genders } from './signup/fields.ts';

export interface CustomerPhone {
  readonly phone: string;
  readonly verifiedAt: string | null;
  readonly primary: boolean;
}

/** Someone whom we serve, made by a completed sign-up. */
export interface CustomerState {
  readonly id: string;
  readonly stage: 'none' | 'active';
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
  readonly documents: readonly CustomerDocument[];
  readonly signupId: number | null;
  /** Who looks after them, and on which round they are visited. */
  readonly agentId: number | null;
  readonly routeId: number | null;
  readonly rankId: number | null;
}

const details = z.object({
  name: name(100).optional(),
  email: blankable(email()).optional(),
  dob: blankable(date()).optional(),
  gender: blankable(oneOf(genders)).optional(),
  language: text(3, 2)
    .regex(/^[a-z]{2,3}$/, 'notInList')
    .optional(),
});

export const customer = defineStream<CustomerState>({
  name: 'customer',
  area: 'customers',
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
  }),
  evolve(state, event) {
    if (event.type === 'CustomerCreated') {
      const { addresses, documents } = state;
      return { ...state, ...event.data, addresses: evolveAddresses(addresses, event), documents: evolveDocuments(documents, event), stage: 'active' };
    }
    if (event.type.startsWith('CustomerDocument')) return { ...state, documents: evolveDocuments(state.documents, event) };
    if (event.type.startsWith('CustomerAddress')) return { ...state, addresses: evolveAddresses(state.addresses, event) };
    if (event.type === 'CustomerConsentChanged') return { ...state, consents: evolveConsents(state.consents, event) };
    if (event.type === 'CustomerDetailsUpdated') return { ...state, ...event.data };
    if (event.type === 'CustomerAgentAssigned') return { ...state, agentId: event.data.agentId };
    if (event.type === 'CustomerRouteChanged') return { ...state, routeId: event.data.routeId };
    if (event.type === 'CustomerRankChanged') return { ...state, rankId: event.data.rankId };
    return state;
  },
  visible: (state, viewer) => inPoos(viewer, state.pooId),
  commands: {
    assignAgent,
    changeRoute,
    changeRank,
    changeAddresses,
    giveConsent,
    withdrawConsent,
    addDocument,
    verifyDocument,
    updateDetails: command<CustomerState, z.output<typeof details>>({
      input: details,
      need: 'Masters/customerMasterV2:edit',
      versioned: true,
      decide(state, given, ctx) {
        if (given.dob && given.dob > ctx.today) return refuse('dateInFuture', 422, { label: 'field.dob' }, 'dob');
        const changed = Object.entries(given).filter(([field, value]) => value !== undefined && value !== state[field as keyof CustomerState]);
        return changed.length === 0 ? [] : [{ type: 'CustomerDetailsUpdated', data: Object.fromEntries(changed) }];
      },
    }),
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
  words: words({
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
      CustomerDocumentAdded: 'Document added',
      CustomerDocumentVerified: 'Document checked',
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
      'field.documentId': 'Document',
      'field.reason': 'Why not',
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
      CustomerDocumentAdded: 'Documento añadido',
      CustomerDocumentVerified: 'Documento revisado',
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
      'field.documentId': 'Documento',
      'field.reason': 'Por qué no',
      'consent.care': 'atención',
      'consent.calling': 'llamadas',
      'consent.dataProcessing': 'tratamiento de datos',
    },
  }),
});
