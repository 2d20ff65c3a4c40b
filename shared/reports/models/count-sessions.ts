import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { countLife, evolveCount, noCount, type CountState } from '../../streams/stock/count/state.ts';

/** One row per count of stock: matching lines, excess and missing units. Money in paise, at cost. */
export const countSessions = {
  name: 'count_sessions',
  version: 1,
  streams: ['count'],
  subject: ({ stream }) => (streamName(stream) === 'count' ? streamKey(stream) : null),
  fold: (before, event, id) => evolveCount(before ?? noCount(id), event as Parameters<typeof evolveCount>[1]),
  rows: (state, id) => {
    if (!state.exists) return [];
    const known = state.lines.filter(({ variance }) => variance !== null);
    const matched = known.filter(({ variance }) => variance === 0).length;
    const excess = known.reduce((sum, { valuePaise }) => sum + Math.max(0, valuePaise ?? 0), 0);
    const short = known.reduce((sum, { valuePaise }) => sum + Math.max(0, -(valuePaise ?? 0)), 0);
    return [
      {
        id,
        ref: state.number,
        madeAt: state.madeAt,
        stage: state.stage,
        tray: state.header.tray === '' ? null : state.header.tray,
        lines: state.lines.length,
        compared: known.length,
        matched,
        differing: known.length - matched,
        excess,
        short,
        net: excess - short,
        rounds: state.round,
        counters: state.counters.length + state.counted.length,
        by: state.madeBy.name,
        submittedAt: state.steps.findLast(({ step }) => step === 'submit')?.at ?? null,
        iPooId: state.pooId,
      },
    ];
  },
} satisfies ReportModel<CountState>;

const count = <N extends string>(name: N) => ({ name, kind: 'number', width: 90, total: 'sum' }) as const;
const money = <N extends string>(name: N) => ({ name, kind: 'money', width: 110, total: 'sum' }) as const;
export const countColumns = {
  madeAt: { name: 'madeAt', kind: 'datetime', width: 140 },
  ref: { name: 'ref', kind: 'id', width: 150 },
  stage: { name: 'stage', kind: 'choice', width: 140, options: countLife.stages },
  tray: { name: 'tray', kind: 'id', width: 120 },
  lines: count('lines'),
  compared: count('compared'),
  matched: count('matched'),
  differing: count('differing'),
  excess: money('excess'),
  short: money('short'),
  net: money('net'),
  rounds: { name: 'rounds', kind: 'number', width: 80 },
  counters: { name: 'counters', kind: 'number', width: 90 },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  submittedAt: { name: 'submittedAt', kind: 'datetime', width: 140 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
