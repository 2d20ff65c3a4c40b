import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { memoryFlags } from './memory-flags.ts';

/**
 * Runs the server, restarted on every change of its sources, and Vite in front of it with the console. When
 * one ends, both end.
 */
const root = join(import.meta.dirname, '..', '..');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

const parts: ChildProcess[] = [
  spawn(process.execPath, [...memoryFlags, '--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [vite], { cwd: join(root, 'web'), stdio: 'inherit' }),
];

function end(signal: NodeJS.Signals): void {
  for (const part of parts) part.kill(signal);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));
for (const part of parts) {
  part.on('exit', (code) => {
    process.exitCode ??= code ?? 1;
    end('SIGTERM');
  });
}
