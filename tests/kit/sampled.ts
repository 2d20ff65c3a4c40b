/** Says that this run is the gate, which plays samples of what grows with screens; every other run is whole. */
export const gateName = 'OPS_TEST_GATE';

export const whole = process.env[gateName] === undefined;

/**
 * The members of a register that a test goes through: in the gate the first of each family and every `every`-th of the others, always the
 * same ones; in every other run all of them.
 */
export function sampled<T>(all: Iterable<T>, familyOf: (one: T) => string, every = 6): T[] {
  if (whole) return [...all];
  const seen = new Set<string>();
  let others = 0;
  return [...all].filter((one) => {
    const family = familyOf(one);
    if (!seen.has(family)) return seen.add(family);
    others += 1;
    return others % every === 0;
  });
}

/**
 * What a test tries on the `at`-th member of a register: in the gate every `every`-th, on the next member the next ones, so that a register
 * tries them all together; in every other run all of them.
 */
export function rotated<T>(all: readonly T[], at: number, every = 6): readonly T[] {
  const step = Math.min(every, all.length);
  return whole ? all : all.filter((_one, n) => (n + at) % step === 0);
}
