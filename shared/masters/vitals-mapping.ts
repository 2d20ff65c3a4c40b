import { flag, integer, reference } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';

/** Which vitals a diagnosis or a care tier asks for, and how often. */
export const vitalsMapping = defineMaster({
  route: 'masters/vitalsmapping',
  kind: 'vitalsMapping',
  title: ['Vitals mapping', 'Asignación de signos vitales'],
  plain: true,
  fields: [
    reference('iDiagnosisId', ['Diagnosis', 'Diagnóstico'], 'diagnosis'),
    reference('iCareTierId', ['Care tier', 'Nivel de atención'], 'careTier'),
    reference('iVitalId', ['Vital', 'Signo vital'], 'vital', { required: true }),
    integer('iEveryDays', ['Every (days)', 'Cada (días)'], { required: true, min: 1, max: 180 }),
    flag('bMandatory', ['Mandatory', 'Obligatorio'], { default: 0 }),
  ],
  unique: [
    {
      name: 'pair',
      field: 'iVitalId',
      keys: (fields) => [`${String(fields.iDiagnosisId ?? '')}|${String(fields.iCareTierId ?? '')}|${String(fields.iVitalId)}`],
    },
  ],
  rules: [(fields) => ((fields.iDiagnosisId == null) === (fields.iCareTierId == null) ? { code: 'oneOfTwo', field: 'iDiagnosisId' } : null)],
  example: { iDiagnosisId: 1, iVitalId: 1, iEveryDays: 30, bMandatory: 1 },
});
