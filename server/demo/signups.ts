import { signedUpLead } from './leads.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sha256Of, sheetFile, type SampleFile } from './sample-files.ts';

const minute = 60_000;
const hour = 60 * minute;

const agent1 = 101;
const agent2 = 102;
const verifier = 103;
const verifier2 = 104;

interface Family {
  readonly name: string;
  readonly phone: string;
  readonly dob: string;
  readonly gender: 'male' | 'female';
  readonly language: string;
  readonly pooId: number;
  readonly pincode: string;
  readonly line: string;
  readonly diagnosis: string;
  readonly also?: {
    readonly name: string;
    readonly relation: string;
    readonly dob: string;
    readonly gender: string;
  };
  readonly papers: readonly ('identity' | 'prescription')[];
}

const families: readonly Family[] = [
  {
    name: 'Anita Ramesh',
    phone: '5550100301',
    dob: '1958-03-14',
    gender: 'female',
    language: 'kn',
    pooId: 1,
    pincode: '560011',
    line: '214, 11th Main, 4th Block',
    diagnosis: 'Type 2 diabetes',
    papers: ['identity', 'prescription'],
  },
  {
    name: 'Vikram Shetty',
    phone: '5550100302',
    dob: '1964-09-02',
    gender: 'male',
    language: 'kn',
    pooId: 1,
    pincode: '560041',
    line: '7, Pattabhirama Road',
    diagnosis: 'Hypertension',
    papers: ['identity'],
  },
  {
    name: "Rosa D'Souza",
    phone: '5550100303',
    dob: '1949-12-25',
    gender: 'female',
    language: 'en',
    pooId: 1,
    pincode: '560034',
    line: '58, 5th Cross, Koramangala',
    diagnosis: 'Hypothyroidism',
    papers: ['identity', 'prescription'],
    also: { name: "Peter D'Souza", relation: 'spouse', dob: '1946-06-11', gender: 'male' },
  },
  {
    name: 'Imtiaz Khan',
    phone: '5550100304',
    dob: '1971-01-30',
    gender: 'male',
    language: 'hi',
    pooId: 1,
    pincode: '560038',
    line: '3, 80 Feet Road, Indiranagar',
    diagnosis: 'Coronary artery disease',
    papers: ['identity', 'prescription'],
  },
  {
    name: 'Lakshmi Iyer',
    phone: '5550100305',
    dob: '1955-07-19',
    gender: 'female',
    language: 'en',
    pooId: 1,
    pincode: '560003',
    line: '19, Sampige Road, Malleshwaram',
    diagnosis: 'Type 2 diabetes',
    papers: ['identity', 'prescription'],
  },
  {
    name: 'Harpreet Singh',
    phone: '5550100306',
    dob: '1968-05-05',
    gender: 'male',
    language: 'hi',
    pooId: 1,
    pincode: '560066',
    line: '402, Palm Meadows, Whitefield',
    diagnosis: 'Dyslipidaemia',
    papers: [],
  },
  {
    name: 'Kavitha Murthy',
    phone: '5550100307',
    dob: '1980-11-08',
    gender: 'female',
    language: 'kn',
    pooId: 1,
    pincode: '560010',
    line: '91, 1st Block, Rajajinagar',
    diagnosis: 'Asthma',
    papers: ['identity', 'prescription'],
    also: { name: 'Sumithra Murthy', relation: 'parent', dob: '1952-02-17', gender: 'female' },
  },
  {
    name: 'Joseph Kurian',
    phone: '5550100308',
    dob: '1959-08-23',
    gender: 'male',
    language: 'en',
    pooId: 1,
    pincode: '560037',
    line: '12, Spice Garden, Marathahalli',
    diagnosis: 'Hypertension',
    papers: ['identity'],
  },
  {
    name: 'Meenakshi Pillai',
    phone: '5550100309',
    dob: '1947-04-04',
    gender: 'female',
    language: 'en',
    pooId: 1,
    pincode: '560102',
    line: '77, 27th Main, HSR Layout',
    diagnosis: 'Type 2 diabetes',
    papers: ['identity', 'prescription'],
  },
  {
    name: 'Prakash Gowda',
    phone: '5550100310',
    dob: '1962-10-16',
    gender: 'male',
    language: 'kn',
    pooId: 1,
    pincode: '560041',
    line: '5, 9th Main, Jayanagar',
    diagnosis: 'Chronic kidney disease',
    papers: ['identity', 'prescription'],
  },
  {
    name: 'Fatima Begum',
    phone: '5550100311',
    dob: '1953-01-01',
    gender: 'female',
    language: 'hi',
    pooId: 1,
    pincode: '560051',
    line: '40, Queens Road',
    diagnosis: 'Type 2 diabetes',
    papers: ['identity', 'prescription'],
  },
  {
    name: 'Sanjay Kulkarni',
    phone: '5550100312',
    dob: '1975-06-28',
    gender: 'male',
    language: 'en',
    pooId: 1,
    pincode: '560011',
    line: '8, 30th Cross, Tilak Nagar',
    diagnosis: 'Hypertension',
    papers: ['identity'],
  },
  {
    name: 'Rukmini Narayanan',
    phone: '5550100313',
    dob: '1951-09-09',
    gender: 'female',
    language: 'kn',
    pooId: 1,
    pincode: '560069',
    line: '16, 4th T Block',
    diagnosis: 'Osteoarthritis',
    papers: ['identity', 'prescription'],
  },
  {
    name: 'Gopal Reddy',
    phone: '5550100314',
    dob: '1966-12-12',
    gender: 'male',
    language: 'en',
    pooId: 1,
    pincode: '560100',
    line: '2, Neeladri Road, Electronic City',
    diagnosis: 'Type 2 diabetes',
    papers: ['identity', 'prescription'],
  },
];

function record(family: Family, n: number, leadId?: number): Readonly<Record<string, unknown>> {
  const consent = { given: true, version: '2026-01', channel: 'paper' };
  return {
    applicant: {
      name: family.name,
      phone: family.phone,
      altPhone: '',
      email: `${family.name.split(' ')[0]!.toLowerCase()}${n}@care.example`,
      dob: family.dob,
      gender: family.gender,
      language: family.language,
    },
    address: { line: family.line, pincode: family.pincode },
    patients: [
      {
        name: family.name,
        relation: 'self',
        dob: family.dob,
        gender: family.gender,
        diagnoses: [family.diagnosis],
      },
      ...(family.also ? [{ ...family.also, diagnoses: [] }] : []),
    ],
    documents: family.papers.map((kind) => ({
      fileId: sampleFileId(kind, n),
      kind,
      name: `${kind} SAMPLE.png`,
      mime: 'image/png',
    })),
    consents: { care: consent, calling: consent, dataProcessing: consent },
    ...(leadId === undefined ? {} : { leadId }),
  };
}

const checks = [
  'identityReadable',
  'addressServiceable',
  'patientComplete',
  'prescriptionPresent',
  'consentsRecorded',
] as const;

/** Whoever began each case uploaded its papers. */
const author = (index: number): number =>
  index === 0 ? verifier : [3, 5, 7, 10, 11, 12].includes(index) ? agent2 : agent1;
const sheetsOf = (index: number): readonly SampleFile[] =>
  families[index]!.papers.map((kind) => sheetFile({ kind, n: 301 + index, by: author(index) }));

/** The sheets named by the cases. */
export const demoSheets = (): readonly SampleFile[] => families.flatMap((_family, index) => sheetsOf(index));

/**
 * Fourteen sign-up cases, SG-000301 to SG-000314, in every state; the oldest first, so that numbers follow
 * time.
 */
export function demoSignups(now: number): DemoCommand[] {
  const commands: DemoCommand[] = [];
  const made = (index: number, at: number, until: 'draft' | 'otp' | 'submitted'): string => {
    const id = `SG${301 + index}`;
    const family = families[index]!;
    const as = author(index);
    commands.push({
      at,
      as,
      stream: 'signup-new',
      command: 'start',
      input: { pooId: family.pooId },
      name: id,
    });
    for (const { id: file, name, mime, bytes } of sheetsOf(index))
      commands.push({
        at: at + 3 * minute,
        as,
        noted: true,
        stream: `file-${file}`,
        command: 'keep',
        input: { name, mime, bytes: bytes.length, sha256: sha256Of(bytes) },
      });
    commands.push({
      at: at + 4 * minute,
      as,
      stream: `signup-{${id}}`,
      command: 'save',
      input: record(family, 301 + index, index === 4 ? signedUpLead : undefined),
      versioned: true,
    });
    if (until === 'draft') return id;
    if (until === 'otp') {
      commands.push({ at: at + 5 * minute, as, stream: `signup-{${id}}`, command: 'sendOtp', input: {} });
      commands.push({
        at: at + 6 * minute,
        as,
        stream: `signup-{${id}}`,
        command: 'verifyOtp',
        input: { code: 'outbox:Your sign-up code' },
      });
    }
    commands.push({
      at: at + 7 * minute,
      as,
      stream: `signup-{${id}}`,
      command: 'submit',
      input: {},
      versioned: true,
    });
    return id;
  };
  const work = (id: string, at: number, as: number): void => {
    commands.push({ at, as, stream: `queueitem-signup-queue-{${id}}`, command: 'claim', input: {} });
    commands.push({ at: at + 10_000, as, stream: `signup-{${id}}`, command: 'beginVerification', input: {} });
  };
  const tick = (id: string, at: number, as: number, items: readonly string[]): void => {
    items.forEach((item, i) =>
      commands.push({
        at: at + i * 15_000,
        as,
        stream: `signup-{${id}}`,
        command: 'tickChecklist',
        input: { item },
      }),
    );
  };
  const release = (id: string, at: number, as: number, reason: string): void => {
    commands.push({
      at,
      as,
      stream: `queueitem-signup-queue-{${id}}`,
      command: 'release',
      input: { reason },
    });
  };

  // 301: complete, but submitted by a verifier, who cannot verify it.
  const first = made(0, now - 5 * hour, 'otp');
  work(first, now - 4 * hour, verifier2);
  tick(first, now - 4 * hour + minute, verifier2, checks);
  release(first, now - 4 * hour + 4 * minute, verifier2, 'Called away, checklist is complete');
  // 302: completed. 303: rejected. 304: questioned and answered, so it comes first.
  const second = made(4, now - 4.5 * hour, 'otp');
  work(second, now - 3.6 * hour, verifier);
  tick(second, now - 3.6 * hour + minute, verifier, checks);
  commands.push({
    at: now - 3.6 * hour + 4 * minute,
    as: verifier,
    stream: `signup-{${second}}`,
    command: 'verify',
    input: {},
    versioned: true,
  });
  const third = made(11, now - 4.3 * hour, 'submitted');
  work(third, now - 3.2 * hour, verifier);
  commands.push({
    at: now - 3.2 * hour + 4 * minute,
    as: verifier,
    stream: `signup-{${third}}`,
    command: 'reject',
    input: { reason: 'The applicant lives outside the area and declined a store pick-up.' },
    versioned: true,
  });
  const fourth = made(9, now - 4 * hour, 'otp');
  work(fourth, now - 2.9 * hour, verifier2);
  commands.push({
    at: now - 2.85 * hour,
    as: verifier2,
    stream: `signup-{${fourth}}`,
    command: 'requestInfo',
    input: { text: 'The identity card is cut off at the right edge. Please take it again.' },
    versioned: true,
  });
  commands.push({
    at: now - 1.2 * hour,
    as: agent1,
    stream: `signup-{${fourth}}`,
    command: 'resubmit',
    input: { answer: 'Taken again in daylight, both sides.' },
    versioned: true,
  });
  const fifth = made(12, now - 3.8 * hour, 'submitted');
  work(fifth, now - 2.4 * hour, verifier);
  commands.push({
    at: now - 2.35 * hour,
    as: verifier,
    stream: `signup-{${fifth}}`,
    command: 'requestInfo',
    input: { text: 'Which of the two prescriptions is the current one?' },
    versioned: true,
  });
  // The others wait with different ages; the last one is still a draft.
  made(1, now - 3.4 * hour, 'submitted');
  made(2, now - 2.6 * hour, 'otp');
  made(3, now - 1.9 * hour, 'otp');
  const checked = made(5, now - 1.5 * hour, 'submitted');
  work(checked, now - 50 * minute, verifier2);
  tick(checked, now - 49 * minute, verifier2, ['addressServiceable', 'patientComplete']);
  release(checked, now - 45 * minute, verifier2, 'Waiting for the identity card');
  made(6, now - 1.1 * hour, 'otp');
  made(7, now - 42 * minute, 'submitted');
  made(8, now - 26 * minute, 'otp');
  made(10, now - 14 * minute, 'submitted');
  made(13, now - 9 * minute, 'draft');
  return commands;
}
