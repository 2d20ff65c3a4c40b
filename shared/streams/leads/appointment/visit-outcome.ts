import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';

/** Plausible ranges; a value outside is a typing error. */
export const vitalBounds = {
  systolic: [50, 280],
  diastolic: [30, 180],
  pulse: [25, 250],
  spo2: [50, 100],
  temperatureC: [30, 44],
  glucose: [20, 700],
  weightKg: [1, 350],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;
export type VitalName = keyof typeof vitalBounds;
export type Vitals = { readonly [V in VitalName]?: number | undefined };

const within = (name: VitalName) =>
  z
    .number('badFormat')
    .min(vitalBounds[name][0], 'vitalImpossible')
    .max(vitalBounds[name][1], 'vitalImpossible')
    .optional();
export const vitalsInput = z.strictObject({
  systolic: within('systolic'),
  diastolic: within('diastolic'),
  pulse: within('pulse'),
  spo2: within('spo2'),
  temperatureC: within('temperatureC'),
  glucose: within('glucose'),
  weightKg: within('weightKg'),
});

/** A blood pressure has both its figures, the upper one higher; something was measured at all. */
export function vitalsRefusal(vitals: Vitals): Refusal | null {
  const { systolic, diastolic } = vitals;
  if (Object.values(vitals).every((value) => value === undefined))
    return refuse('required', 422, { label: 'vitals' }, 'vitals');
  if ((systolic === undefined) !== (diastolic === undefined))
    return refuse('bpIncomplete', 422, undefined, systolic === undefined ? 'systolic' : 'diastolic');
  if (systolic !== undefined && diastolic !== undefined && systolic <= diastolic)
    return refuse('bpInverted', 422, undefined, 'diastolic');
  return null;
}

/** Topics that an orientation explains. */
export const orientationTopics = [
  'programme',
  'medicines',
  'vitalsAtHome',
  'emergency',
  'app',
  'consent',
  'nextSteps',
] as const;
export type OrientationTopic = (typeof orientationTopics)[number];

export const outcomeResults = {
  setup: ['enrolled', 'followUp', 'notInterested'],
  sales: ['sold', 'followUp', 'notInterested'],
  orientation: ['oriented', 'partly'],
} as const;
export type VisitType = keyof typeof outcomeResults;

export const outcomeInput = z.strictObject({
  result: z.enum(['enrolled', 'sold', 'oriented', 'partly', 'followUp', 'notInterested']),
  notes: texts.paragraph().max(1000).default(''),
  /** Explained topics, for an orientation. */
  topics: z.array(z.enum(orientationTopics)).max(orientationTopics.length).default([]),
  /** Who attended. */
  attended: texts.line().max(100).default(''),
  /** Date of the next visit, for a follow-up. */
  followUpOn: z.iso.date().nullable().default(null),
});
export type Outcome = z.output<typeof outcomeInput>;

/** The requirements of a type of visit before completion. */
export const visitNeeds: Readonly<
  Record<VisitType, { readonly vitals: boolean; readonly photo: boolean; readonly topics: boolean }>
> = {
  setup: { vitals: true, photo: true, topics: false },
  sales: { vitals: false, photo: true, topics: false },
  orientation: { vitals: true, photo: true, topics: true },
};

/** The recorded data of a visit at its completion. */
interface Gathered {
  readonly vAppType: VisitType;
  readonly iSlotType: 1 | 2 | 3;
  readonly vitals: Vitals | null;
  readonly photos: number;
}

/** The missing parts, as keys of the translations `missing.<key>`; empty when the visit can be completed. */
export function missingFor(task: Gathered, outcome: Outcome, today: string): readonly string[] {
  const needs = visitNeeds[task.vAppType];
  const home = task.iSlotType === 1;
  const results: readonly string[] = outcomeResults[task.vAppType];
  const full = outcome.result === 'enrolled' || outcome.result === 'oriented';
  return [
    ...(results.includes(outcome.result) ? [] : ['result']),
    ...(home && needs.vitals && task.vitals === null && outcome.result !== 'notInterested' ? ['vitals'] : []),
    ...(home && needs.photo && task.photos === 0 ? ['photo'] : []),
    ...(needs.topics && outcome.topics.length === 0 ? ['topics'] : []),
    ...(needs.topics && full && outcome.topics.length < orientationTopics.length ? ['allTopics'] : []),
    ...(needs.topics && outcome.attended.length < 2 ? ['attended'] : []),
    ...(outcome.result === 'followUp' && (outcome.followUpOn === null || outcome.followUpOn <= today)
      ? ['followUpOn']
      : []),
    ...(outcome.result !== 'enrolled' && outcome.result !== 'oriented' && outcome.notes.length < 5
      ? ['notes']
      : []),
  ];
}
