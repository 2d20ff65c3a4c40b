import { textIn, type Both, type Language } from '../../../core/translations.ts';

/** Names of the vitals and assays that the masters are delivered with. */
const names: readonly Both[] = [
  { en: 'Systolic blood pressure', es: 'Presión arterial sistólica' },
  { en: 'Diastolic blood pressure', es: 'Presión arterial diastólica' },
  { en: 'Pulse', es: 'Pulso' },
  { en: 'Respiratory rate', es: 'Frecuencia respiratoria' },
  { en: 'Oxygen saturation', es: 'Saturación de oxígeno' },
  { en: 'Temperature', es: 'Temperatura' },
  { en: 'Glucose, capillary', es: 'Glucosa capilar' },
  { en: 'Weight', es: 'Peso' },
  { en: 'Height', es: 'Talla' },
  { en: 'Waist', es: 'Perímetro de cintura' },
  { en: 'Body mass index', es: 'Índice de masa corporal' },
  { en: 'Pain', es: 'Dolor' },
  { en: 'HbA1c', es: 'HbA1c' },
  { en: 'Haemoglobin', es: 'Hemoglobina' },
  { en: 'Creatinine', es: 'Creatinina' },
  { en: 'Potassium', es: 'Potasio' },
  { en: 'Sodium', es: 'Sodio' },
  { en: 'Fasting glucose', es: 'Glucosa en ayunas' },
  { en: 'LDL cholesterol', es: 'Colesterol LDL' },
  { en: 'HDL cholesterol', es: 'Colesterol HDL' },
  { en: 'TSH', es: 'TSH' },
  { en: 'Urine albumin to creatinine', es: 'Albúmina/creatinina en orina' },
];
const byEnglish: ReadonlyMap<string, Both> = new Map(names.map((name) => [name.en, name]));

/** The name of a vital or assay in a language; one that an organisation named itself is shown as it is. */
export function clinicalName(name: string, language: Language): string {
  const known = byEnglish.get(name);
  return known ? textIn(known, language) : name;
}
