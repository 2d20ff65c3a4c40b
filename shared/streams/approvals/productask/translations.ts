import { translations } from '../../../core/translations.ts';

export const productAskTranslations = translations({
  en: {
    noLongerNeeded: 'Nothing to do any more.',
    ProductDecisionAsked: 'Sent for approval',
    ProductDecisionLinked: 'Request opened',
    ProductDecisionGranted: 'Approved',
    ProductDecisionRefused: 'Closed',
    ProductDecisionApplied: 'Applied',
    ProductDecisionFailed: 'Could not be applied',
    ProductDecisionOvertaken: 'Changed meanwhile',
  },
  es: {
    noLongerNeeded: 'Ya no hay nada que hacer.',
    ProductDecisionAsked: 'Enviada a aprobación',
    ProductDecisionLinked: 'Solicitud abierta',
    ProductDecisionGranted: 'Aprobada',
    ProductDecisionRefused: 'Cerrada',
    ProductDecisionApplied: 'Aplicada',
    ProductDecisionFailed: 'No se pudo aplicar',
    ProductDecisionOvertaken: 'Cambiada entretanto',
  },
});
