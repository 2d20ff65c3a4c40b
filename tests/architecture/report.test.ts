import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crashOf } from '#tests/kit/report.ts';

const files = ['tree.test.ts', 'fields.test.ts'].map((name) => join(import.meta.dirname, name));
const ended = (signal: string, which = files.join(', ')) => ({
  name: 'Error',
  message: '[vitest-pool]: Worker forks emitted error.',
  cause: {
    message: `Worker exited unexpectedly with signal ${signal} during started state while running test file${which === files[0] ? '' : 's'} ${which}`,
  },
});

test.each(['SIGTRAP', 'SIGSEGV', 'SIGILL', 'SIGBUS'])(
  'a worker ended by %s is a crash of the engine',
  (signal) => {
    const why = `Worker exited unexpectedly with signal ${signal}`;
    expect(crashOf(ended(signal, files[0]))).toEqual({ files: ['tests/architecture/tree.test.ts'], why });
    expect(crashOf(ended(signal))?.files).toEqual([
      'tests/architecture/tree.test.ts',
      'tests/architecture/fields.test.ts',
    ]);
  },
);

test.each(['SIGABRT', 'SIGKILL', 'SIGTERM'])('one ended by %s is none', (signal) => {
  expect(crashOf(ended(signal))).toBeNull();
});

test('an error of a test is none, whatever it says', () => {
  expect(crashOf({ name: 'Error', message: 'signal SIGTRAP' })).toBeNull();
});
