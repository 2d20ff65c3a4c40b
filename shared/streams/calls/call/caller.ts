import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { businessDay } from '../../../core/day.ts';

/** What an agent was offered, and when its preview ends. */
export interface Served {
  readonly item: string;
  readonly queue: string;
  readonly subject: string;
  readonly ref: string;
  readonly name: string;
  readonly campaignId: number | null;
  /** Translation key of "why this one now", with its values. */
  readonly why: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly leaseId: string;
  readonly servedAt: string;
  readonly previewUntil: string;
}

/** One agent's calling state: at most one live call, at most one served item. */
export interface CallerState {
  readonly empId: number;
  readonly live: { readonly call: string; readonly item: string | null } | null;
  readonly served: Served | null;
  /** Calls so far, of all days. */
  readonly calls: number;
  readonly misses: number;
  /** After three missed previews nothing is served until the agent confirms to be back. */
  readonly paused: boolean;
  readonly skips: { readonly day: string; readonly n: number };
  /** Subject → ISO instant until which it is not offered to this agent. */
  readonly skipped: Readonly<Record<string, string>>;
  /** Items served today per campaign, for fairness between campaigns. */
  readonly campaigns: { readonly day: string; readonly served: Readonly<Record<string, number>> };
}

export type CallerEvent =
  | Event<'CallLineTaken', { readonly call: string; readonly item: string | null }>
  | Event<'CallLineFreed', { readonly call: string }>
  | Event<'ItemServed', Served>
  | Event<
      'ItemSkipped',
      {
        readonly item: string;
        readonly subject: string;
        readonly ref: string;
        readonly reason: string;
        readonly until: string;
      }
    >
  | Event<
      'PreviewMissed',
      { readonly item: string; readonly ref: string; readonly misses: number; readonly paused: boolean }
    >
  | Event<'ServedItemLost', { readonly item: string }>
  | Event<'ServingResumed', object>;

export const callerStream = (empId: number | null | undefined): string => `caller-${empId ?? 0}`;

export const noCaller = (key: string): CallerState => ({
  empId: Number(key),
  live: null,
  served: null,
  calls: 0,
  misses: 0,
  paused: false,
  skips: { day: '', n: 0 },
  skipped: {},
  campaigns: { day: '', served: {} },
});

export const skipsOn = ({ skips }: Pick<CallerState, 'skips'>, day: string): number =>
  skips.day === day ? skips.n : 0;

export function evolveCaller(state: CallerState, event: RecordedEventOf<CallerEvent>): CallerState {
  switch (event.type) {
    case 'CallLineTaken':
      return {
        ...state,
        live: { call: event.data.call, item: event.data.item },
        served: null,
        misses: 0,
        calls: state.calls + 1,
      };
    case 'CallLineFreed':
      return state.live?.call === event.data.call ? { ...state, live: null } : state;
    case 'ItemServed': {
      const day = businessDay(Date.parse(event.at));
      const before = state.campaigns.day === day ? state.campaigns.served : {};
      const campaign = String(event.data.campaignId ?? 0);
      return {
        ...state,
        served: event.data,
        campaigns: { day, served: { ...before, [campaign]: (before[campaign] ?? 0) + 1 } },
      };
    }
    case 'ItemSkipped': {
      const day = businessDay(Date.parse(event.at));
      const kept = Object.entries(state.skipped).filter(([, until]) => until > event.at);
      return {
        ...state,
        served: null,
        misses: 0,
        skips: { day, n: skipsOn(state, day) + 1 },
        skipped: { ...Object.fromEntries(kept), [event.data.subject]: event.data.until },
      };
    }
    case 'PreviewMissed':
      return { ...state, served: null, misses: event.data.misses, paused: event.data.paused };
    case 'ServedItemLost':
      return state.served?.item === event.data.item ? { ...state, served: null } : state;
    case 'ServingResumed':
      return { ...state, paused: false, misses: 0 };
    default:
      return state;
  }
}
