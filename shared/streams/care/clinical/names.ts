import type { Language } from '../../../core/translations.ts';

/** Spanish names of the vitals and assays that the masters are delivered with, by their English ones. */
const spanish: ReadonlyMap<string, string> = new Map([
  ['Systolic blood pressure', 'Presión arterial sistólica'],
  ['Diastolic blood pressure', 'Presión arterial diastólica'],
  ['Pulse', 'Pulso'],
  ['Respiratory rate', 'Frecuencia respiratoria'],
  ['Oxygen saturation', 'Saturación de oxígeno'],
  ['Temperature', 'Temperatura'],
  ['Glucose, capillary', 'Glucosa capilar'],
  ['Weight', 'Peso'],
  ['Height', 'Talla'],
  ['Waist', 'Perímetro de cintura'],
  ['Body mass index', 'Índice de masa corporal'],
  ['Pain', 'Dolor'],
  ['HbA1c', 'HbA1c'],
  ['Haemoglobin', 'Hemoglobina'],
  ['Creatinine', 'Creatinina'],
  ['Potassium', 'Potasio'],
  ['Sodium', 'Sodio'],
  ['Fasting glucose', 'Glucosa en ayunas'],
  ['LDL cholesterol', 'Colesterol LDL'],
  ['HDL cholesterol', 'Colesterol HDL'],
  ['TSH', 'TSH'],
  ['Urine albumin to creatinine', 'Albúmina/creatinina en orina'],
]);

/** The name of a vital or assay in a language; one that an organisation named itself is shown as it is. */
export function clinicalName(name: string, language: Language): string {
  return (language === 'es' ? spanish.get(name) : undefined) ?? name;
}
