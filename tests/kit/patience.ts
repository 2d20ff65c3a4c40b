/** Names how many times slower than the reference machine a run's machine is, from 1 to 6; `tests/run.ts` measures it before its first step. */
export const patienceName = 'OPS_PATIENCE';

/** How many times longer than on the reference machine a test may wait; 1 where nobody measured. */
export function patience(): number {
  const told = Number(process.env[patienceName] ?? 1);
  if (!(told >= 1 && told <= 6))
    throw new Error(`${patienceName} is a number from 1 to 6, not "${process.env[patienceName]}".`);
  return told;
}

/**
 * The only limits of tests, in ms. They say "hung", never "slow": each is many times what its kind takes on the reference machine (two
 * quiet cores), and grows with the patience of the run. How fast something is, the bench and the larger tiers say.
 */
export const hung = {
  /** One thing that is waited for: a row, a state, an answer. */
  get wait() {
    return Math.round(60_000 * patience());
  },
  /** A whole test. */
  get test() {
    return Math.round(300_000 * patience());
  },
  /** What a file prepares before its tests, or takes away after them. */
  get hook() {
    return Math.round(300_000 * patience());
  },
};
