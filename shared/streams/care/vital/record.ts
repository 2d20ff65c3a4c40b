import { z } from 'zod';
import { DAY_MS, businessDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { blankable, instant, oneOf, text } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { masterId, recordId } from '../../../core/record-id.ts';
import type { PatientState } from '../../customers/patient.ts';
import type { MasterState } from '../../masters/state.ts';
import { careFileStream, type CareFileEvent, type CareFileState } from '../carefile/carefile.ts';
import { isCritical } from '../clinical/ranges.ts';
import { byOf, emit, iso } from '../emit.ts';
import { raise } from '../escalation/raise.ts';
import {
  contexts,
  loinc as codes,
  oldestDays,
  positions,
  sources,
  twiceMs,
  weightChange,
  type Position,
  type VitalContext,
  type VitalSource,
} from './catalogue.ts';
import { bodyMass, pressureRefusal, readValue, type GivenValue } from './read-value.ts';
import type { Reading, VitalEvent, VitalState, VitalValue } from './state.ts';

export interface GivenReading {
  readonly values: readonly GivenValue[];
  readonly takenAt: string;
  readonly source: VitalSource;
  readonly context: VitalContext | null;
  readonly position: Position | null;
  readonly deviceId: string | null;
  /** The two readings within two minutes are both meant. */
  readonly keepBoth?: boolean | undefined;
}

export const valuesShape = z
  .array(z.object({ vitalId: masterId('vital'), value: z.number({ error: 'required' }), unit: text(20) }), {
    error: 'required',
  })
  .min(1, 'required')
  .max(4, 'tooManyItems');

const shape = {
  values: valuesShape,
  takenAt: instant(),
  source: oneOf(sources),
  context: blankable(oneOf(contexts)),
  position: blankable(oneOf(positions)),
  deviceId: blankable(text(60)),
  keepBoth: z.boolean().optional(),
};

export const readsFor = (patientId: number, values: readonly GivenValue[]): Record<string, string> => ({
  patient: `patient-${patientId}`,
  file: careFileStream(patientId),
  ...Object.fromEntries(values.map(({ vitalId }, at) => [`vital${at}`, `master-vital-${vitalId}`])),
});

const vital = (event: VitalEvent, stream?: string): NewEvent => emit<VitalEvent>(event, stream);
const fileOf = (ctx: Ctx): CareFileState | undefined => ctx.read['file'] as CareFileState | undefined;

/** The patient, when readings of theirs may be noted now; otherwise why not. */
export function patientFor(ctx: Ctx): PatientState | Refusal {
  const patient = ctx.read['patient'] as PatientState | undefined;
  if (!patient || patient.stage === 'none' || !inPoos(ctx.viewer, patient.pooId))
    return refuse('patientUnknown', 422, {}, 'patientId');
  return patient.careStage === 'deceased' ? refuse('patientDeceased', 409, { on: patient.diedOn }) : patient;
}

function timeRefusal(
  { takenAt, source }: Pick<GivenReading, 'takenAt' | 'source'>,
  ctx: Ctx,
): Refusal | null {
  const at = Date.parse(takenAt);
  if (at > ctx.now) return refuse('takenInFuture', 422, {}, 'takenAt');
  return source !== 'digitized' && ctx.now - at > oldestDays * DAY_MS
    ? refuse('takenTooLongAgo', 422, { days: oldestDays }, 'takenAt')
    : null;
}

function repeatRefusal(given: GivenReading, values: readonly VitalValue[], ctx: Ctx): Refusal | null {
  if (given.keepBoth) return null;
  const at = Date.parse(given.takenAt);
  const again = values.find(({ loinc }) =>
    (fileOf(ctx)?.vitals[loinc] ?? []).some(
      (one) => one.empId === ctx.viewer.empId && Math.abs(Date.parse(one.takenAt) - at) < twiceMs,
    ),
  );
  return again ? refuse('vitalTwice', 409, { vital: again.name }, 'keepBoth') : null;
}

/** A weight against those of the last days: the largest change, as a share of the older one. */
function weightMoved(
  values: readonly VitalValue[],
  takenAt: string,
  file: CareFileState | undefined,
): VitalValue | null {
  const weight = values.find(({ loinc }) => loinc === codes.weight);
  if (!weight) return null;
  const since = Date.parse(takenAt) - weightChange.days * DAY_MS;
  const moved = (file?.vitals[codes.weight] ?? []).some(
    (one) =>
      Date.parse(one.takenAt) >= since &&
      one.takenAt < takenAt &&
      Math.abs(weight.value - one.value) / one.value > weightChange.share,
  );
  return moved ? weight : null;
}

/** What a reading that was found right brings about: itself, its flags, the sheet, and an escalation where it cannot wait. */
export function readingEvents(readingId: number, reading: Reading, ctx: Ctx): NewEvent[] {
  const stream = `vital-${readingId}`;
  const { patientId, pooId, values, takenAt, by } = reading;
  const flagged = values.filter(({ flag }) => flag !== 'N');
  const critical = values.filter(({ flag }) => isCritical(flag));
  const moved = weightMoved(values, takenAt, fileOf(ctx));
  const flags: NewEvent[] =
    flagged.length === 0
      ? []
      : [
          vital(
            {
              type: 'VitalOutOfRangeFlagged',
              data: {
                patientId,
                level: critical.length > 0 ? 'critical' : 'abnormal',
                flags: flagged.map(({ loinc, flag }) => ({ loinc, flag })),
              },
            },
            stream,
          ),
        ];
  const causes = [
    ...critical.map((one) => ({ one, severity: 'critical' as const })),
    ...(moved ? [{ one: moved, severity: 'high' as const }] : []),
  ];
  const [first] = causes;
  return [
    vital({ type: 'VitalRecorded', data: reading }, stream),
    ...flags,
    emit<CareFileEvent>(
      {
        type: 'CareVitalsNoted',
        data: {
          patientId,
          readingId,
          takenAt,
          values: values.map(({ loinc, value }) => ({ loinc, value })),
          empId: by.empId,
        },
      },
      careFileStream(patientId),
    ),
    // One reading, one escalation: both parts of a pressure are one matter.
    ...(first
      ? raise(
          ctx.newNumber('escalation'),
          {
            ...{
              patientId,
              patientName: (ctx.read['patient'] as PatientState).name,
              pooId,
              source: 'vital',
              severity: first.severity,
              owner: by.empId,
            },
            cause: {
              stream,
              name: first.one.name,
              value: first.one.value,
              unit: first.one.unit,
              flag: first.one.flag,
            },
          },
          ctx,
        )
      : []),
  ];
}

/** A reading as it would be kept, or why it cannot be. */
export function judgeReading(
  given: GivenReading,
  patientId: number,
  replaces: number | null,
  ctx: Ctx,
): Reading | Refusal {
  const patient = patientFor(ctx);
  if ('refused' in patient) return patient;
  const late = timeRefusal(given, ctx);
  if (late) return late;
  const of = { patient, day: businessDay(Date.parse(given.takenAt)), context: given.context };
  const values: VitalValue[] = [];
  for (const [at, one] of given.values.entries()) {
    const value = readValue(one, ctx.read[`vital${at}`] as MasterState | undefined, of, at);
    if ('refused' in value) return value;
    if (values.some(({ loinc }) => loinc === value.loinc))
      return refuse('valueTwice', 422, { vital: value.name }, `values.${at}.vitalId`);
    values.push(value);
  }
  const no = pressureRefusal(values) ?? (replaces === null ? repeatRefusal(given, values, ctx) : null);
  if (no) return no;
  const bmi = bodyMass(values, fileOf(ctx)?.vitals[codes.height]?.at(-1)?.value ?? null);
  const { takenAt, source, context, position, deviceId } = given;
  return {
    ...{
      patientId,
      pooId: patient.pooId,
      values: bmi ? [...values, bmi] : values,
      takenAt: iso(Date.parse(takenAt)),
    },
    ...{ source, context, position, deviceId, by: byOf(ctx), replaces },
  };
}

export const record = command<VitalState, GivenReading & { patientId: number }>({
  input: z.object({ patientId: recordId('patient'), ...shape }),
  need: [
    'Prescription/vitalStats:create',
    'Prescription/careConnect:edit',
    'Prescription/careConnectV2:edit',
  ],
  creates: true,
  reads: ({ patientId, values }) => readsFor(patientId, values),
  decide(_state, { patientId, ...given }, ctx) {
    const reading = judgeReading(given, patientId, null, ctx);
    return 'refused' in reading
      ? reading
      : { events: readingEvents(Number(ctx.id), reading, ctx), answer: { values: reading.values } };
  },
});
