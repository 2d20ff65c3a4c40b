import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { leftOut } from './needs-root.ts';

const root = join(import.meta.dirname, '..', '..');

export interface Timed {
  readonly name: string;
  readonly ms: number;
}

/** What a run of Vitest came to, as `tests/run.ts` reads it. */
export interface Report {
  readonly passed: number;
  readonly total: number;
  /** Failed tests as `file: name`; a file that broke before its first test stands alone. */
  readonly failures: readonly string[];
  /** What went wrong outside of every test, and the file during which it did where that is known. */
  readonly strays: readonly { readonly file: string | null; readonly what: string }[];
  /** Tests left out because they need root, as `file: name`. */
  readonly notRun: readonly string[];
  readonly slowest: readonly Timed[];
}

const isLeftOut = (test: TestCase): boolean => {
  const result = test.result();
  return result.state === 'skipped' && result.note === leftOut;
};

/** Writes the report of a run to a file; Vitest's own JSON leaves out what went wrong outside of tests. */
export const reportTo = (path: string): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const all = modules.flatMap((one) => [...one.children.allTests()].map((test) => ({ file: relative(root, one.moduleId), test })));
    const tests = all.filter(({ test }) => !isLeftOut(test));
    // A test skipped for any other reason counts as failed.
    const bad = tests.filter(({ test }) => test.result().state !== 'passed');
    const broken = modules.filter((one) => one.state() === 'failed').map((one) => relative(root, one.moduleId));
    const named = new Set(bad.map(({ file }) => file));
    const report: Report = {
      passed: tests.length - bad.length,
      total: tests.length,
      failures: [...bad.map(({ file, test }) => `${file}: ${test.fullName}`), ...broken.filter((file) => !named.has(file))],
      strays: errors.map((error) => {
        const during = error['VITEST_TEST_PATH'];
        return { file: typeof during === 'string' ? relative(root, during) : null, what: `${error.name ?? 'Error'}: ${error.message}` };
      }),
      notRun: all.filter(({ test }) => isLeftOut(test)).map(({ file, test }) => `${file}: ${test.fullName}`),
      slowest: tests
        .map(({ file, test }) => ({ name: `${file}: ${test.fullName}`, ms: test.diagnostic()?.duration ?? 0 }))
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, 10),
    };
    writeFileSync(path, JSON.stringify(report));
  },
});
