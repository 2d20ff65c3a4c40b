/** The ten sections of a month's assessment, by the specification's names. */
export const sections = [
  'healthrewind',
  'noteonvitals',
  'clinicalobservation',
  'therapyadherence',
  'goalscheck',
  'keepthisup',
  'thisneedswork',
  'watchoutfor',
  'lifestyletips',
  'recommendationdetails',
] as const;
export type Section = (typeof sections)[number];

export const sectionMost = 2_000;

/** Types of care kit, by the specification's numbers; 4 and 5 are none. */
export const kitTypes = [1, 2, 3, 6, 7, 8] as const;
export type KitType = (typeof kitTypes)[number];
export const isKitType = (id: number): id is KitType => kitTypes.some((one) => one === id);

const has = (diagnoses: readonly string[], part: RegExp): boolean =>
  diagnoses.some((name) => part.test(name));

/** The kit that a patient's active diagnoses ask for. */
export function kitFor(diagnoses: readonly string[]): KitType {
  const diabetes = has(diagnoses, /diabet/i);
  const pressure = has(diagnoses, /hypertension/i);
  if (diabetes && pressure) return 3;
  if (has(diagnoses, /cardiac|heart|coronary|angina|infarct/i)) return 6;
  if (diabetes) return 1;
  if (pressure) return 2;
  return has(diagnoses, /thyroid/i) ? 7 : 8;
}
