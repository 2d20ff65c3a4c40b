/** Units by their UCUM code, and how people spell them. Spellings are compared without case and spaces. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'mm[Hg]': ['mmhg'],
  kPa: ['kpa'],
  '/min': ['bpm', 'permin', 'min-1'],
  '%': ['percent'],
  Cel: ['c', '°c', 'degc', 'celsius'],
  '[degF]': ['f', '°f', 'degf', 'fahrenheit'],
  'mg/dL': ['mgs/dl', 'mg%'],
  'mmol/L': ['mmol/l'],
  'umol/L': ['µmol/l', 'μmol/l', 'micromol/l'],
  'mmol/mol': ['mmol/mol'],
  'g/dL': ['gm/dl', 'gms/dl', 'g%'],
  'g/L': ['gm/l'],
  'meq/L': ['meq/l'],
  kg: ['kgs', 'kilogram'],
  '[lb_av]': ['lb', 'lbs', 'pound'],
  cm: ['cms', 'centimetre'],
  m: ['metre', 'meter'],
  '[in_i]': ['in', 'inch', 'inches'],
  'kg/m2': ['kg/m²'],
  '{score}': ['score'],
  'm[IU]/L': ['miu/l', 'µiu/ml', 'uiu/ml', 'mu/l'],
  'mg/g': ['mg/gcr'],
};

const plain = (text: string): string => text.replace(/\s+/g, '').toLowerCase();
const byName = new Map(
  Object.entries(spellings).flatMap(([ucum, names]) =>
    [ucum, ...names].map((name) => [plain(name), ucum] as const),
  ),
);

/** The UCUM code of a unit as somebody wrote it; what is not known stays as it was written. */
export function ucumOf(written: string): string {
  return byName.get(plain(written)) ?? written.trim();
}

const shown: Readonly<Record<string, string>> = {
  'mm[Hg]': 'mmHg',
  Cel: '°C',
  '[degF]': '°F',
  'umol/L': 'µmol/L',
  '[lb_av]': 'lb',
  '[in_i]': 'in',
  'kg/m2': 'kg/m²',
  '{score}': '',
  'm[IU]/L': 'mIU/L',
};

/** A unit as people read it; UCUM is for machines. */
export const unitText = (ucum: string): string => shown[ucum] ?? ucum;

/** `value * factor + offset` brings a value of one unit to the other. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly offset?: number;
  /** Only of these LOINC codes: what a mole weighs differs from substance to substance. */
  readonly loinc?: readonly string[];
  /** Nobody gives it so by mistake. */
  readonly rare?: true;
}

const glucose = ['41653-7', '1558-6', '2345-7', '1521-4'];
const cholesterol = ['2093-3', '2085-9', '13457-7', '2089-1'];

const steps: readonly Step[] = [
  { from: '[degF]', to: 'Cel', factor: 5 / 9, offset: -160 / 9 },
  { from: '[lb_av]', to: 'kg', factor: 0.45359237 },
  { from: '[in_i]', to: 'cm', factor: 2.54 },
  { from: 'm', to: 'cm', factor: 100 },
  { from: 'kPa', to: 'mm[Hg]', factor: 7.500617, rare: true },
  { from: 'g/L', to: 'g/dL', factor: 0.1 },
  { from: 'meq/L', to: 'mmol/L', factor: 1, loinc: ['2823-3', '2951-2'] },
  { from: 'mmol/L', to: 'mg/dL', factor: 18.016, loinc: glucose },
  { from: 'mmol/L', to: 'mg/dL', factor: 38.67, loinc: cholesterol },
  { from: 'mmol/L', to: 'mg/dL', factor: 88.57, loinc: ['2571-8'] },
  { from: 'umol/L', to: 'mg/dL', factor: 1 / 88.42, loinc: ['2160-0'] },
  { from: 'mmol/mol', to: '%', factor: 0.0915, offset: 2.15, loinc: ['4548-4'] },
];

function stepOf(loinc: string, from: string, to: string): Step | undefined {
  return steps.find(
    (one) => one.from === from && one.to === to && (one.loinc === undefined || one.loinc.includes(loinc)),
  );
}

/** A value in the unit asked for; null where nobody can convert between the two. Units are UCUM codes. */
export function convert(loinc: string, value: number, from: string, to: string): number | null {
  if (from === to) return value;
  const step = stepOf(loinc, from, to);
  return step ? value * step.factor + (step.offset ?? 0) : null;
}

/** Units besides its own in which a value may be given. */
export function unitsFor(loinc: string, unit: string): readonly string[] {
  return [
    unit,
    ...steps
      .filter((one) => one.to === unit && (one.loinc === undefined || one.loinc.includes(loinc)))
      .map(({ from }) => from),
  ];
}

/** Units that are easily taken for its own: what an impossible value may have been meant in. */
export function confusedWith(loinc: string, unit: string): readonly string[] {
  return unitsFor(loinc, unit).filter((from) => from === unit || stepOf(loinc, from, unit)?.rare !== true);
}

export function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round((value + Number.EPSILON) * factor) / factor;
}
