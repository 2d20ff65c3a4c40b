import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { note, oneOf, text } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command, defineStream } from '../../../core/stream.ts';
import { byOf, emit, type By } from '../emit.ts';
import { caseStream, monthBefore, readCaseId } from './months.ts';
import { sectionMost, sections, type Section } from './sections.ts';
import type { CareCaseState } from './state.ts';
import { assessmentTranslations } from './translations.ts';

export const goalStatuses = ['met', 'partly', 'missed', 'open'] as const;
export interface Goal {
  readonly goalId: string;
  readonly target: string;
  readonly actual: string | null;
  readonly status: (typeof goalStatuses)[number];
}
export interface Written {
  readonly text: string;
  readonly by: string;
  readonly at: string;
  readonly version: number;
  /** Taken over from the month before; it counts only once somebody confirmed it. */
  readonly carried: boolean;
}
interface Of {
  readonly patientId: number;
  readonly month: string;
}
export type AssessmentEvent =
  | Event<'AssessmentOpened', Of>
  | Event<
      'AssessmentSectionWritten',
      Of & { readonly section: Section; readonly text: string; readonly by: By }
    >
  | Event<
      'AssessmentCarriedForward',
      Of & {
        readonly from: string;
        readonly texts: Readonly<Partial<Record<Section, string>>>;
        readonly goals: readonly Goal[];
      }
    >
  | Event<'AssessmentSectionConfirmed', Of & { readonly section: Section; readonly by: By }>
  | Event<'AssessmentGoalsSet', Of & { readonly goals: readonly Goal[]; readonly by: By }>;

export interface AssessmentState {
  readonly patientId: number;
  readonly month: string;
  readonly sections: Readonly<Partial<Record<Section, Written>>>;
  readonly goals: readonly Goal[];
  /** How often the goals were set in this month. */
  readonly goalsVersion: number;
  readonly carriedFrom: string | null;
}

/** The version of a text that somebody stands for; 0 where there is none, or only last month's. */
export const standingVersion = (written: Written | undefined): number =>
  written && !written.carried ? written.version : 0;

export const assessmentStream = (patientId: number, month: string): string =>
  caseStream(patientId, month).replace('cccase', 'assessment');
export const noAssessment = (key: string): AssessmentState => ({
  ...readCaseId(key),
  sections: {},
  goals: [],
  goalsVersion: 0,
  carriedFrom: null,
});

function evolve(state: AssessmentState, event: RecordedEventOf<AssessmentEvent>): AssessmentState {
  switch (event.type) {
    case 'AssessmentOpened':
      return state;
    case 'AssessmentCarriedForward': {
      const written = Object.fromEntries(
        sections.flatMap((section) => {
          const carried = event.data.texts[section];
          return carried === undefined
            ? []
            : [[section, { text: carried, by: event.actor.name, at: event.at, version: 1, carried: true }]];
        }),
      );
      return {
        ...state,
        sections: { ...written, ...state.sections },
        goals: event.data.goals,
        carriedFrom: event.data.from,
      };
    }
    case 'AssessmentSectionWritten': {
      const { section, text: said, by } = event.data;
      const version = (state.sections[section]?.version ?? 0) + 1;
      return {
        ...state,
        sections: {
          ...state.sections,
          [section]: { text: said, by: by.name, at: event.at, version, carried: false },
        },
      };
    }
    case 'AssessmentSectionConfirmed': {
      const found = state.sections[event.data.section];
      return found
        ? {
            ...state,
            sections: {
              ...state.sections,
              [event.data.section]: { ...found, by: event.data.by.name, at: event.at, carried: false },
            },
          }
        : state;
    }
    case 'AssessmentGoalsSet':
      return { ...state, goals: event.data.goals, goalsVersion: state.goalsVersion + 1 };
    default:
      return state;
  }
}

/** What stands against finishing it: sections that are empty, and such as were only carried over. */
export function unfinished(state: AssessmentState | undefined): {
  readonly empty: readonly Section[];
  readonly carried: readonly Section[];
} {
  return {
    empty: sections.filter((section) => (state?.sections[section]?.text ?? '') === ''),
    carried: sections.filter((section) => state?.sections[section]?.carried === true),
  };
}

/** Last month's texts and goals as a suggestion for this one; null where there are none. */
export function carriedFrom(caseId: string, before: AssessmentState | undefined): AssessmentEvent | null {
  const { patientId, month } = readCaseId(caseId);
  const texts = Object.fromEntries(
    sections.flatMap((section) =>
      before?.sections[section] ? [[section, before.sections[section].text]] : [],
    ),
  );
  if (Object.keys(texts).length === 0) return null;
  const goals = (before?.goals ?? []).map((goal): Goal => ({ ...goal, actual: null, status: 'open' }));
  return {
    type: 'AssessmentCarriedForward',
    data: { patientId, month, from: monthBefore(month), texts, goals },
  };
}

const need = [
  'Prescription/monthlyAssessments:create',
  'Prescription/monthlyAssessments:edit',
  'Prescription/careConnectV2:edit',
] as const;
const readsCase = (
  _input: unknown,
  _state: AssessmentState,
  { id }: { readonly id: string },
): Record<string, string> => {
  const { patientId, month } = readCaseId(id);
  return { case: caseStream(patientId, month), before: assessmentStream(patientId, monthBefore(month)) };
};

function writable(ctx: Ctx): CareCaseState | Refusal {
  const found = ctx.read['case'] as CareCaseState | undefined;
  if (!found?.face || !inPoos(ctx.viewer, found.face.pooId)) return refuse('caseUnknown', 422);
  return found.stage === 'inProgress' || found.stage === 'assessment'
    ? found
    : refuse('caseStage', 409, { stage: `stage.${found.stage}` });
}
const made = (event: AssessmentEvent) => emit<AssessmentEvent>(event);

/** The version that the writer saw; without it they saw none. */
const seen = z.int('badFormat').min(0, 'badFormat').optional();

/** Replaces the text that the writer saw; one that a colleague wrote meanwhile is never written over unseen. */
const writeSection = command<
  AssessmentState,
  { section: Section; text: string; version?: number | undefined }
>({
  input: z.object({ section: oneOf(sections), text: note(sectionMost), version: seen }),
  need,
  reads: readsCase,
  decide(state, { section, text: said, version = 0 }, ctx) {
    const found = writable(ctx);
    if ('refused' in found) return found;
    const stands = state.sections[section];
    const same = stands?.text === said && !stands.carried;
    if (!same && standingVersion(stands) !== version)
      return refuse('sectionChanged', 409, { name: stands?.by ?? '' }, 'text');
    return same
      ? []
      : [
          made({
            type: 'AssessmentSectionWritten',
            data: { ...readCaseId(ctx.id), section, text: said, by: byOf(ctx) },
          }),
        ];
  },
});

/** Last month's texts as a suggestion: each is marked until somebody has confirmed it. */
const carryForward = command<AssessmentState, object>({
  input: z.object({}),
  need,
  reads: readsCase,
  decide(state, _input, ctx) {
    const found = writable(ctx);
    if ('refused' in found) return found;
    if (state.carriedFrom !== null) return [];
    const carried = carriedFrom(ctx.id, ctx.read['before'] as AssessmentState | undefined);
    return carried ? [made(carried)] : refuse('nothingToCarry', 422);
  },
});

const confirmSection = command<AssessmentState, { section: Section }>({
  input: z.object({ section: oneOf(sections) }),
  need,
  reads: readsCase,
  decide(state, { section }, ctx) {
    const found = writable(ctx);
    if ('refused' in found) return found;
    return state.sections[section]?.carried
      ? [
          made({
            type: 'AssessmentSectionConfirmed',
            data: { ...readCaseId(ctx.id), section, by: byOf(ctx) },
          }),
        ]
      : [];
  },
});

const setGoals = command<AssessmentState, { goals: readonly Goal[]; version?: number | undefined }>({
  input: z.object({
    version: seen,
    goals: z
      .array(
        z.object({
          goalId: text(40),
          target: text(120),
          actual: texts.line().max(120, 'tooLong').nullable(),
          status: oneOf(goalStatuses),
        }),
      )
      .max(10, 'tooManyItems'),
  }),
  need,
  reads: readsCase,
  decide(state, { goals, version = 0 }, ctx) {
    const found = writable(ctx);
    if ('refused' in found) return found;
    const same = JSON.stringify(goals) === JSON.stringify(state.goals);
    if (!same && state.goalsVersion !== version) return refuse('goalsChanged', 409, {}, 'goals');
    if (new Set(goals.map(({ goalId }) => goalId)).size < goals.length)
      return refuse('goalTwice', 422, {}, 'goals');
    return same
      ? []
      : [made({ type: 'AssessmentGoalsSet', data: { ...readCaseId(ctx.id), goals, by: byOf(ctx) } })];
  },
});

/** What is written about a patient's month, under the number of its case. */
export const assessment = defineStream<AssessmentState, AssessmentEvent>({
  name: 'assessment',
  area: 'care',
  state: 2,
  initial: noAssessment,
  evolve,
  events: {
    AssessmentOpened: true,
    AssessmentSectionWritten: true,
    AssessmentCarriedForward: true,
    AssessmentSectionConfirmed: true,
    AssessmentGoalsSet: true,
  },
  visible: (_state, viewer) => viewer.kind !== 'device',
  commands: { writeSection, carryForward, confirmSection, setGoals },
  translations: assessmentTranslations,
  story: [],
});
