import { services } from '../../core/view.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';

export const callDirections = ['poll', 'webhook', 'command'] as const;
export type CallDirection = (typeof callDirections)[number];
/**
 * What came of a call. `empty` brought nothing new, `unknown` was sent without an answer, `dropped` are calls that were too many to
 * be noted.
 */
export const callResults = [
  ...(['applied', 'duplicate', 'ignored', 'waiting', 'dead'] as const),
  ...(['empty', 'failed', 'unknown', 'dropped'] as const),
] as const;
export type CallResult = (typeof callResults)[number];
export const callAnswers = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
const answerTones = { '4xx': 'warn', '5xx': 'danger', none: 'danger' } as const;
/** How many days a call is kept, and how many of them one query spans. */
export const callDays = { kept: 180, query: 31 } as const;

/** Calls with the base services, written by the server beside the log. */
export const serviceCalls = {
  name: 'service_calls',
  version: 1,
  kept: true,
  streams: [],
  subject: () => null,
  fold: () => null,
  rows: () => [],
} satisfies ReportModel<null>;

export const callColumns = {
  at: { name: 'at', kind: 'datetime', width: 140 },
  service: { name: 'service', kind: 'choice', width: 105, options: services },
  direction: { name: 'direction', kind: 'choice', width: 95, options: callDirections },
  method: { name: 'method', kind: 'id', width: 80, hidden: true },
  route: { name: 'route', kind: 'text', width: 220 },
  status: { name: 'status', kind: 'id', width: 70 },
  answer: {
    name: 'answer',
    kind: 'choice',
    width: 100,
    options: callAnswers,
    tones: answerTones,
    hidden: true,
  },
  ms: { name: 'ms', kind: 'number', width: 70, total: 'average' },
  bytes: { name: 'bytes', kind: 'number', width: 100, total: 'sum', hidden: true },
  attempt: { name: 'attempt', kind: 'number', width: 80, hidden: true },
  result: { name: 'result', kind: 'choice', width: 120, options: callResults },
  error: { name: 'error', kind: 'id', width: 140 },
  calls: { name: 'calls', kind: 'number', width: 80, total: 'sum' },
  messages: { name: 'messages', kind: 'number', width: 100, total: 'sum', hidden: true },
  madeEvents: { name: 'madeEvents', kind: 'number', width: 90, total: 'sum' },
  stream: { name: 'stream', kind: 'id', width: 150 },
  correlation: { name: 'correlation', kind: 'id', width: 230, hidden: true },
  failed: { name: 'failed', kind: 'number', width: 80, hidden: true },
  duplicates: { name: 'duplicates', kind: 'number', width: 80, hidden: true },
  dead: { name: 'dead', kind: 'number', width: 80, hidden: true },
  dropped: { name: 'dropped', kind: 'number', width: 80, hidden: true },
} as const satisfies Readonly<Record<string, ReportColumn>>;
