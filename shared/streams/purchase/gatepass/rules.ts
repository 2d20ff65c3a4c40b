/** The state's own limit applies within a state, the general one between states; paise. */
export function ewayLimit(fromState: string, toState: string): number {
  const high = new Set(['33', '27', '07']);
  return fromState === toState && high.has(toState) ? 1_00_000_00 : 50_000_00;
}
