import type { Failure } from './report.ts';

/** More failed tests than this are no chance: nothing is played once more. */
export const mostReplays = 3;
/** More unsteady tests than this are red. */
export const mostUnsteady = 2;

export interface Unsteady {
  readonly file: string;
  readonly name: string;
  /** What it failed with before it passed alone. */
  readonly why: string;
}

export interface Judged {
  readonly failed: readonly Failure[];
  readonly unsteady: readonly Unsteady[];
}

const isTest = (failure: Failure): failure is Failure & { file: string; name: string } =>
  failure.file !== null && failure.name !== null;

/**
 * What failed in a step that depends on time is played once more, each test alone; what passes then is unsteady. Nothing is where more
 * than `mostReplays` failed, or where something broke outside of a test: that is no chance.
 */
export async function judge(
  failures: readonly Failure[],
  passesAlone: (file: string, name: string) => Promise<boolean>,
): Promise<Judged> {
  if (failures.length > mostReplays || !failures.every(isTest)) return { failed: failures, unsteady: [] };
  const alone: { one: (typeof failures)[number]; passes: boolean }[] = [];
  for (const one of failures) alone.push({ one, passes: await passesAlone(one.file, one.name) });
  return {
    failed: alone.filter(({ passes }) => !passes).map(({ one }) => one),
    unsteady: alone.filter(({ passes }) => passes).map(({ one }) => one),
  };
}

/** Red is red; and more unsteady tests than may be are, too. */
export const isGreen = (passed: number, failed: number, unsteady: number): boolean =>
  passed > 0 && failed === 0 && unsteady <= mostUnsteady;
