import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const root = new URL('../..', import.meta.url).pathname;

/** What a run of Vitest came to, as `tests/run.ts` reads it. */
export interface Report {
  readonly passed: number;
  readonly total: number;
  /** Failed tests as `file: name`; a file that broke before its first test stands alone. */
  readonly failures: readonly string[];
  /** What went wrong outside of every test, and the file during which it did where that is known. */
  readonly strays: readonly { readonly file: string | null; readonly what: string }[];
  /** Files with a failure or a stray error. */
  readonly files: readonly string[];
}

/** Writes the report of a run to a file; Vitest's own JSON leaves out what went wrong outside of tests. */
export const reportTo = (path: string): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((one) => [...one.children.allTests()].map((test) => ({ file: relative(root, one.moduleId), test })));
    // One that did not run has failed as well.
    const bad = tests.filter(({ test }) => test.result().state !== 'passed');
    const broken = modules.filter((one) => one.state() !== 'passed').map((one) => relative(root, one.moduleId));
    const strays = errors.map((error) => {
      const during = error['VITEST_TEST_PATH'];
      return { file: typeof during === 'string' ? relative(root, during) : null, what: `${error.name ?? 'Error'}: ${error.message}` };
    });
    const named = new Set(bad.map(({ file }) => file));
    const report: Report = {
      passed: tests.length - bad.length,
      total: tests.length,
      failures: [...bad.map(({ file, test }) => `${file}: ${test.fullName}`), ...broken.filter((file) => !named.has(file))],
      strays,
      files: [...new Set([...named, ...broken, ...strays.flatMap(({ file }) => file ?? [])])],
    };
    writeFileSync(path, JSON.stringify(report));
  },
});
