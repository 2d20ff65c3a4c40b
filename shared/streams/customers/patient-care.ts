import { z } from 'zod';
import { addDays } from '../../core/day.ts';
import type { Event, RecordedEventOf } from '../../core/event.ts';
import { blankable, date, note } from '../../core/fields.ts';
import type { Permission } from '../../core/permission.ts';
import { refuse } from '../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../core/stream.ts';
import { command } from '../../core/stream.ts';
import { masterId } from '../../core/record-id.ts';
import { reference } from '../../core/reference.ts';
import type { RangeOverride } from '../care/clinical/ranges.ts';
import { emit } from '../care/emit.ts';
import type { MasterState } from '../masters/state.ts';

/** A patient's state in the care programme; the patient's own `stage` only shows that they are known. */
export type CareStage = 'enrolled' | 'activeCare' | 'onHold' | 'discharged' | 'deceased';

export interface PatientCare {
  readonly careStage: CareStage;
  /** Day of the month, 1 to 28, on which a month of care begins. */
  readonly cycleDay: number | null;
  /** The reviewer of the month's assessment, by the care tier. */
  readonly reviewBy: 'doctor' | 'TL' | null;
  readonly holdUntil: string | null;
  readonly diedOn: string | null;
  /** The call on which the death was reported, where that marked it; `diedOn` is then the day of the call. */
  readonly deceasedCallId?: number | null;
  /** The stage of care when the death was marked; a corrected mark goes back to it. */
  readonly stageBefore?: PatientCare['careStage'];
  /** How critical a doctor rated the patient's state. */
  readonly criticalTypeId?: number | null;
  /** By number of the vital. */
  readonly ranges: Readonly<Record<string, RangeOverride>>;
}

export const noPatientCare: PatientCare = {
  careStage: 'enrolled',
  cycleDay: null,
  reviewBy: null,
  holdUntil: null,
  diedOn: null,
  ranges: {},
};

export type PatientCareEvent =
  | Event<
      'PatientCareStarted',
      {
        readonly customerId: number | null;
        readonly cycleDay: number;
        readonly careTierId: number;
        readonly reviewBy: 'doctor' | 'TL';
      }
    >
  | Event<
      'PatientCareTierChanged',
      { readonly careTierId: number; readonly reviewBy: 'doctor' | 'TL'; readonly reason: string }
    >
  | Event<'PatientCriticalTypeSet', { readonly criticalTypeId: number }>
  | Event<'PatientPutOnHold', { readonly until: string | null; readonly reason: string }>
  | Event<'PatientResumed', { readonly cycleDay: number | null; readonly customerId: number | null }>
  | Event<'PatientDischarged', { readonly reason: string }>
  | Event<
      'PatientMarkedDeceased',
      {
        readonly on: string;
        readonly note: string;
        /** The call on which it was reported, and its reference. */
        readonly callId?: number;
        readonly ref?: string;
      }
    >
  | Event<
      'PatientDeceasedMarkCorrected',
      { readonly reason: string; readonly cycleDay: number | null; readonly customerId: number | null }
    >
  | Event<'PatientRangeOverridden', { readonly vitalId: number; readonly range: RangeOverride }>
  | Event<'PatientRangeReset', { readonly vitalId: number; readonly reason: string }>;

const isPaused = (stage?: PatientCare['careStage']): stage is 'discharged' | 'onHold' =>
  stage === 'discharged' || stage === 'onHold';

/** Folds an event of care; the other events of a patient change nothing here. */
export function evolvePatientCare<S extends PatientCare & { readonly careTierId: number | null }>(
  state: S,
  event: RecordedEventOf<PatientCareEvent>,
): S {
  switch (event.type) {
    case 'PatientCareStarted': {
      const { cycleDay, careTierId, reviewBy } = event.data;
      return { ...state, cycleDay, careTierId, reviewBy, careStage: 'activeCare' };
    }
    case 'PatientCareTierChanged':
      return { ...state, careTierId: event.data.careTierId, reviewBy: event.data.reviewBy };
    case 'PatientCriticalTypeSet':
      return { ...state, criticalTypeId: event.data.criticalTypeId };
    case 'PatientPutOnHold':
      return { ...state, careStage: 'onHold', holdUntil: event.data.until };
    case 'PatientResumed':
      return { ...state, careStage: state.cycleDay === null ? 'enrolled' : 'activeCare', holdUntil: null };
    case 'PatientDischarged':
      return { ...state, careStage: 'discharged' };
    case 'PatientMarkedDeceased':
      return {
        ...state,
        careStage: 'deceased',
        diedOn: event.data.on,
        deceasedCallId: event.data.callId ?? null,
        stageBefore: state.careStage === 'deceased' ? state.stageBefore : state.careStage,
      };
    case 'PatientDeceasedMarkCorrected':
      return {
        ...state,
        careStage: isPaused(state.stageBefore)
          ? state.stageBefore
          : state.cycleDay === null
            ? 'enrolled'
            : 'activeCare',
        diedOn: null,
        deceasedCallId: null,
      };
    case 'PatientRangeOverridden':
      return { ...state, ranges: { ...state.ranges, [event.data.vitalId]: event.data.range } };
    case 'PatientRangeReset': {
      const { [event.data.vitalId]: _gone, ...ranges } = state.ranges;
      return { ...state, ranges };
    }
    default:
      return state;
  }
}

type Patient = PatientCare & {
  readonly stage: 'none' | 'enrolled';
  readonly careTierId: number | null;
  readonly customerId: number | null;
};
const doctor: Permission = 'Prescription/DoctorView:approve';
const clinician: readonly Permission[] = [
  'Prescription/careConnect:edit',
  doctor,
  'Masters/customerMasterV2:edit',
];
const made = (event: PatientCareEvent) => emit<PatientCareEvent>(event);

/** Commands of care that are refused after a death. */
function ofLiving<I>(def: CommandDef<Patient, I>): CommandDef<Patient, I> {
  return command<Patient, I>({
    ...def,
    decide: (state, input, ctx) =>
      state.careStage === 'deceased'
        ? refuse('patientDeceased', 409, { on: state.diedOn })
        : def.decide(state, input, ctx),
  });
}

function tierOf(ctx: Ctx): { readonly reviewBy: 'doctor' | 'TL' } | null {
  const tier = ctx.read['tier'] as MasterState | undefined;
  if (!tier?.exists || tier.cancelled || tier.iStatus === 0) return null;
  return { reviewBy: tier.fields['vReviewBy'] === 'TL' ? 'TL' : 'doctor' };
}
const readsTier = (input: { readonly careTierId: number }): Record<string, string> => ({
  tier: `master-careTier-${input.careTierId}`,
});

/**
 * Cases of a month open on its cycle day; the 29th to 31st are no cycle days, so that February has all of
 * them.
 */
export const lastCycleDay = 28;

export const startCare = ofLiving<{ careTierId: number; cycleDay: number }>({
  input: z.object({
    careTierId: masterId('careTier'),
    cycleDay: z.int('badFormat').min(1, 'badFormat').max(lastCycleDay, 'cycleDayRange'),
  }),
  need: clinician,
  reads: readsTier,
  decide(state, { careTierId, cycleDay }, ctx) {
    if (state.careStage === 'activeCare' || state.careStage === 'onHold') return refuse('careRuns', 409);
    const tier = tierOf(ctx);
    return tier
      ? [
          made({
            type: 'PatientCareStarted',
            data: { customerId: state.customerId, cycleDay, careTierId, ...tier },
          }),
        ]
      : refuse('tierUnknown', 422, {}, 'careTierId');
  },
});

export const changeCareTier = ofLiving<{ careTierId: number; reason: string }>({
  input: z.object({ careTierId: masterId('careTier'), reason: note(200, 5) }),
  need: [doctor, 'Out Bound/profileDoctorReview:edit'],
  reads: readsTier,
  decide(state, { careTierId, reason }, ctx) {
    if (state.careTierId === careTierId) return [];
    const tier = tierOf(ctx);
    return tier
      ? [made({ type: 'PatientCareTierChanged', data: { careTierId, reason, ...tier } })]
      : refuse('tierUnknown', 422, {}, 'careTierId');
  },
});

/** A doctor's rating of how critical the patient's state is, after reviewing the profile. */
export const setCriticalType = ofLiving<{ criticalTypeId: number }>({
  input: z.object({ criticalTypeId: masterId('criticalType') }),
  need: [doctor, 'Out Bound/profileDoctorReview:edit'],
  decide: (state, { criticalTypeId }) =>
    state.criticalTypeId === criticalTypeId
      ? []
      : [made({ type: 'PatientCriticalTypeSet', data: { criticalTypeId } })],
});

/** In hospital or travelling. `until` may be open; at most half a year. */
export const putOnHold = ofLiving<{ until: string | null; reason: string }>({
  input: z.object({ until: blankable(date()), reason: note(200, 3) }),
  need: clinician,
  decide(state, { until, reason }, ctx) {
    if (state.careStage === 'onHold') return refuse('alreadyOnHold', 409);
    if (state.careStage === 'discharged') return refuse('careOver', 409);
    if (until !== null && (until <= ctx.today || until > addDays(ctx.today, 183)))
      return refuse('holdRange', 422, {}, 'until');
    return [made({ type: 'PatientPutOnHold', data: { until, reason } })];
  },
});

export const resumeCare = ofLiving<{ until?: string | undefined }>({
  input: z.object({ until: date().optional() }),
  need: clinician,
  decide(state, { until }) {
    // Sent on the last day of a hold: a hold that was moved or ended is left alone.
    if (until !== undefined && state.holdUntil !== until) return refuse('noLongerNeeded', 409);
    return state.careStage === 'onHold'
      ? [made({ type: 'PatientResumed', data: { cycleDay: state.cycleDay, customerId: state.customerId } })]
      : refuse('notOnHold', 409);
  },
});

export const discharge = ofLiving<{ reason: string }>({
  input: z.object({ reason: note(200, 5) }),
  need: clinician,
  decide: (state, { reason }) =>
    state.careStage === 'discharged' ? [] : [made({ type: 'PatientDischarged', data: { reason } })],
});

/**
 * Applies at once and without an approval: from now on there are no calls, reminders or messages about this
 * patient.
 */
export const markDeceased = ofLiving<{ on: string; note: string }>({
  input: z.object({ on: date(), note: note(500, 3) }),
  need: [...clinician, 'Out Bound/outCall:edit', 'Out Bound/cc-queue:edit'],
  decide: (_state, given, ctx) =>
    given.on > ctx.today
      ? refuse('dateInFuture', 422, { label: 'field.on' }, 'on')
      : [made({ type: 'PatientMarkedDeceased', data: given })],
});

const callId = z.int('badFormat').min(1, 'badFormat');

/** Sent when the death is reported on a call about a month of this patient's care; `on` is the day of the call. */
export const markDeceasedOnCall = ofLiving<{ callId: number; on: string; note: string }>({
  input: z.strictObject({ callId, on: date(), note: note(500) }),
  need: 'system',
  decide: (_state, given) => [
    made({ type: 'PatientMarkedDeceased', data: { ...given, ref: reference('CL', given.callId) } }),
  ],
});

/** Without a cycle day no month begins: of a patient who was discharged or on hold. */
const aliveAgain = ({ cycleDay, customerId, stageBefore }: Patient, reason: string) =>
  made({
    type: 'PatientDeceasedMarkCorrected',
    data: { reason, cycleDay: isPaused(stageBefore) ? null : cycleDay, customerId },
  });

/** Sent when that call gets another disposition; a mark that somebody else made stays. */
export const takeBackDeceasedOnCall = command<Patient, { callId: number; reason: string }>({
  input: z.strictObject({ callId, reason: note(500) }),
  need: 'system',
  decide: (state, { callId: told, reason }) =>
    state.careStage === 'deceased' && state.deceasedCallId === told
      ? [aliveAgain(state, reason)]
      : refuse('noLongerNeeded', 409),
});

export const correctDeceased = command<Patient, { reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  need: 'signedIn',
  decide(state, { reason }, ctx) {
    if (!ctx.viewer.admin) return refuse('adminOnly', 403);
    return state.careStage === 'deceased' ? [aliveAgain(state, reason)] : refuse('notDeceased', 409);
  },
});

const bound = blankable(z.number({ error: 'badFormat' }));

/** The usual values of this patient; only a doctor sets them. */
export const overrideRange = ofLiving<{
  vitalId: number;
  refLow: number | null;
  refHigh: number | null;
  critLow: number | null;
  critHigh: number | null;
  reason: string;
}>({
  input: z.object({
    vitalId: masterId('vital'),
    refLow: bound,
    refHigh: bound,
    critLow: bound,
    critHigh: bound,
    reason: note(200, 5),
  }),
  need: doctor,
  reads: ({ vitalId }) => ({ vital: `master-vital-${vitalId}` }),
  decide(_state, { vitalId, reason, ...range }, ctx) {
    if (!(ctx.read['vital'] as MasterState | undefined)?.exists)
      return refuse('vitalUnknown', 422, {}, 'vitalId');
    const { refLow, refHigh, critLow, critHigh } = range;
    const ordered = [critLow, refLow, refHigh, critHigh].filter((one) => one !== null);
    if (refLow === null && refHigh === null)
      return refuse('required', 422, { label: 'field.refLow' }, 'refLow');
    if (ordered.some((one, at) => at > 0 && one < (ordered[at - 1] ?? one)))
      return refuse('rangesCross', 422, {}, 'refHigh');
    return [
      made({
        type: 'PatientRangeOverridden',
        data: {
          vitalId,
          range: { ...range, reason, by: ctx.viewer.name, at: new Date(ctx.now).toISOString() },
        },
      }),
    ];
  },
});

export const resetRange = ofLiving<{ vitalId: number; reason: string }>({
  input: z.object({ vitalId: masterId('vital', { former: true }), reason: note(200, 5) }),
  need: doctor,
  decide: (state, { vitalId, reason }) =>
    state.ranges[vitalId] ? [made({ type: 'PatientRangeReset', data: { vitalId, reason } })] : [],
});

export const patientCareCommands = {
  startCare,
  changeCareTier,
  setCriticalType,
  putOnHold,
  resumeCare,
  discharge,
  markDeceased,
  markDeceasedOnCall,
  takeBackDeceasedOnCall,
  correctDeceased,
  overrideRange,
  resetRange,
};

export const patientCareTranslations = {
  en: {
    PatientCareStarted: 'Care programme started',
    PatientCareTierChanged: 'Care tier changed',
    PatientCriticalTypeSet: 'Critical type set',
    PatientPutOnHold: 'Care put on hold',
    PatientResumed: 'Care resumed',
    PatientDischarged: 'Discharged from care',
    PatientMarkedDeceased: 'Marked deceased',
    PatientDeceasedMarkCorrected: 'Deceased mark corrected',
    PatientRangeOverridden: 'Range set for this patient',
    PatientRangeReset: 'Usual range restored',
    patientDeceased: 'This patient is recorded as deceased as of {{on}}. Nothing more is planned for them.',
    careRuns: 'The care programme of this patient is running already.',
    tierUnknown: 'Choose an active care tier.',
    cycleDayRange: 'The cycle day lies between 1 and 28.',
    alreadyOnHold: 'Care is on hold already.',
    careOver: 'The patient was discharged: start the care programme again first.',
    notOnHold: 'Care is not on hold.',
    holdRange: 'A hold ends between tomorrow and half a year from now.',
    notDeceased: 'This patient is not marked deceased.',
    adminOnly: 'Only an admin may correct this.',
    vitalUnknown: 'Choose a vital from the list.',
    rangesCross: 'Each bound must lie above the one before it.',
    noLongerNeeded: 'Nothing left to do.',
  },
  es: {
    PatientCareStarted: 'Programa de atención iniciado',
    PatientCareTierChanged: 'Nivel de atención cambiado',
    PatientCriticalTypeSet: 'Tipo crítico fijado',
    PatientPutOnHold: 'Atención en pausa',
    PatientResumed: 'Atención reanudada',
    PatientDischarged: 'Alta del programa',
    PatientMarkedDeceased: 'Marcado como fallecido',
    PatientDeceasedMarkCorrected: 'Fallecimiento corregido',
    PatientRangeOverridden: 'Rango propio del paciente',
    PatientRangeReset: 'Rango habitual restablecido',
    patientDeceased: 'Este paciente consta como fallecido a fecha {{on}}. No se planifica nada más.',
    careRuns: 'El programa de atención de este paciente ya está en marcha.',
    tierUnknown: 'Elija un nivel de atención activo.',
    cycleDayRange: 'El día de ciclo está entre 1 y 28.',
    alreadyOnHold: 'La atención ya está en pausa.',
    careOver: 'El paciente tiene el alta: inicie primero el programa otra vez.',
    notOnHold: 'La atención no está en pausa.',
    holdRange: 'Una pausa termina entre mañana y dentro de medio año.',
    notDeceased: 'Este paciente no está marcado como fallecido.',
    adminOnly: 'Solo un administrador puede corregirlo.',
    vitalUnknown: 'Elija una constante de la lista.',
    rangesCross: 'Cada límite debe ser mayor que el anterior.',
    noLongerNeeded: 'Ya no hay nada que hacer.',
  },
} as const;
