import { yesNo, number, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/** Vitals that a diagnosis or care tier requires, and how often. */
export const vitalsMapping = defineMaster({
  route: 'masters/vitalsmapping',
  kind: 'vitalsMapping',
  title: { en: 'Vitals mapping', es: 'Asignación de constantes vitales' },
  plain: true,
  fields: [
    reference('iDiagnosisId', { en: 'Diagnosis', es: 'Diagnóstico' }, 'diagnosis'),
    reference('iCareTierId', { en: 'Care tier', es: 'Nivel de atención' }, 'careTier'),
    reference('iVitalId', { en: 'Vital', es: 'Constante vital' }, 'vital', { required: true }),
    number('iEveryDays', { en: 'Every (days)', es: 'Cada (días)' }, { required: true, min: 1, max: 180 }),
    yesNo('bMandatory', { en: 'Mandatory', es: 'Obligatorio' }, { default: 0 }),
  ],
  unique: [
    {
      name: 'pair',
      field: 'iVitalId',
      keys: (fields) => [
        `${String(fields.iDiagnosisId ?? '')}|${String(fields.iCareTierId ?? '')}|${String(fields.iVitalId)}`,
      ],
    },
  ],
  rules: [
    (fields) =>
      (fields.iDiagnosisId == null) === (fields.iCareTierId == null)
        ? { code: 'oneOfTwo', field: 'iDiagnosisId' }
        : null,
  ],
  example: { iDiagnosisId: 1, iVitalId: 1, iEveryDays: 30, bMandatory: 1 },
});
