import { inFile, type Mutant } from './mutant.ts';

const rows = 'web/live/rows.ts';
const wall = 'web/shell/wall/line.ts';
const clock = 'web/words/server-clock.ts';

export const webMutants: readonly Mutant[] = [
  ...inFile('web/shell/wall/WallScreen.tsx', 'web/shell/wall/WallScreen.test.tsx', [
    ['staleAfterMs = 120_000', 'staleAfterMs = 1_200_000', 'A wall shows no figure older than two minutes.'],
    ['now - heardAt > staleAfterMs', 'false', 'A wall notices that nothing was heard.'],
    ["old ? '–' : String(value)", 'String(value)', 'An old figure is not shown.'],
    ["old || tile.oldestAt === null ? '–'", "tile.oldestAt === null ? '–'", 'An old age is not shown.'],
  ]),
  ...inFile(wall, 'web/shell/wall/line.test.ts', [
    ["if (code === 4001) return this.#become({ standing: 'unpaired' });", '', 'A device whose token opens nothing is unpaired.'],
    ['performance.now() - this.#lastFrame > SILENT_MS', 'false', 'A silent connection is taken for dead.'],
    ["this.rows.delta(frame as FeedDelta) === 'gap'", 'false', 'After a gap the wall asks again.'],
    ['ref: 1, ...this.rows.position', 'ref: 1', 'A wall resumes where it was.'],
    ["case 'session:revoked': return this.#become({ standing: 'unpaired' });", "case 'session:revoked': return undefined;", 'A revoked device is unpaired.'],
  ]),
  ...inFile(wall, 'web/shell/wall/WallScreen.test.tsx', [
    ["else this.#become({ standing: 'live', heardAt: frame.now });", '', 'A frame that says the rows are right makes them fresh.'],
  ]),
  ...inFile(rows, 'web/live/rows.test.ts', [
    ["if (frame.seq <= position.seq) return 'old';", '', 'A frame known already is passed over.'],
    ["if (frame.prev !== position.seq) return 'gap';", '', 'A missing frame is noticed.'],
    ["if (!position || frame.epoch !== position.epoch) return 'gap';", "if (!position) return 'gap';", 'A frame of another epoch is not applied.'],
    ['for (const id of [...this.rows.keys()]) if (!here.has(id)) this.#set(id, undefined);', '', 'A snapshot takes away what is gone.'],
    ["if (frame.seq > position.seq) return 'behind';", '', 'A console that is behind says so.'],
    ["hashText(this.#hash) === frame.hash ? 'equal' : 'different'", "'equal'", 'Different rows are noticed by their hash.'],
    ['{ ...old, ...change.set }', '{ ...change.set } as R', 'A patch keeps the other fields.'],
    ['this.rows.clear(); this.#flush.clear();', 'this.#flush.clear();', 'Lost rights leave nothing on the screen.'],
    ['Math.max(FRAME_MS, this.#flushed + FLUSH_MS - this.#now())', 'FRAME_MS', 'Listeners hear at most five times a second.'],
    ['if (!old || !same(old, row)) this.#set(row.id, row);', 'this.#set(row.id, row);', 'What stayed the same stays untouched.'],
  ]),
  ...inFile(clock, 'web/words/server-clock.test.ts', [
    ['heard > offset || offset - heard > STEP_MS', 'true', 'A delayed frame does not set the clock back.'],
    ['serverNow + roundTrip / 2 - local()', 'serverNow - local()', 'Half the round trip is taken off.'],
    ['if (exact || !header', 'if (!header', 'A frame is trusted before a header.'],
  ]),
];
