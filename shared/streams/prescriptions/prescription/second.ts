import { z } from 'zod';
import { oneOf } from '../../../core/fields.ts';
import { isRefusal, refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { ComparedField, Difference } from '../checks/compare.ts';
import { comparedFields, differences, takeFrom } from '../checks/compare.ts';
import { personOf } from '../person.ts';
import type { EnteredLine, RxLine } from './content.ts';
import { lineSchema, mostLines } from './content.ts';
import { deskReads, deskRight, enterDesk, leaveDesk, ownHold, stepRefused, workBegins } from './desk.ts';
import type { FoundNames } from './drugs.ts';
import { namedLines } from './drugs.ts';
import { digitized, startDigitization } from './entry.ts';
import { faceOf, rxEvent } from './events.ts';
import type { RxState } from './state.ts';
import { isAmong } from './state.ts';

/** Starts the second entry of a page's risky lines; the first entry stays hidden. */
export const startSecondEntry = command<RxState, object>({
  input: z.object({}),
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, _input, ctx) {
    const no = stepRefused(state, 'START_SECOND');
    if (no) return no;
    if (isAmong(state.knowers, ctx.viewer.empId)) return refuse('secondIsFirst', 403);
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const same = state.stage === 'secondEntering' && state.second?.empId === ctx.viewer.empId;
    const begun = workBegins('entry', ctx, lease);
    return same
      ? begun
      : [rxEvent({ type: 'DigitizationStarted', data: { by: personOf(ctx), n: 2 } }), ...begun];
  },
});

/**
 * The second entry of the risky lines; where both agree the page advances, otherwise a third person decides.
 */
export const submitSecondEntry = command<RxState, { lines: readonly EnteredLine[] }>({
  input: z.object({ lines: z.array(lineSchema).min(1, 'required').max(mostLines, 'tooManyItems') }),
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, { lines }, ctx) {
    const no = stepRefused(state, 'MATCH');
    if (no) return no;
    if (isAmong(state.knowers, ctx.viewer.empId)) return refuse('secondIsFirst', 403);
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    if (isRefusal(ctx.prepared)) return ctx.prepared;
    const named = namedLines(lines, ctx.prepared as FoundNames);
    if (isRefusal(named)) return named;
    const nos = state.repeat.map(({ no: one }) => one);
    const other = named.find((line) => !nos.includes(line.no));
    if (other) return refuse('lineNotAsked', 422, { line: other.no }, 'lines');
    const missing = nos.find((one) => !named.some((line) => line.no === one));
    if (missing !== undefined) return refuse('lineMissing', 422, { line: missing }, 'lines');
    const first = state.first!;
    const found = differences(first.lines, named, nos);
    const by = personOf(ctx);
    const received = state.received!;
    const submitted = rxEvent({
      type: 'SecondEntrySubmitted',
      data: { by, lines: named, agreed: found.length === 0 },
    });
    if (found.length === 0)
      return {
        events: [
          submitted,
          ...digitized(
            ctx.id,
            received,
            first,
            state.digitizer!,
            [...state.typists, by],
            ctx,
            state.receivedAt,
          ),
          ...leaveDesk('entry', ctx.id, lease),
        ],
        answer: { agreed: true },
      };
    const since = state.receivedAt ? Date.parse(state.receivedAt) : ctx.now;
    return {
      events: [
        submitted,
        ...leaveDesk('entry', ctx.id, lease),
        rxEvent({
          type: 'EntriesDiffered',
          data: { differences: found, lines: nos.length, face: faceOf(received, [...state.typists, by]) },
        }),
        enterDesk('entry', ctx.id, received, ctx.now, since, [...state.typists, by]),
      ],
      answer: { agreed: false, differences: found.length },
    };
  },
});

const third = (state: RxState, empId: number | null): boolean =>
  empId !== null && !isAmong(state.typists, empId);

/** A third person starts comparing both entries side by side. */
export const startDeciding = command<RxState, object>({
  input: z.object({}),
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, _input, ctx) {
    const no = stepRefused(state, 'START_DECIDING');
    if (no) return no;
    if (!third(state, ctx.viewer.empId)) return refuse('deciderIsReader', 403);
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const same = state.stage === 'deciding' && state.decider?.empId === ctx.viewer.empId;
    const begun = workBegins('entry', ctx, lease);
    return same ? begun : [rxEvent({ type: 'DifferencesTaken', data: { by: personOf(ctx) } }), ...begun];
  },
});

interface Choice {
  readonly no: number;
  readonly field: ComparedField;
  readonly take: 'first' | 'second';
}
const choiceSchema = z.object({
  no: z.int('badFormat').min(1, 'badFormat'),
  field: oneOf(comparedFields),
  take: oneOf(['first', 'second']),
});

/** The first entry with the fields for which the second was right. */
export function decidedLines(
  state: Pick<RxState, 'first' | 'secondLines'>,
  choices: readonly Choice[],
): readonly RxLine[] {
  return (state.first?.lines ?? []).map((line) => {
    const other = state.secondLines.find(({ no }) => no === line.no);
    const fields = choices
      .filter(({ no, take }) => no === line.no && take === 'second')
      .map(({ field }) => field);
    return other && fields.length > 0 ? takeFrom(line, other, fields) : line;
  });
}

/** Every difference is decided, none is left to chance. */
export const decideDifferences = command<RxState, { choices: readonly Choice[] }>({
  input: z.object({ choices: z.array(choiceSchema).max(mostLines * comparedFields.length, 'tooManyItems') }),
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, { choices }, ctx) {
    const no = stepRefused(state, 'DECIDED');
    if (no) return no;
    if (!third(state, ctx.viewer.empId)) return refuse('deciderIsReader', 403);
    const lease = ownHold(ctx);
    if (isRefusal(lease)) return lease;
    const chosen = ({ no: line, field }: Difference): boolean =>
      choices.filter((one) => one.no === line && one.field === field).length === 1;
    const open = state.differences.filter((one) => !chosen(one));
    if (open.length > 0 || choices.length !== state.differences.length)
      return refuse('differencesOpen', 422, { n: Math.max(open.length, 1) }, 'choices');
    const by = personOf(ctx);
    const content = { header: state.first!.header, lines: decidedLines(state, choices) };
    return [
      rxEvent({ type: 'DifferencesDecided', data: { by, choices } }),
      ...digitized(
        ctx.id,
        state.received!,
        content,
        state.digitizer!,
        [...state.typists, by],
        ctx,
        state.receivedAt,
      ),
      ...leaveDesk('entry', ctx.id, lease),
    ];
  },
});

/**
 * Starts the current work of a row of the entry desk: the page, its second entry, or the differences between
 * two entries.
 */
export const takeUp = command<RxState, object>({
  input: z.object({}),
  need: deskRight('entry', 'edit'),
  reads: (_input, _state, ctx) => deskReads('entry', ctx),
  decide(state, input, ctx) {
    const { stage } = state;
    const begin =
      stage === 'secondPending' || stage === 'secondEntering'
        ? startSecondEntry
        : stage === 'differing' || stage === 'deciding'
          ? startDeciding
          : startDigitization;
    return begin.decide(state, input, ctx);
  },
});
