import { businessDay } from '#shared/core/day.ts';
import type { FatalFault, Scores } from '#shared/streams/calls/review/state.ts';
import type { DemoCommand } from './demo-command.ts';

const minute = 60_000;
/** Tara Bose scores; Leena Thomas gives second scores; Farhan Ali asks for them and settles. */
const [quality, second, lead] = [171, 104, 131] as const;

/** A call of the days before whose review is scored on the same evening. */
export interface ScoredCall {
  readonly name: string;
  /** An instant of its day, in the evening. */
  readonly evening: number;
}

const points = (
  ...[greeting = 20, listening = 20, product = 20, compliance = 20, closing = 20]: readonly number[]
): Scores => ({ greeting, listening, product, compliance, closing });

interface Card {
  readonly scores: Scores;
  readonly fatal?: readonly FatalFault[];
  readonly remarks: string;
  readonly moment?: readonly [atSec: number, text: string];
}

/** How the calls were scored, in turn. */
const cards: readonly Card[] = [
  {
    scores: points(18, 15, 16, 20, 11),
    remarks: 'Listens well; ended without naming the next step',
    moment: [71, 'Ends without saying when the callback comes'],
  },
  { scores: points(20, 18, 17, 20, 18), remarks: 'Clear and friendly' },
  {
    scores: points(14, 12, 15, 18, 12),
    remarks: 'Interrupted twice while the customer told of her medicines',
    moment: [24, 'Talks over the customer'],
  },
  { scores: points(19, 17, 18, 20, 16), remarks: 'Good summary at the end' },
];

/** What the second reviewer made of a call whose first card is `cards[0]`. */
const again: Card = {
  scores: points(18, 16, 10, 20, 12),
  remarks: 'Named the wrong strength and did not correct it',
  moment: [39, 'Says 500 mg; the customer takes 850'],
};

/** Reviews of the last days: most are scored, one is settled after a second score, one is to settle, one waits for its second score. */
export function demoReviews(calls: readonly ScoredCall[], now: number): DemoCommand[] {
  const commands: DemoCommand[] = [];
  const give = (at: number, as: number, stream: string, command: string, input: object = {}): void =>
    void commands.push({ at, as, stream, command, input: { ...input } });
  const item = (name: string): string => `queueitem-qualityReview-{${name}}`;
  const card = (at: number, as: number, name: string, command: string, given: Card): void => {
    const { scores, fatal = [], remarks, moment } = given;
    give(at, as, item(name), 'claim');
    // Within the lease of a claim that no heartbeat renews.
    if (moment)
      give(at + 0.5 * minute, as, `callreview-{${name}}`, 'noteMoment', {
        atSec: moment[0],
        text: moment[1],
      });
    give(at + minute, as, `callreview-{${name}}`, command, { scores, fatal, remarks });
  };
  for (const evening of new Set(calls.map((call) => call.evening)))
    give(evening - 10 * minute, quality, `attendance-${quality}-${businessDay(evening)}`, 'checkIn');
  for (const [n, { name, evening }] of calls.entries())
    card(evening + n * 4 * minute, quality, name, 'score', cards[n % cards.length]!);
  for (const evening of new Set(calls.map((call) => call.evening)))
    give(evening + 90 * minute, quality, `attendance-${quality}-${businessDay(evening)}`, 'checkOut', {
      confirmed: true,
    });

  const [settled, toSettle, waiting] = [calls[0], calls[4], calls[2]];
  if (!settled || !toSettle || !waiting) return commands;
  for (const [n, { name }] of [settled, toSettle, waiting].entries())
    give(now - (230 - n) * minute, lead, `callreview-{${name}}`, 'calibrate');
  card(now - 220 * minute, second, settled.name, 'scoreAgain', again);
  card(now - 210 * minute, second, toSettle.name, 'scoreAgain', again);
  give(now - 200 * minute, lead, item(settled.name), 'claim');
  give(now - 199 * minute, lead, `callreview-{${settled.name}}`, 'settleCalibration', {
    scores: points(18, 16, 10, 20, 11),
    fatal: [],
    reason: 'The wrong strength is on the recording; listening was better than first noted.',
  });
  return commands;
}
