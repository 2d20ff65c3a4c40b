import type { Pool } from 'pg';
import { numberOf, otpRefused } from '#shared/streams/prescriptions/upload/otp.ts';
import type { UploadState } from '#shared/streams/prescriptions/upload/state.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import type { RxFile } from '#shared/streams/prescriptions/pages.ts';
import type { EnteredLine, RxHeader } from '#shared/streams/prescriptions/prescription/content.ts';
import type { RxState } from '#shared/streams/prescriptions/prescription/state.ts';
import type { KeptFile } from '#shared/streams/prescriptions/upload/files.ts';
import type { TpdState } from '#shared/streams/prescriptions/tpd/state.ts';
import type { Clock } from '../core/parts.ts';
import type { Prepare } from '../store/handle.ts';
import type { OneTimeCodes } from './one-time-code.ts';
import type { ClinicalFacts } from './prescription-facts.ts';
import { foundNames } from './prescription-facts.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: RxFile['mime'];
  readonly sha256: string;
  readonly bytes: number;
  readonly stream: string | null;
}

/** Stored files in the requested sequence; `ours` are those uploaded for that record. */
async function keptFiles(pool: Pool, fileIds: readonly string[], record: string): Promise<KeptFile[]> {
  const { rows } = await pool.query<Row>(
    'select id, name, kind, sha256, bytes, stream from files where id = any($1::text[])',
    [fileIds],
  );
  return fileIds.flatMap((fileId) => {
    const row = rows.find(({ id }) => id === fileId);
    return row
      ? [
          {
            fileId,
            name: row.name,
            mime: row.kind,
            sha256: row.sha256,
            bytes: row.bytes,
            ours: row.stream === record,
          },
        ]
      : [];
  });
}

/** Prepares decisions about prescriptions: codes, files, masters' data, patient data. */
export function prescriptionPrepare(parts: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly codes: OneTimeCodes;
  readonly clinical: ClinicalFacts;
}): Readonly<Record<string, Prepare>> {
  const { pool, clock, codes, clinical } = parts;
  const pages = async (fileIds: readonly string[], patientId: number): Promise<readonly RxFile[]> =>
    (await keptFiles(pool, fileIds, `patient-${patientId}`))
      .filter(({ ours }) => ours)
      .map(({ fileId, name, mime, sha256 }) => ({ fileId, name, mime, sha256, rotation: 0 }));
  const entry: Prepare = async (
    { key },
    input: { header?: RxHeader; lines: readonly EnteredLine[] },
    state: RxState,
  ) => ({
    ...(await foundNames(pool, input.lines, input.header)),
    ...(state.received ? { clinical: await clinical.of(state.received, Number(key)) } : {}),
  });
  const facts: Prepare = async ({ key }, _input, state: RxState) =>
    state.received ? { clinical: await clinical.of(state.received, Number(key)) } : {};
  return {
    'prescriptionuploadsession/generateOtp': async ({ stream }, _input, state: UploadState, read) => {
      const no = otpRefused(state, 'SEND', read, clock.now());
      const text = (code: string): string =>
        `Your code is ${code}. Reading it out, you agree that we keep and read your prescription. It is valid for 5 minutes.`;
      return no ?? codes.send(stream, numberOf(read), text);
    },
    'prescriptionuploadsession/verifyOtp': async (
      { stream },
      input: { code: string },
      state: UploadState,
      read,
    ) => otpRefused(state, 'VERIFY', read, clock.now()) ?? codes.compare(stream, numberOf(read), input.code),
    'prescriptionuploadsession/addFile': async (
      { stream },
      input: { fileId: string },
    ): Promise<KeptFile | undefined> => (await keptFiles(pool, [input.fileId], stream))[0],
    'prescription/submitDigitization': entry,
    'prescription/submitSecondEntry': entry,
    'prescription/decideDifferences': facts,
    'prescription/approve': facts,
    'prescription/overrideAlert': facts,
    'prescription/correctLine': async (_order, input: { line: EnteredLine }) =>
      foundNames(pool, [input.line]),
    'prescription/amend': async (
      { key: _key },
      input: { of: number; header: RxHeader; lines: readonly EnteredLine[] },
      _state,
      read,
    ) => {
      const before = (read['before'] as RxState | undefined)?.received;
      return {
        ...(await foundNames(pool, input.lines, input.header)),
        ...(before ? { clinical: await clinical.of(before, input.of) } : {}),
      };
    },
    'prescription/enterAdhoc': async (
      _order,
      input: {
        patientId: number;
        fileIds: readonly string[];
        header: RxHeader;
        lines: readonly EnteredLine[];
      },
      _state,
      read,
    ) => {
      const patient = read['patient'] as PatientState;
      const named = {
        patientId: input.patientId,
        patientName: patient.name,
        patientDob: patient.dob,
        patientGender: patient.gender,
      };
      const [names, files, known] = await Promise.all([
        foundNames(pool, input.lines, input.header),
        pages(input.fileIds, input.patientId),
        clinical.of(named),
      ]);
      return { ...names, files, clinical: known };
    },
    'tpdrx/verify': async (_order, input: { fileIds: readonly string[] }, state: TpdState) => ({
      files: state.match ? await pages(input.fileIds, state.match.patientId) : [],
    }),
    'prescription/addImage': async (_order, input: { fileIds: readonly string[] }, state: RxState) => ({
      files: state.received ? await pages(input.fileIds, state.received.patientId) : [],
    }),
  };
}
