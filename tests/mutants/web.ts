import { inFile, type Mutant } from './mutant.ts';

const rows = 'web/live/rows.ts';
const wall = 'web/shell/wall/connection.ts';
const clock = 'web/locales/server-clock.ts';

export const webMutants: readonly Mutant[] = [
  ...inFile('web/shell/wall/WallScreen.tsx', 'web/shell/wall/WallScreen.test.tsx', [
    ['staleAfterMs = 120_000', 'staleAfterMs = 1_200_000', 'A wall shows no figure older than two minutes.'],
    ['now - receivedAt > staleAfterMs', 'false', 'A wall notices that nothing has arrived.'],
    ["old ? '–' : String(value)", 'String(value)', 'An old figure is not shown.'],
    ["old || tile.oldestAt === null ? '–'", "tile.oldestAt === null ? '–'", 'An old age is not shown.'],
  ]),
  ...inFile(wall, 'web/shell/wall/connection.test.ts', [
    [
      "if (code === 4001) return this.#become({ condition: 'unpaired' });",
      '',
      'A device whose token is void is unpaired.',
    ],
    ['performance.now() - this.#lastFrame > SILENT_MS', 'false', 'A silent connection counts as dead.'],
    ["this.rows.delta(frame as FeedDelta) === 'gap'", 'false', 'After a gap the wall resumes.'],
    ['ref: 1, ...this.rows.position', 'ref: 1', 'A wall resumes where it was.'],
    [
      "case 'session:revoked': return this.#become({ condition: 'unpaired' });",
      "case 'session:revoked': return undefined;",
      'A revoked device is unpaired.',
    ],
  ]),
  ...inFile(wall, 'web/shell/wall/WallScreen.test.tsx', [
    [
      "else this.#become({ condition: 'live', receivedAt: frame.now });",
      '',
      'A frame that confirms the rows makes them fresh.',
    ],
  ]),
  ...inFile(rows, 'web/live/rows.test.ts', [
    ["if (frame.seq <= position.seq) return 'old';", '', 'A known frame is ignored.'],
    ["if (frame.prev !== position.seq) return 'gap';", '', 'A missing frame is noticed.'],
    [
      "if (!position || frame.epoch !== position.epoch) return 'gap';",
      "if (!position) return 'gap';",
      'A frame of another epoch is not applied.',
    ],
    ['for (const id of this.#unnamed) this.#set(id, undefined);', '', 'A snapshot removes missing rows.'],
    ["if (frame.seq > position.seq) return 'behind';", '', 'A console that is behind notices it.'],
    [
      "hashText(this.#hash) === frame.hash ? 'equal' : 'different'",
      "'equal'",
      'Different rows are noticed by their hash.',
    ],
    ['{ ...old, ...change.set }', '{ ...change.set } as R', 'A patch keeps the other fields.'],
    [
      'this.rows.clear(); this.#flush.clear();',
      'this.#flush.clear();',
      'Lost rights leave nothing on the screen.',
    ],
    [
      'Math.max(FRAME_MS, this.#flushed + FLUSH_MS - this.#now())',
      'FRAME_MS',
      'Listeners are called at most five times a second.',
    ],
    ['if (old && same(old, row)) continue;', '', 'Unchanged rows stay untouched.'],
  ]),
  ...inFile(clock, 'web/locales/server-clock.test.ts', [
    [
      'received > offset || offset - received > STEP_MS',
      'true',
      'A delayed frame does not set the clock back.',
    ],
    ['serverNow + roundTrip / 2 - local()', 'serverNow - local()', 'Half the round trip is subtracted.'],
    ['if (exact || !header', 'if (!header', 'A frame takes precedence over a header.'],
  ]),
];
