import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { leftOut } from './needs-root.ts';

const root = join(import.meta.dirname, '..', '..');

export interface Timed {
  readonly name: string;
  readonly ms: number;
}

/** The result of a Vitest run, as `tests/run.ts` reads it. */
export interface Report {
  readonly passed: number;
  readonly total: number;
  /**
   * Failed tests as `file: name`, each followed by the beginning of its error; a file that failed before its
   * first test is listed alone.
   */
  readonly failures: readonly string[];
  /** Errors outside of every test, with the file that was running where that is known. */
  readonly strays: readonly { readonly file: string | null; readonly what: string }[];
  /** Tests skipped because they need root, as `file: name`. */
  readonly notRun: readonly string[];
  readonly slowest: readonly Timed[];
}

const isLeftOut = (test: TestCase): boolean => {
  const result = test.result();
  return result.state === 'skipped' && result.note === leftOut;
};

/** The first lines of a failed test's message, and the line of the test that it came from. */
function reason(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  if (error === undefined) return '';
  const at = error.stacks?.find(({ file }) => file.startsWith(join(root, 'tests')));
  const lines = stripVTControlCharacters(`${error.message}\n${error.diff ?? ''}`)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...lines.slice(0, 10), ...(at === undefined ? [] : [`at ${relative(root, at.file)}:${at.line}`])]
    .map((line) => `\n       ${line.slice(0, 200)}`)
    .join('');
}

/** Writes the report of a run to a file; Vitest's own JSON leaves out errors outside of tests. */
export const reportTo = (path: string): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const all = modules.flatMap((one) =>
      [...one.children.allTests()].map((test) => ({ file: relative(root, one.moduleId), test })),
    );
    const tests = all.filter(({ test }) => !isLeftOut(test));
    // A test skipped for any other reason counts as failed.
    const bad = tests.filter(({ test }) => test.result().state !== 'passed');
    const broken = modules
      .filter((one) => one.state() === 'failed')
      .map((one) => relative(root, one.moduleId));
    const named = new Set(bad.map(({ file }) => file));
    const report: Report = {
      passed: tests.length - bad.length,
      total: tests.length,
      failures: [
        ...bad.map(({ file, test }) => `${file}: ${test.fullName}${reason(test)}`),
        ...broken.filter((file) => !named.has(file)),
      ],
      strays: errors.map((error) => {
        const during = error['VITEST_TEST_PATH'];
        return {
          file: typeof during === 'string' ? relative(root, during) : null,
          what: `${error.name ?? 'Error'}: ${error.message}`,
        };
      }),
      notRun: all.filter(({ test }) => isLeftOut(test)).map(({ file, test }) => `${file}: ${test.fullName}`),
      slowest: tests
        .map(({ file, test }) => ({
          name: `${file}: ${test.fullName}`,
          ms: test.diagnostic()?.duration ?? 0,
        }))
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, 10),
    };
    writeFileSync(path, JSON.stringify(report));
  },
});
