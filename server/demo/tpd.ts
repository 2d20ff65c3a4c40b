import { addDays, businessDay } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { patientsOf } from './prescriptions.ts';
import { sampleFileId, sha256Of, type SampleFile } from './sample-files.ts';
import { samplePdf } from './sample-pdf.ts';

const minute = 60_000;
const digitizer = 121;
/** A hospital and a clinic of the first place. */
const [hospital, clinic] = ['hospital-1', 'clinic-1'] as const;

interface Sent {
  readonly partner: string;
  readonly partnerRef: string;
  readonly doctor: string;
  /** Minutes before now at which it arrived. */
  readonly ago: number;
  readonly goal: 'received' | 'matched' | 'otherPhone' | 'verified' | 'rejected' | 'duplicate';
  readonly drug: string;
}
const sent: readonly Sent[] = [
  {
    partner: hospital,
    partnerRef: 'CH-20418',
    doctor: 'Dr. Kavitha Rao',
    ago: 190,
    goal: 'verified',
    drug: 'Tab Telmi-ZD 40',
  },
  {
    partner: clinic,
    partnerRef: 'CC/1187',
    doctor: 'Dr. Rahul Patil',
    ago: 172,
    goal: 'verified',
    drug: 'Tab Panto-ZD 40',
  },
  {
    partner: hospital,
    partnerRef: 'CH-20425',
    doctor: 'Dr. Kavitha Rao',
    ago: 150,
    goal: 'rejected',
    drug: '',
  },
  {
    partner: hospital,
    partnerRef: 'CH-20418/2',
    doctor: 'Dr. Kavitha Rao',
    ago: 131,
    goal: 'duplicate',
    drug: '',
  },
  {
    partner: clinic,
    partnerRef: 'CC/1190',
    doctor: 'Dr. Rahul Patil',
    ago: 84,
    goal: 'otherPhone',
    drug: '',
  },
  {
    partner: hospital,
    partnerRef: 'CH-20431',
    doctor: 'Dr. Kavitha Rao',
    ago: 47,
    goal: 'matched',
    drug: '',
  },
  { partner: clinic, partnerRef: 'CC/1193', doctor: 'Dr. Rahul Patil', ago: 31, goal: 'received', drug: '' },
  {
    partner: hospital,
    partnerRef: 'CH-20433',
    doctor: 'Dr. Lakshmi Krishnan',
    ago: 18,
    goal: 'received',
    drug: '',
  },
  {
    partner: hospital,
    partnerRef: 'CH-20436',
    doctor: 'Dr. Kavitha Rao',
    ago: 9,
    goal: 'received',
    drug: '',
  },
];

/** Each with its patient and the number of their customer. */
function told(customers: readonly DemoCommand[]) {
  const phones = new Map(customers.map(({ stream, input }) => [stream, input['phone']]));
  const patients = patientsOf(customers);
  return sent.flatMap((one, n) => {
    const patient = patients[n];
    const phone = patient && phones.get(`customer-${patient.customerId}`);
    return patient && typeof phone === 'string' ? [{ ...one, n, patient, phone }] : [];
  });
}

/** The pages of the verified ones. */
export const tpdFiles = (customers: readonly DemoCommand[]): SampleFile[] =>
  told(customers)
    .filter(({ goal }) => goal === 'verified')
    .map(({ n, doctor, drug, patient }) => ({
      id: sampleFileId('tpd page', n),
      name: 'partner prescription SAMPLE.pdf',
      mime: 'application/pdf',
      bytes: samplePdf([
        [
          doctor,
          '',
          `Patient: ${patient.name}`,
          '',
          'Rx',
          `1. ${drug}   1-0-0-0   30 days`,
          '',
          `Signed: ${doctor}`,
        ],
      ]),
      by: digitizer,
      for: `patient-${patient.patientId}`,
    }));

/** Prescriptions that partners sent today, at each step; verified ones are at the entry desk by now. */
export function demoTpd(now: number, customers: readonly DemoCommand[]): DemoCommand[] {
  const commands: DemoCommand[] = [];
  const files = new Map(tpdFiles(customers).map((file) => [file.id, file]));
  for (const one of told(customers)) {
    const { partner, partnerRef, doctor, goal, patient, phone, n } = one;
    let at = now - one.ago * minute;
    const name = `TP${n + 1}`;
    const give = (
      stream: string,
      command: string,
      input: DemoCommand['input'] = {},
      more: Partial<DemoCommand> = {},
    ): void => {
      at += goal === 'verified' && at > now - minute ? 3_000 : 40_000;
      commands.push({ at, as: digitizer, stream, command, input, ...more });
    };
    give(
      'tpdrx-new',
      'receive',
      {
        ...{ partner, partnerRef, doctor, patient: patient.name },
        phone: goal === 'otherPhone' ? '5550999021' : phone,
        prescribedOn: addDays(businessDay(now), -1 - (n % 3)),
      },
      { name },
    );
    if (goal === 'received') continue;
    const [item, stream] = [`queueitem-tpdPrescriptionVarification-{${name}}`, `tpdrx-{${name}}`];
    // Prescriptions keep their numbers: these follow all others of the day.
    if (goal === 'verified') at = now - (2 - n) * 20_000 - 15_000;
    give(item, 'claim');
    if (goal === 'rejected')
      give(stream, 'reject', {
        reason: 'unknownPatient',
        note: 'No customer of ours has this name or number.',
      });
    else if (goal === 'duplicate')
      give(stream, 'markDuplicate', { note: 'The same page came as CH-20418 before.' });
    else
      give(stream, 'match', {
        patientId: patient.patientId,
        customerId: patient.customerId,
        ...(goal === 'otherPhone'
          ? { reason: 'Name and date of birth are the same; the number is the son’s.' }
          : {}),
      });
    if (goal === 'matched' || goal === 'otherPhone') give(item, 'release', { reason: 'Waits for the pages' });
    const file = goal === 'verified' ? files.get(sampleFileId('tpd page', n)) : undefined;
    if (!file) continue;
    const { id, mime, bytes } = file;
    give(
      `file-${id}`,
      'keep',
      { name: file.name, mime, bytes: bytes.length, sha256: sha256Of(bytes), for: file.for },
      { noted: true },
    );
    give(stream, 'verify', { caseType: 'chronic', fileIds: [id], agreed: true });
  }
  return commands;
}
