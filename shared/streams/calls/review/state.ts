import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { DispositionCode } from '../call/dispositions.ts';
import type { CallPerson } from '../call/state.ts';

/** Heads of the scorecard, twenty points each. */
export const scoreHeads = ['greeting', 'listening', 'product', 'compliance', 'closing'] as const;
export type ScoreHead = (typeof scoreHeads)[number];
export type Scores = Readonly<Record<ScoreHead, number>>;
/** A fatal fault makes the whole score zero. */
export const fatalFaults = ['misinformation', 'rude', 'noConsent'] as const;
export type FatalFault = (typeof fatalFaults)[number];

export type SampledWhy = 'complaint' | 'newAgent' | 'chance';

/** The call as its review shows it. */
export interface ReviewFace {
  readonly ref: string;
  readonly agent: CallPerson;
  readonly pooId: number | null;
  readonly talkSec: number;
  readonly code: DispositionCode;
  readonly why: SampledWhy;
}

/** One reviewer's scorecard. */
export interface Score {
  readonly scores: Scores;
  readonly fatal: readonly FatalFault[];
  readonly total: number;
  readonly remarks: string;
  readonly by: CallPerson;
}

export interface Scored extends Score {
  readonly face: ReviewFace;
  /** Sampling picked it for calibration: the score waits for a second one. */
  readonly calibrate?: true;
}

/** What a reviewer noted at a second of the recording. */
export interface Moment {
  readonly id: string;
  readonly atSec: number;
  readonly text: string;
  readonly by: CallPerson;
  readonly at: string;
}

/** A second reviewer scores the same call without knowing the first score; a lead settles the two. */
export interface Calibration {
  readonly why: 'lead' | 'sample';
  readonly by: CallPerson | null;
  readonly at: string;
  /** Where the review goes on once the calibration is over. */
  readonly before: 'scored' | 'final';
  readonly second: Score | null;
  readonly settled: (Score & { readonly at: string }) | null;
}

export interface CalibrationSettled extends Score {
  readonly face: ReviewFace;
  readonly before: 'scored' | 'final';
}

export type ReviewEvent =
  | Event<'CallSampled', { readonly face: ReviewFace }>
  | Event<'CallQualityScored', Scored>
  | Event<
      'CallQualityDisputed',
      { readonly face: ReviewFace; readonly reason: string; readonly total: number }
    >
  | Event<
      'CallQualityFinalized',
      { readonly total: number; readonly remarks: string; readonly by: CallPerson | null }
    >
  | Event<
      'CallCalibrationRequested',
      {
        readonly face: ReviewFace;
        readonly first: CallPerson;
        readonly why: Calibration['why'];
        readonly by: CallPerson | null;
      }
    >
  | Event<'CallCalibrationScored', { readonly face: ReviewFace; readonly first: CallPerson } & Score>
  | Event<'CallCalibrationSettled', CalibrationSettled>
  | Event<
      'CallCalibrationWithdrawn',
      {
        readonly face: ReviewFace;
        readonly before: 'scored' | 'final';
        readonly total: number;
        readonly reason: string;
        readonly by: CallPerson;
      }
    >
  | Event<'CallMomentNoted', Omit<Moment, 'at'>>
  | Event<'CallMomentRemoved', { readonly id: string }>;

export type ReviewStage = 'none' | 'sampled' | 'scored' | 'disputed' | 'calibrating' | 'comparing' | 'final';
export interface ReviewState {
  readonly id: string;
  readonly stage: ReviewStage;
  readonly face: ReviewFace | null;
  readonly scored: Score | null;
  /** When the score that counts was given; the time for a dispute runs from here. */
  readonly scoredAt: string | null;
  readonly dispute: string | null;
  readonly total: number | null;
  readonly calibration: Calibration | null;
  readonly moments: readonly Moment[];
}

export const noReview = (key: string): ReviewState => ({
  id: key,
  stage: 'none',
  face: null,
  scored: null,
  scoredAt: null,
  dispute: null,
  total: null,
  calibration: null,
  moments: [],
});

export const totalOf = (scores: Scores, fatal: readonly FatalFault[]): number =>
  fatal.length > 0 ? 0 : scoreHeads.reduce((sum, head) => sum + scores[head], 0);

/** The scorecard that counts: the settled one after a calibration, otherwise the first. */
export const countingScore = ({ scored, calibration }: Pick<ReviewState, 'scored' | 'calibration'>) =>
  calibration?.settled ?? scored;

/** Whether a calibration is open, so that no score counts and the time for a dispute does not run. */
export const inCalibration = ({ stage }: Pick<ReviewState, 'stage'>): boolean =>
  stage === 'calibrating' || stage === 'comparing';

const scoreOf = ({ scores, fatal, total, remarks, by }: Score): Score => ({
  scores,
  fatal,
  total,
  remarks,
  by,
});

export function evolveReview(state: ReviewState, event: RecordedEventOf<ReviewEvent>): ReviewState {
  const { calibration } = state;
  switch (event.type) {
    case 'CallSampled':
      return { ...state, stage: 'sampled', face: event.data.face };
    case 'CallQualityScored': {
      const scored = scoreOf(event.data);
      return { ...state, stage: 'scored', scored, scoredAt: event.at, total: scored.total };
    }
    case 'CallQualityDisputed':
      return { ...state, stage: 'disputed', dispute: event.data.reason };
    case 'CallQualityFinalized':
      return { ...state, stage: 'final', total: event.data.total };
    case 'CallCalibrationRequested': {
      const { why, by } = event.data;
      const before = state.stage === 'final' ? 'final' : 'scored';
      const asked = { why, by, at: event.at, before, second: null, settled: null } as const;
      return { ...state, stage: 'calibrating', calibration: asked };
    }
    case 'CallCalibrationScored':
      return calibration
        ? { ...state, stage: 'comparing', calibration: { ...calibration, second: scoreOf(event.data) } }
        : state;
    case 'CallCalibrationSettled': {
      if (!calibration) return state;
      const settled = { ...scoreOf(event.data), at: event.at };
      return {
        ...state,
        stage: calibration.before,
        total: settled.total,
        scoredAt: event.at,
        calibration: { ...calibration, settled },
      };
    }
    case 'CallCalibrationWithdrawn':
      return { ...state, stage: event.data.before, scoredAt: event.at, calibration: null };
    case 'CallMomentNoted': {
      const { id, atSec, text, by } = event.data;
      const moments = [...state.moments, { id, atSec, text, by, at: event.at }];
      return { ...state, moments: moments.toSorted((a, b) => a.atSec - b.atSec) };
    }
    case 'CallMomentRemoved':
      return { ...state, moments: state.moments.filter(({ id }) => id !== event.data.id) };
    default:
      return state;
  }
}
