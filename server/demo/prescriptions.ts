import { addDays, businessDay, yearOf } from '#shared/core/day.ts';
import { isSampled } from '#shared/streams/prescriptions/checks/risk.ts';
import { doseText, readDose, unitsOf } from '#shared/streams/prescriptions/prescription/dose.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sha256Of, type SampleFile } from './sample-files.ts';
import { samplePdf } from './sample-pdf.ts';

const minute = 60_000;
export const firstPrescription = 501;
const [digitizer, checker, checker2, doctor] = [121, 122, 123, 141];

interface Medicine {
  /** Of the master `product`, or of the master `molecule` where no product of it is stocked. */
  readonly product?: number;
  readonly molecule?: readonly [id: number, strength: number, unit: string, form: string];
  readonly written: string;
  readonly form: string;
  readonly h1?: true;
  readonly route?: string;
}
const medicines = {
  paracetamol: { product: 1, written: 'Tab Paracet-ZD 650', form: 'TAB' },
  aceclofenac: { product: 2, written: 'Tab Aceclo-ZD P', form: 'TAB' },
  metformin: { product: 3, written: 'Tab Metfor-ZD SR 500', form: 'TAB' },
  sitagliptin: { product: 5, written: 'Tab Sitag-ZD 100', form: 'TAB' },
  glargine: { product: 6, written: 'Inj Insul-ZD Glargine', form: 'INJ', route: 'subcutaneous' },
  telmisartan: { product: 7, written: 'Tab Telmi-ZD 40', form: 'TAB' },
  telmisartanAmlodipine: { product: 8, written: 'Tab Telmi-ZD AM', form: 'TAB' },
  amlodipine: { product: 9, written: 'Tab Amlo-ZD 5', form: 'TAB' },
  atorvastatin: { product: 10, written: 'Tab Atorva-ZD 10', form: 'TAB' },
  pantoprazole: { product: 11, written: 'Tab Panto-ZD 40', form: 'TAB' },
  cefixime: { product: 12, written: 'Tab Cefix-ZD 200', form: 'TAB', h1: true },
  levofloxacin: { product: 13, written: 'Tab Levoflox-ZD 500', form: 'TAB', h1: true },
  alprazolam: { product: 14, written: 'Tab Alpra-ZD 0.25', form: 'TAB', h1: true },
  azithromycin: { product: 15, written: 'Tab Azi-ZD 500', form: 'TAB' },
  amoxicillin: { molecule: [21, 500, 'mg', 'CAP'], written: 'Cap Amoxicillin 500 mg', form: 'CAP' },
  levothyroxine: { molecule: [10, 50, 'mcg', 'TAB'], written: 'Tab Thyroxine 50 mcg', form: 'TAB' },
} as const satisfies Readonly<Record<string, Medicine>>;

type Line = readonly [name: keyof typeof medicines, dose: string, days: number];
type Goal =
  | 'pending'
  | 'second'
  | 'differ'
  | 'check'
  | 'sentBack'
  | 'approved'
  | 'rejected'
  | 'clarify'
  | 'askDoctor'
  | 'doctorAnswered';

interface Story {
  readonly goal: Goal;
  readonly diagnosis: string;
  readonly lines: readonly Line[];
  readonly acute?: true;
  /** Days before today on which it was written. */
  readonly written?: number;
  readonly unsigned?: true;
}

/**
 * Prescriptions that arrive at the desk on the demo's day, oldest first; the first ones have the numbers that
 * the tests rely on.
 */
const stories: readonly Story[] = [
  {
    goal: 'check',
    // Its patient is allergic to penicillin: see `allergicToPenicillin`.
    diagnosis: 'Sore throat',
    lines: [
      ['amoxicillin', '1-0-1-1', 5],
      ['paracetamol', '1-1-0-1', 3],
    ],
    acute: true,
    written: 1,
  },
  { goal: 'check', diagnosis: 'Type 2 diabetes', lines: [['metformin', '1-0-0-1', 30]], written: 31 },
  {
    goal: 'check',
    diagnosis: 'Type 2 diabetes',
    lines: [
      ['metformin', '1-0-0-1', 30],
      ['sitagliptin', '1-0-0-0', 30],
      ['atorvastatin', '0-0-0-1', 30],
    ],
    written: 3,
  },
  {
    goal: 'approved',
    diagnosis: 'Hypertension',
    lines: [
      ['telmisartanAmlodipine', '1-0-0-0', 30],
      ['atorvastatin', '0-0-0-1', 30],
    ],
    written: 2,
  },
  {
    goal: 'approved',
    diagnosis: 'Type 2 diabetes',
    lines: [
      ['metformin', '1-0-0-1', 30],
      ['glargine', '0-0-0-1', 30],
    ],
    written: 1,
  },
  { goal: 'approved', diagnosis: 'Hypothyroidism', lines: [['levothyroxine', '1-0-0-0', 90]], written: 6 },
  {
    goal: 'approved',
    diagnosis: 'Urinary tract infection',
    lines: [
      ['cefixime', '1-0-0-1', 5],
      ['paracetamol', 'SOS 2', 3],
    ],
    acute: true,
    written: 0,
  },
  { goal: 'rejected', diagnosis: 'Hypertension', lines: [] },
  {
    goal: 'approved',
    diagnosis: 'Coronary artery disease',
    lines: [
      ['atorvastatin', '0-0-0-1', 30],
      ['telmisartan', '1-0-0-0', 30],
      ['pantoprazole', '1-0-0-0', 30],
    ],
    written: 4,
  },
  {
    goal: 'approved',
    diagnosis: 'Chronic kidney disease',
    lines: [['amlodipine', '1-0-0-0', 30]],
    written: 5,
  },
  {
    goal: 'sentBack',
    diagnosis: 'Osteoarthritis',
    lines: [
      ['aceclofenac', '1-0-0-1', 7],
      ['pantoprazole', '1-0-0-0', 7],
    ],
    acute: true,
    written: 1,
  },
  {
    goal: 'differ',
    diagnosis: 'Respiratory infection',
    lines: [['levofloxacin', '1-0-0-0', 5]],
    acute: true,
    written: 0,
  },
  {
    goal: 'check',
    diagnosis: 'Osteoarthritis',
    lines: [
      ['aceclofenac', '1-0-0-1', 5],
      ['telmisartan', '1-0-0-0', 30],
    ],
    written: 2,
  },
  { goal: 'second', diagnosis: 'Anxiety', lines: [['alprazolam', '0-0-0-1', 10]], acute: true, written: 1 },
  { goal: 'clarify', diagnosis: 'Dyslipidaemia', lines: [] },
  {
    goal: 'check',
    diagnosis: 'Fever',
    lines: [['paracetamol', '1-1-1-1', 5]],
    acute: true,
    written: 0,
    unsigned: true,
  },
  {
    goal: 'second',
    diagnosis: 'Urinary tract infection',
    lines: [['cefixime', '1-0-0-1', 7]],
    acute: true,
    written: 0,
  },
  { goal: 'sentBack', diagnosis: 'Type 2 diabetes', lines: [['metformin', '1-1-0-1', 30]], written: 8 },
  {
    goal: 'pending',
    diagnosis: 'Hypertension',
    lines: [
      ['amlodipine', '1-0-0-0', 30],
      ['telmisartan', '1-0-0-0', 30],
    ],
    written: 3,
  },
  {
    goal: 'pending',
    diagnosis: 'Type 2 diabetes',
    lines: [
      ['metformin', '1-0-0-1', 30],
      ['glargine', '0-0-0-1', 30],
    ],
    written: 2,
  },
  {
    goal: 'pending',
    diagnosis: 'Fever',
    lines: [
      ['paracetamol', '1-1-0-1', 3],
      ['azithromycin', '1-0-0-0', 3],
    ],
    acute: true,
    written: 0,
  },
  { goal: 'pending', diagnosis: 'Dyslipidaemia', lines: [['atorvastatin', '0-0-0-1', 30]], written: 6 },
  { goal: 'pending', diagnosis: 'Anxiety', lines: [['alprazolam', '0-0-0-1', 10]], acute: true, written: 0 },
  { goal: 'pending', diagnosis: 'Hypothyroidism', lines: [['levothyroxine', '1-0-0-0', 60]], written: 1 },
  {
    goal: 'pending',
    diagnosis: 'Coronary artery disease',
    lines: [
      ['atorvastatin', '0-0-0-1', 30],
      ['pantoprazole', '1-0-0-0', 30],
    ],
    written: 0,
  },
  // The shop supplies it today, and enters it in its register.
  {
    goal: 'approved',
    diagnosis: 'Urinary tract infection',
    lines: [['cefixime', '1-0-0-1', 5]],
    acute: true,
    written: 0,
  },
  // A doctor is asked about the last two.
  { goal: 'doctorAnswered', diagnosis: 'Hypertension', lines: [] },
  { goal: 'askDoctor', diagnosis: 'Type 2 diabetes', lines: [] },
];
const askedOfDoctor = 2;
/** Patients without a prescription at the desk. */
const earlier = 12;

const doctors = [
  { doctorId: 1, name: 'Dr. Kavitha Rao', address: 'City Hospital, 1 Main Road, Bengaluru' },
  { doctorId: 3, name: 'Dr. Lakshmi Krishnan', address: 'City Clinic, 11th Main, Jayanagar' },
] as const;

interface Patient {
  readonly patientId: number;
  readonly customerId: number;
  readonly name: string;
}

/**
 * Patients of the Bengaluru places whose customer is active; the later ones, so that documents and visits
 * keep theirs.
 */
export function patientsOf(customers: readonly DemoCommand[]): Patient[] {
  const gone = new Set(customers.flatMap(({ stream, input }) => (input['exited'] === true ? [stream] : [])));
  const here = new Set(
    customers.flatMap(({ stream, input }) =>
      stream.startsWith('customer-') && [1, 2, 3, 4].includes(Number(input['pooId'])) && !gone.has(stream)
        ? [stream]
        : [],
    ),
  );
  return customers
    .filter(
      ({ stream, input }) =>
        stream.startsWith('patient-') && here.has(`customer-${String(input['customerId'])}`),
    )
    .map(({ stream, input }) => ({
      patientId: Number(stream.slice('patient-'.length)),
      customerId: Number(input['customerId']),
      name: String(input['name']),
    }));
}

interface Told extends Story, Patient {
  readonly id: number;
  readonly session: number;
  readonly at: number;
  readonly file: SampleFile;
}

function pageOf(story: Story, patient: Patient, day: string, n: number): Buffer {
  const doctor = doctors[n % doctors.length]!;
  return samplePdf([
    [
      doctor.name,
      doctor.address,
      '',
      `Date ${day.slice(8)}-${day.slice(5, 7)}-${yearOf(day)}`,
      `Patient: ${patient.name}`,
      `Diagnosis: ${story.diagnosis}`,
      '',
      'Rx',
      ...story.lines.map(
        ([name, dose, days], at) =>
          `${at + 1}. ${medicines[name].written}   ${doseText(readDose(dose)!).replaceAll('½', '1/2').replace('≤', 'up to').replace('×', 'x')}   ${days} days`,
      ),
      ...(story.lines.length === 0 ? ['(nothing here can be read)'] : []),
      '',
      story.unsigned ? '' : `Signed: ${doctor.name}`,
    ],
  ]);
}

/** Every story with its patient, its numbers, its arrival and its page. */
function emitted(now: number, customers: readonly DemoCommand[]): Told[] {
  const patients = patientsOf(customers).slice(earlier);
  const today = businessDay(now);
  return stories.map((story, n) => {
    const patient = patients[n % patients.length]!;
    const id = firstPrescription + n;
    const session = n + 1;
    const at = now - (330 - n * 11) * minute;
    const day = addDays(today, -(story.written ?? 0));
    const bytes = pageOf(story, patient, day, n);
    const file: SampleFile = {
      id: sampleFileId('prescription page', id),
      name: 'prescription SAMPLE.pdf',
      mime: 'application/pdf',
      bytes,
      by: digitizer,
      for: `prescriptionuploadsession-${session}`,
      at,
    };
    return { ...story, ...patient, id, session, at, file };
  });
}

/** The patient of the first prescription, which gives amoxicillin. */
export const allergicToPenicillin = (customers: readonly DemoCommand[]): number =>
  patientsOf(customers)[earlier]!.patientId;

/** The approved prescription of the Schedule H1 drug that the first shop supplies, and its patient. */
export function suppliedH1(customers: readonly DemoCommand[]): {
  readonly rxId: number;
  readonly customerId: number;
} {
  const patients = patientsOf(customers).slice(earlier);
  const n = stories.length - askedOfDoctor - 1;
  return { rxId: firstPrescription + n, customerId: patients[n % patients.length]!.customerId };
}

/** The pages behind the demo's prescriptions. */
export const prescriptionFiles = (now: number, customers: readonly DemoCommand[]): SampleFile[] =>
  emitted(now, customers).map(({ file }) => file);

const lineTop = 0.344;
const lineOf = (one: Told, at: number, change: { readonly days?: number } = {}): Record<string, unknown> => {
  const [name, typed, days] = one.lines[at]!;
  const medicine: Medicine = medicines[name];
  const dose = readDose(typed)!;
  const long = change.days ?? days;
  const [moleculeId = null, strength = null, unit = null, form = null] = medicine.molecule ?? [];
  return {
    no: at + 1,
    written: `${medicine.written} ${doseText(dose)}`,
    productId: medicine.product ?? null,
    moleculeId,
    strength,
    unit,
    form,
    dose,
    route: medicine.route ?? 'oral',
    food: 'after',
    days: long,
    qty: unitsOf(dose, long, medicine.form) ?? 1,
    qtyReason: null,
    unsure: false,
    region: { fileId: one.file.id, page: 1, x: 0.08, y: lineTop + at * 0.0262, w: 0.72, h: 0.026 },
  };
};

function headerOf(one: Told, now: number): Record<string, unknown> {
  const { doctorId, name, address } = doctors[(one.id - firstPrescription) % doctors.length]!;
  return {
    writtenOn: addDays(businessDay(now), -(one.written ?? 0)),
    prescriber: { doctorId, name, regNo: null, address },
    patientAsWritten: one.name,
    diagnosis: one.diagnosis,
    signature: one.unsigned !== true,
    legible: true,
    caseType: one.acute ? 'acute' : 'chronic',
    repeats: one.acute ? 0 : 2,
    nextReviewOn: null,
  };
}

/** Whether the page is read twice, by the same rule as the desk's. */
const isRisky = (one: Told): boolean =>
  one.lines.some(([name]) => 'h1' in medicines[name] || name === 'glargine') || isSampled(one.id);
const repeated = (one: Told): number[] => {
  const risky = one.lines.flatMap(([name], at) =>
    'h1' in medicines[name] || name === 'glargine' ? [at] : [],
  );
  return risky.length > 0 ? risky : [0];
};

function uploaded(one: Told): DemoCommand[] {
  const stream = `prescriptionuploadsession-${one.session}`;
  const { id, name, mime, bytes } = one.file;
  const sha256 = sha256Of(bytes);
  const order = (after: number, command: string, input: DemoCommand['input']): DemoCommand => ({
    at: one.at + after,
    as: digitizer,
    stream,
    command,
    input,
  });
  return [
    {
      at: one.at,
      as: digitizer,
      stream: 'prescriptionuploadsession-new',
      command: 'open',
      input: {
        patientId: one.patientId,
        customerId: one.customerId,
        channel: one.id % 3 === 0 ? 'store' : 'agent',
      },
    },
    {
      at: one.at + 20_000,
      as: digitizer,
      noted: true,
      stream: `file-${id}`,
      command: 'keep',
      input: { name, mime, bytes: bytes.length, sha256, for: stream },
    },
    order(30_000, 'addFile', { fileId: id, sha256 }),
    order(40_000, 'generateOtp', {}),
    order(70_000, 'verifyOtp', { code: 'outbox:Your code is' }),
    order(80_000, 'submit', { documents: [{ fileIds: [id], caseType: one.acute ? 'acute' : 'chronic' }] }),
  ];
}

/** The path of one prescription over the desks, as far as its story goes. */
function worked(one: Told, now: number): DemoCommand[] {
  const stream = `prescription-${one.id}`;
  const orders: DemoCommand[] = [];
  let at = one.at + 2 * minute;
  const give = (as: number, target: string, command: string, input: DemoCommand['input'] = {}): void =>
    void orders.push({ at: (at += 25_000), as, stream: target, command, input });
  const take = (as: number, queue: 'pdList' | 'prescriptionChecker'): void => {
    give(as, `queueitem-${queue}-${one.id}`, 'claim');
    give(as, stream, queue === 'pdList' ? 'takeUp' : 'startCheck');
  };
  if (one.goal === 'pending') return orders;
  take(digitizer, 'pdList');
  if (one.goal === 'rejected')
    give(digitizer, stream, 'reject', {
      reason: 'unreadable',
      text: 'The photo is too dark; not one line can be read.',
    });
  if (one.goal === 'clarify')
    give(digitizer, stream, 'askClarification', {
      to: 'customer',
      text: 'The strength of the second medicine cannot be read. Which box does the patient have at home?',
    });
  if (one.goal === 'askDoctor' || one.goal === 'doctorAnswered')
    give(digitizer, stream, 'askClarification', {
      to: 'doctor',
      text:
        one.goal === 'askDoctor'
          ? 'The page gives metformin twice, once as 500 mg and once as 850 mg. Which one is meant?'
          : 'The patient already takes amlodipine. Does telmisartan replace it or come on top?',
    });
  if (one.goal === 'doctorAnswered')
    give(doctor, stream, 'answerClarification', {
      text: 'It comes on top. Measure the pressure twice a day in the first week.',
    });
  if (one.lines.length === 0) return orders;
  give(digitizer, stream, 'submitDigitization', {
    header: headerOf(one, now),
    lines: one.lines.map((_line, n) => lineOf(one, n)),
  });
  if (one.goal === 'second') return orders;
  const risky = isRisky(one);
  if (risky) {
    take(checker, 'pdList');
    give(checker, stream, 'submitSecondEntry', {
      lines: repeated(one).map((n) => ({
        ...lineOf(one, n, one.goal === 'differ' ? { days: 7 } : {}),
        region: null,
      })),
    });
  }
  if (one.goal === 'differ' || one.goal === 'check') return orders;
  const pharmacist = risky ? checker2 : one.id % 2 === 0 ? checker : checker2;
  take(pharmacist, 'prescriptionChecker');
  if (one.goal === 'sentBack')
    give(pharmacist, stream, 'sendBack', {
      reason: 'The quantity is not what the page says; read line 1 again.',
    });
  else give(pharmacist, stream, 'approve');
  return orders;
}

/** RX-000501 and on: uploaded, read, checked, in every state in which a desk can find them. */
export function demoPrescriptions(now: number, customers: readonly DemoCommand[]): DemoCommand[] {
  return emitted(now, customers).flatMap((one) => [...uploaded(one), ...worked(one, now)]);
}
