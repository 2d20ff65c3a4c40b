import type { Event } from '../../../core/event.ts';
import type { Flag } from '../clinical/ranges.ts';
import type { By } from '../emit.ts';
import type { EscalationStage } from './escalation.machine.ts';
import type { Level, Severity } from './ladder.ts';

export const escalationSources = ['vital', 'lab', 'call', 'kit', 'observation'] as const;
export type EscalationSource = (typeof escalationSources)[number];

/** The value or record that gave cause; names are those of the masters, units UCUM. */
export interface EscalationCause {
  /** `vital-12`, `labreport-7`; null where a person raised it. */
  readonly stream: string | null;
  readonly name: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly flag: Flag | null;
}

export interface EscalationFace {
  readonly patientId: number;
  readonly patientName: string;
  readonly pooId: number | null;
  readonly ref: string;
  readonly source: EscalationSource;
  readonly severity: Severity;
  readonly cause: EscalationCause;
  /** What a person wrote; empty where the value says it all. */
  readonly text: string;
  readonly raisedBy: By;
  readonly owner: number | null;
}

interface Clocked {
  readonly patientId: number;
  readonly level: Level;
  /** ISO: when the next level hears of it if nobody acknowledges, or nothing comes of it. */
  readonly ackBy: string | null;
  readonly resolveBy: string;
  /** ISO: when it rings again; null where it does not. */
  readonly ringAt: string | null;
  readonly notified: readonly number[];
  readonly severity: Severity;
  readonly ref: string;
  readonly pooId: number | null;
}

export type EscalationEvent =
  | Event<'EscalationRaised', EscalationFace & Clocked>
  | Event<'EscalationRang', Clocked & { readonly n: number }>
  | Event<
      'EscalationLevelRaised',
      Clocked & { readonly why: 'notAcknowledged' | 'notResolved' | 'asked'; readonly reason: string | null }
    >
  | Event<'EscalationAcknowledged', { readonly patientId: number; readonly by: By; readonly minutes: number }>
  | Event<
      'EscalationResolved',
      {
        readonly patientId: number;
        readonly by: By;
        readonly resolution: string;
        readonly outcome: Outcome;
        readonly iResolutionStatus: 1;
      }
    >
  | Event<'EscalationReopened', EscalationFace & Clocked & { readonly reason: string }>;

export const outcomes = [
  'medicineChanged',
  'hospital',
  'recheckNormal',
  'adviceGiven',
  'falseReading',
  'other',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface EscalationState {
  readonly stage: EscalationStage;
  readonly face: EscalationFace | null;
  readonly level: Level;
  readonly rings: number;
  readonly raisedAt: string | null;
  readonly ackBy: string | null;
  readonly resolveBy: string | null;
  readonly ringAt: string | null;
  readonly notified: readonly number[];
  readonly acknowledgedBy: By | null;
  readonly acknowledgedAt: string | null;
  readonly resolvedBy: By | null;
  readonly resolvedAt: string | null;
  readonly resolution: string | null;
  readonly outcome: Outcome | null;
}

export const noEscalation = (): EscalationState => ({
  stage: 'none',
  face: null,
  level: 1,
  rings: 0,
  raisedAt: null,
  ackBy: null,
  resolveBy: null,
  ringAt: null,
  notified: [],
  acknowledgedBy: null,
  acknowledgedAt: null,
  resolvedBy: null,
  resolvedAt: null,
  resolution: null,
  outcome: null,
});

const faceOf = ({
  patientId,
  patientName,
  pooId,
  ref,
  source,
  severity,
  cause,
  text,
  raisedBy,
  owner,
}: EscalationFace): EscalationFace => ({
  ...{ patientId, patientName, pooId, ref, source, severity, cause, text, raisedBy, owner },
});
const clocked = ({ level, ackBy, resolveBy, ringAt, notified }: Clocked) => ({
  level,
  ackBy,
  resolveBy,
  ringAt,
  notified,
});

export function evolveEscalation(
  state: EscalationState,
  event: EscalationEvent & { readonly at: string },
): EscalationState {
  switch (event.type) {
    case 'EscalationRaised':
    case 'EscalationReopened':
      return {
        ...noEscalation(),
        stage: 'raised',
        face: faceOf(event.data),
        raisedAt: event.at,
        ...clocked(event.data),
      };
    case 'EscalationRang':
      return { ...state, ...clocked(event.data), rings: event.data.n };
    case 'EscalationLevelRaised':
      return { ...state, ...clocked(event.data), rings: 0 };
    case 'EscalationAcknowledged':
      return {
        ...state,
        stage: 'acknowledged',
        acknowledgedBy: event.data.by,
        acknowledgedAt: event.at,
        ackBy: null,
        ringAt: null,
      };
    case 'EscalationResolved': {
      const { by, resolution, outcome } = event.data;
      return {
        ...state,
        stage: 'resolved',
        resolvedBy: by,
        resolvedAt: event.at,
        resolution,
        outcome,
        ackBy: null,
        ringAt: null,
      };
    }
    default:
      return state;
  }
}
