import { z } from 'zod';
import * as texts from '../core/texts.ts';
import { blankable, id, note } from '../core/fields.ts';
import { translations } from '../core/translations.ts';
import { defineForm } from '../families/form.ts';
import type { SignupCase } from '../feeds/signup-case.ts';
import {
  addressShape,
  applicantShape,
  consentChannels,
  consentKinds,
  consentVersion,
  documentKinds,
  documentSchema,
  draftParts,
  genders,
  impossibleAges,
  patientShape,
  relations,
} from '../streams/customers/signup/fields.ts';

const consent = z.object(
  {
    given: z.literal(true, { error: 'consentMissing' }),
    version: texts.token(),
    channel: z.enum(consentChannels, { error: 'required' }),
  },
  { error: 'consentMissing' },
);

export interface SignupFormValues {
  pooId: number | null;
  applicant: Record<keyof typeof applicantShape, string | number | null>;
  address: Record<keyof typeof addressShape, string | number | null>;
  patients: { name: string; relation: string; dob: string; gender: string; diagnoses: string[] }[];
  documents: { fileId: string; kind: string; name: string; mime: string }[];
  consents: Partial<
    Record<(typeof consentKinds)[number], { given: boolean; version: string; channel: string }>
  >;
  paymentRef: string | null;
  prescriptionWaiver: string | null;
}

export const emptyPatient: SignupFormValues['patients'][number] = {
  name: '',
  relation: '',
  dob: '',
  gender: '',
  diagnoses: [],
};

/** Restores the form's values after a verifier's question or a pause. */
function load(
  record: SignupCase,
  revealed: {
    phone: string | null;
    altPhone: string | null;
    email: string | null;
    addressLine: string | null;
    lat: number | null;
    lng: number | null;
  },
): SignupFormValues {
  const { applicant, address } = record;
  return {
    pooId: record.pooId,
    applicant: {
      name: applicant.name ?? '',
      phone: revealed.phone ?? '',
      altPhone: revealed.altPhone ?? '',
      email: revealed.email ?? '',
      dob: applicant.dob ?? '',
      gender: applicant.gender ?? '',
      religionId: applicant.religionId,
      secGrade: applicant.secGrade ?? '',
      language: applicant.language ?? 'en',
    },
    address: {
      line: revealed.addressLine ?? '',
      areaId: address.areaId,
      pincode: address.pincode ?? '',
      lat: revealed.lat,
      lng: revealed.lng,
    },
    patients:
      record.patients.length === 0
        ? [emptyPatient]
        : record.patients.map((one) => ({
            name: one.name ?? '',
            relation: one.relation ?? '',
            dob: one.dob ?? '',
            gender: one.gender ?? '',
            diagnoses: [...(one.diagnoses ?? [])],
          })),
    documents: record.documents.map((one) => ({ ...one })),
    consents: Object.fromEntries(
      Object.entries(record.consents).map(([kind, one]) => [
        kind,
        { given: one.given, version: one.version, channel: one.channel },
      ]),
    ),
    paymentRef: record.rest.paymentRef,
    prescriptionWaiver: record.rest.prescriptionWaiver,
  };
}

/**
 * Adds the current text version to consents, on paper by default, and copies the applicant's name to a
 * patient who is the applicant.
 */
function settle(values: SignupFormValues): SignupFormValues {
  const { name, dob, gender } = values.applicant;
  const patients = values.patients.map((one) =>
    one.relation === 'self' && one.name === '' && one.dob === '' && one.gender === ''
      ? { ...one, name: String(name ?? ''), dob: String(dob ?? ''), gender: String(gender ?? '') }
      : one,
  );
  const consents = Object.fromEntries(
    Object.entries(values.consents).map(([kind, one]) => [
      kind,
      { given: one.given ?? false, version: one.version || consentVersion, channel: one.channel || 'paper' },
    ]),
  );
  return { ...values, patients, consents };
}

/** The sign-up form, in five steps; the draft is stored on the server. */
export const customerSignup = defineForm<SignupFormValues>({
  name: 'customer-signup',
  route: '/outBound/customerSingup',
  group: 'Out Bound',
  entity: 'customerSingup',
  guard: 'entity',
  subject: 'signup',
  submit: 'submit',
  begin: ({ pooId }) => ({ pooId }),
  empty: {
    pooId: null,
    applicant: {
      name: '',
      phone: '',
      altPhone: '',
      email: '',
      dob: '',
      gender: '',
      religionId: null,
      secGrade: '',
      language: 'en',
    },
    address: { line: '', areaId: null, pincode: '', lat: null, lng: null },
    patients: [emptyPatient],
    documents: [],
    consents: {},
    paymentRef: null,
    prescriptionWaiver: null,
  },
  keep: {
    create: 'start',
    save: 'save',
    reveal: 'reveal',
    resubmit: { command: 'resubmit', stages: ['infoRequested'] },
    schema: z.object(draftParts),
    list: {
      path: '/customer/api/v2/signup',
      query: 'vStatus',
      stages: ['draft', 'infoRequested'],
      name: 'vCustFname',
    },
    record: 'case/signup',
    load,
    fixed: ['pooId'],
  },
  settle,
  check: (values, today) =>
    impossibleAges(
      {
        applicant: { dob: String(values.applicant.dob ?? '') || null },
        patients: values.patients.map(({ dob }) => ({ dob: dob || null })),
      },
      today,
    ).map((field) => ({ code: 'ageInvalid', field, details: {} })),
  steps: [
    {
      name: 'applicant',
      fields: [
        { name: 'pooId', kind: 'place', required: true },
        { name: 'applicant.name', kind: 'text', required: true, max: 100 },
        { name: 'applicant.phone', kind: 'phone', required: true },
        { name: 'applicant.altPhone', kind: 'phone' },
        { name: 'applicant.email', kind: 'email', max: 100 },
        { name: 'applicant.dob', kind: 'date', until: 'today' },
        { name: 'applicant.gender', kind: 'choice', options: genders },
        { name: 'applicant.secGrade', kind: 'text', max: 2 },
        { name: 'applicant.language', kind: 'language', required: true },
      ],
      schema: z.object({ pooId: id(), applicant: z.object(applicantShape) }),
    },
    {
      name: 'address',
      fields: [
        { name: 'address.line', kind: 'paragraph', required: true, max: 200 },
        { name: 'address.pincode', kind: 'text', required: true, max: 6 },
      ],
      schema: z.object({ address: z.object(addressShape) }),
    },
    {
      name: 'patients',
      list: { path: 'patients', min: 1, max: 8 },
      fields: [
        { name: 'name', kind: 'text', required: true, max: 100 },
        { name: 'relation', kind: 'choice', required: true, options: relations },
        { name: 'dob', kind: 'date', until: 'today', required: true },
        { name: 'gender', kind: 'choice', required: true, options: genders },
        { name: 'diagnoses', kind: 'tags', max: 10 },
      ],
      schema: z.object({
        patients: z.array(z.object(patientShape)).min(1, 'required').max(8, 'tooManyItems'),
      }),
    },
    {
      name: 'documents',
      fields: [
        { name: 'documents', kind: 'files', max: 20, options: documentKinds },
        { name: 'prescriptionWaiver', kind: 'paragraph', max: 200 },
        { name: 'paymentRef', kind: 'text', max: 40 },
      ],
      schema: z.object({
        documents: z.array(documentSchema).max(20, 'tooManyItems'),
        prescriptionWaiver: blankable(note(200, 5)),
      }),
    },
    {
      name: 'consents',
      fields: consentKinds.flatMap((kind) => [
        { name: `consents.${kind}.given`, kind: 'yesNo', required: true } as const,
        {
          name: `consents.${kind}.channel`,
          kind: 'choice',
          required: true,
          options: consentChannels,
        } as const,
      ]),
      schema: z.object({
        consents: z.object(
          { care: consent, calling: consent, dataProcessing: consent },
          { error: 'consentMissing' },
        ),
      }),
    },
  ],
  translations: translations({
    en: {
      title: 'Customer sign-up',
      'step.applicant': 'Applicant',
      'step.address': 'Address',
      'step.patients': 'Patients',
      'step.documents': 'Documents',
      'step.consents': 'Consents',
      'field.pooId': 'Place of operation',
      'field.applicant.name': 'Name',
      'field.applicant.phone': 'Phone',
      'field.applicant.altPhone': 'Other phone',
      'field.applicant.email': 'E-mail',
      'field.applicant.dob': 'Date of birth',
      'field.applicant.gender': 'Gender',
      'field.applicant.secGrade': 'Socio-economic grade',
      'field.applicant.language': 'Language',
      'field.address.line': 'Address',
      'field.address.pincode': 'Pincode',
      'field.name': 'Patient’s name',
      'field.relation': 'Relation',
      'field.dob': 'Date of birth',
      'field.gender': 'Gender',
      'field.diagnoses': 'Diagnoses',
      'field.documents': 'Documents',
      'field.prescriptionWaiver': 'Reason for missing prescription',
      'field.paymentRef': 'Payment reference',
      'field.consents.care.given': 'Consent to care',
      'field.consents.care.channel': 'How it was given',
      'field.consents.calling.given': 'Consent to be called',
      'field.consents.calling.channel': 'How it was given',
      'field.consents.dataProcessing.given': 'Consent to data processing',
      'field.consents.dataProcessing.channel': 'How it was given',
      'option.gender.male': 'Male',
      'option.gender.female': 'Female',
      'option.gender.other': 'Other',
      'option.relation.self': 'Self',
      'option.relation.spouse': 'Spouse',
      'option.relation.parent': 'Parent',
      'option.relation.child': 'Child',
      'option.relation.sibling': 'Sibling',
      'option.relation.other': 'Other',
      'option.documents.identity': 'Identity',
      'option.documents.address': 'Proof of address',
      'option.documents.prescription': 'Prescription',
      'option.documents.photo': 'Photo',
      'option.documents.other': 'Other',
      'option.channel.paper': 'On paper',
      'option.channel.phone': 'By phone',
      'option.channel.app': 'In the app',
      'option.channel.outside': 'In another system',
      'stage.draft': 'Draft',
      'stage.infoRequested': 'Question from verifier',
      'action.create': 'New case',
      'action.save': 'Save draft',
      'action.submit': 'Submit',
      'action.resubmit': 'Submit again',
      'action.sendOtp': 'Send code',
      'action.verifyOtp': 'Check code',
      'entry.patients': 'Patient {{n}}',
      'action.addPatient': 'Add patient',
      'action.removePatient': 'Remove patient',
      'action.reveal': 'Reveal personal data',
      'field.code': 'Code from the message',
      'field.answer': 'Answer to the question',
      consentMissing: 'This consent is needed.',
      saved: 'Saved at {{time}}',
      requested: 'Asked by the verifier: {{text}}',
      phoneProven: 'Phone verified',
      draftRestored: 'Your draft was restored.',
    },
    es: {
      title: 'Alta de cliente',
      'step.applicant': 'Solicitante',
      'step.address': 'Dirección',
      'step.patients': 'Pacientes',
      'step.documents': 'Documentos',
      'step.consents': 'Consentimientos',
      'field.pooId': 'Lugar de operación',
      'field.applicant.name': 'Nombre',
      'field.applicant.phone': 'Teléfono',
      'field.applicant.altPhone': 'Otro teléfono',
      'field.applicant.email': 'Correo electrónico',
      'field.applicant.dob': 'Fecha de nacimiento',
      'field.applicant.gender': 'Sexo',
      'field.applicant.secGrade': 'Grado socioeconómico',
      'field.applicant.language': 'Idioma',
      'field.address.line': 'Dirección',
      'field.address.pincode': 'Código postal',
      'field.name': 'Nombre del paciente',
      'field.relation': 'Parentesco',
      'field.dob': 'Fecha de nacimiento',
      'field.gender': 'Sexo',
      'field.diagnoses': 'Diagnósticos',
      'field.documents': 'Documentos',
      'field.prescriptionWaiver': 'Motivo de que falte la receta',
      'field.paymentRef': 'Referencia de pago',
      'field.consents.care.given': 'Consentimiento de atención',
      'field.consents.care.channel': 'Cómo se dio',
      'field.consents.calling.given': 'Consentimiento de llamadas',
      'field.consents.calling.channel': 'Cómo se dio',
      'field.consents.dataProcessing.given': 'Consentimiento de tratamiento de datos',
      'field.consents.dataProcessing.channel': 'Cómo se dio',
      'option.gender.male': 'Hombre',
      'option.gender.female': 'Mujer',
      'option.gender.other': 'Otro',
      'option.relation.self': 'Titular',
      'option.relation.spouse': 'Cónyuge',
      'option.relation.parent': 'Padre o madre',
      'option.relation.child': 'Hijo o hija',
      'option.relation.sibling': 'Hermano o hermana',
      'option.relation.other': 'Otro',
      'option.documents.identity': 'Identidad',
      'option.documents.address': 'Comprobante de domicilio',
      'option.documents.prescription': 'Receta',
      'option.documents.photo': 'Foto',
      'option.documents.other': 'Otro',
      'option.channel.paper': 'En papel',
      'option.channel.phone': 'Por teléfono',
      'option.channel.app': 'En la aplicación',
      'option.channel.outside': 'En otro sistema',
      'stage.draft': 'Borrador',
      'stage.infoRequested': 'Pregunta del verificador',
      'action.create': 'Caso nuevo',
      'action.save': 'Guardar borrador',
      'action.submit': 'Enviar',
      'action.resubmit': 'Enviar de nuevo',
      'action.sendOtp': 'Enviar código',
      'action.verifyOtp': 'Comprobar código',
      'entry.patients': 'Paciente {{n}}',
      'action.addPatient': 'Añadir paciente',
      'action.removePatient': 'Quitar paciente',
      'action.reveal': 'Mostrar datos personales',
      'field.code': 'Código del mensaje',
      'field.answer': 'Respuesta a la pregunta',
      consentMissing: 'Este consentimiento es necesario.',
      saved: 'Guardado a las {{time}}',
      requested: 'Pregunta del verificador: {{text}}',
      phoneProven: 'Teléfono verificado',
      draftRestored: 'Se recuperó su borrador.',
    },
  }),
});
