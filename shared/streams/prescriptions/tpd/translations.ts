import { translations } from '../../../core/translations.ts';
import { rxTranslations } from '../prescription/translations.ts';

const { en, es } = rxTranslations;

export const tpdTranslations = translations({
  en: {
    TpdPrescriptionReceived: 'Received from a partner',
    TpdPrescriptionMatched: 'Matched to a patient',
    TpdPrescriptionVerified: 'Verified: to the entry desk',
    TpdPrescriptionRejected: 'Rejected',
    TpdPrescriptionDuplicate: 'Marked as a duplicate',
    leaseLost: en.leaseLost,
    consentMissing: en.consentMissing,
    fileNotBrought: en.fileNotBrought,
    pageTwice: en.pageTwice,
    fileDuplicate: en.fileDuplicate,
    fileOfAnother: en.fileOfAnother,
    tpdOver: 'This prescription is decided already.',
    tpdPartnerInactive: '{{name}} is not active; nothing is taken from it.',
    tpdRefSeen: '{{name}} sent {{no}} already: {{ref}}.',
    tpdNoMatch: 'The phone number is none of this customer’s. Say why it is this patient.',
    tpdNotMatched: 'Choose the patient first.',
    'field.partner': 'Partner',
    'field.patientId': 'Patient',
    'field.prescribedOn': 'Date of the prescription',
  },
  es: {
    TpdPrescriptionReceived: 'Recibida de un socio',
    TpdPrescriptionMatched: 'Asignada a un paciente',
    TpdPrescriptionVerified: 'Verificada: a digitalización',
    TpdPrescriptionRejected: 'Rechazada',
    TpdPrescriptionDuplicate: 'Marcada como duplicada',
    leaseLost: es.leaseLost,
    consentMissing: es.consentMissing,
    fileNotBrought: es.fileNotBrought,
    pageTwice: es.pageTwice,
    fileDuplicate: es.fileDuplicate,
    fileOfAnother: es.fileOfAnother,
    tpdOver: 'Esta receta ya está decidida.',
    tpdPartnerInactive: '{{name}} no está activo; no se acepta nada de él.',
    tpdRefSeen: '{{name}} ya envió {{no}}: {{ref}}.',
    tpdNoMatch: 'El teléfono no es de este cliente. Indique por qué es este paciente.',
    tpdNotMatched: 'Elija antes el paciente.',
    'field.partner': 'Socio',
    'field.patientId': 'Paciente',
    'field.prescribedOn': 'Fecha de la receta',
  },
});
