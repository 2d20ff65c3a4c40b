/** What the rules know of a vital by its LOINC code; everything else is said by its master. */
export const loinc = {
  systolic: '8480-6',
  diastolic: '8462-4',
  pulse: '8867-4',
  respiration: '9279-1',
  spo2: '59408-5',
  temperature: '8310-5',
  glucose: '41653-7',
  weight: '29463-7',
  height: '8302-2',
  waist: '8280-0',
  bmi: '39156-5',
  pain: '72514-3',
} as const;

export const bloodPressurePanel = '85354-9';

/** The UCUM unit in which each is kept. */
export const unitOf: Readonly<Record<string, string>> = {
  [loinc.systolic]: 'mm[Hg]',
  [loinc.diastolic]: 'mm[Hg]',
  [loinc.pulse]: '/min',
  [loinc.respiration]: '/min',
  [loinc.spo2]: '%',
  [loinc.temperature]: 'Cel',
  [loinc.glucose]: 'mg/dL',
  [loinc.weight]: 'kg',
  [loinc.height]: 'cm',
  [loinc.waist]: 'cm',
  [loinc.bmi]: 'kg/m2',
  [loinc.pain]: '{score}',
};

export const contexts = ['fasting', 'postMeal', 'random', 'resting'] as const;
export type VitalContext = (typeof contexts)[number];
export const sources = ['visit', 'phoneReported', 'device', 'lab', 'digitized'] as const;
export type VitalSource = (typeof sources)[number];
export const positions = ['sitting', 'standing', 'lying'] as const;
export type Position = (typeof positions)[number];

/** Glucose before breakfast has a narrower range than at any other time. */
export const fastingHigh: Readonly<Record<string, number>> = { [loinc.glucose]: 99 };

/** A weight that changed by more than this share within so many days cannot wait. */
export const weightChange = { share: 0.05, days: 30 } as const;
/** Two readings of one vital by one person within this time are meant, or were typed twice. */
export const twiceMs = 2 * 60_000;
/** A reading is noted within so many days, unless it comes from paper. */
export const oldestDays = 30;
