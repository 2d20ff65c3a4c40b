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

/** What failed: one test, a file that broke before its first test, or an error outside of every test; the name is null in the last two. */
export interface Failure {
  readonly file: string | null;
  readonly name: string | null;
  /** The first lines of what it failed with, and the line of the test that it came from. */
  readonly why: string;
}

/** A worker that ended by a fault of the JavaScript engine, not of a test. */
export interface Crash {
  /** What the worker had been given; in the report those that were not played to their end. */
  readonly files: readonly string[];
  /** How it ended, with the signal. */
  readonly why: string;
}

/** What a run of Vitest came to, as `tests/run.ts` reads it. */
export interface Report {
  readonly passed: number;
  readonly failures: readonly Failure[];
  readonly crashes: readonly Crash[];
  /** Tests left out because they need root, as `file: name`. */
  readonly notRun: readonly string[];
  /** How many tests belong to the full tier and were not asked for. */
  readonly leftToFull: number;
  readonly slowest: readonly Timed[];
}

/** What a run asks for: tests with the tag `gate`, or without `full`, or one test by its full name; otherwise all. */
export interface Asked {
  readonly tags?: 'gate' | '!full';
  readonly name?: string;
}

const isLeftOut = (test: TestCase): boolean => {
  const result = test.result();
  return result.state === 'skipped' && result.note === leftOut;
};

function why(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  if (error === undefined) return '';
  const at = error.stacks?.find(({ file }) => file.startsWith(join(root, 'tests')));
  const lines = stripVTControlCharacters(`${error.message}\n${error.diff ?? ''}`)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...lines.slice(0, 10), ...(at === undefined ? [] : [`at ${relative(root, at.file)}:${at.line}`])]
    .map((line) => line.slice(0, 200))
    .join('\n');
}

/** Signals that the engine ends itself with; too much memory (SIGABRT, SIGKILL) is the run's own. */
const crashed =
  /^(Worker exited unexpectedly with signal (?:SIGTRAP|SIGSEGV|SIGILL|SIGBUS)) .*while running test files? (.+)$/;

/** The crash that an error outside of every test reports; null for any other error. */
export function crashOf(error: SerializedError): Crash | null {
  const [, why, files] = crashed.exec(String(error.cause?.message ?? error.message)) ?? [];
  if (why === undefined || files === undefined) return null;
  return { files: files.split(', ').map((file) => relative(root, file)), why };
}

/** Writes the report of a run to a file; Vitest's own JSON leaves out errors outside of tests. */
export const reportTo = (path: string, asked: Asked): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const all = modules.flatMap((one) =>
      [...one.children.allTests()].map((test) => ({ file: relative(root, one.moduleId), test })),
    );
    const wanted = all.filter(
      ({ test }) =>
        (asked.tags !== 'gate' || test.tags.includes('gate')) &&
        (asked.tags !== '!full' || !test.tags.includes('full')) &&
        (asked.name === undefined || test.fullName === asked.name),
    );
    const tests = wanted.filter(({ test }) => !isLeftOut(test));
    const played = (test: TestCase): boolean => ['passed', 'failed'].includes(test.result().state);
    const ended = new Set(
      modules
        .filter((one) => ['passed', 'failed', 'skipped'].includes(one.state()))
        .map((one) => relative(root, one.moduleId))
        .filter((name) => tests.every(({ file, test }) => file !== name || played(test))),
    );
    const crashes = errors
      .map(crashOf)
      .filter((crash) => crash !== null)
      .map(({ files, why }): Crash => ({ files: files.filter((file) => !ended.has(file)), why }));
    const unplayed = new Set(crashes.flatMap(({ files }) => files));
    // A test skipped for any other reason counts as failed.
    const bad = tests.filter(
      ({ file, test }) =>
        test.result().state === 'failed' || (test.result().state !== 'passed' && !unplayed.has(file)),
    );
    const named = new Set(bad.map(({ file }) => file));
    const broken = modules
      .filter((one) => one.state() === 'failed')
      .map((one) => relative(root, one.moduleId));
    const report: Report = {
      passed: tests.filter(({ file, test }) => test.result().state === 'passed' && !unplayed.has(file))
        .length,
      crashes,
      failures: [
        ...bad.map(({ file, test }) => ({ file, name: test.fullName, why: why(test) })),
        ...broken
          .filter((file) => !named.has(file) && !unplayed.has(file))
          .map((file) => ({ file, name: null, why: 'It broke outside of its tests.' })),
        ...errors
          .filter((error) => crashOf(error) === null)
          .map((error) => {
            const during = error['VITEST_TEST_PATH'];
            return {
              file: typeof during === 'string' ? relative(root, during) : null,
              name: null,
              why: `${error.name ?? 'Error'}: ${error.message}`,
            };
          }),
      ],
      notRun: wanted
        .filter(({ test }) => isLeftOut(test))
        .map(({ file, test }) => `${file}: ${test.fullName}`),
      leftToFull: all.length - wanted.length,
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
