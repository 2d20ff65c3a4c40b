import { businessDay } from '#shared/core/day.ts';
import { allApprovals } from '../core/registers.ts';
import type { DemoCommand } from './demo-command.ts';

const minute = 60_000;

/** The example of every kind of approval that has one; each waits for a decision. */
export function demoExamples(now: number): DemoCommand[] {
  const today = businessDay(now);
  return allApprovals().flatMap(({ name, example }) =>
    example === null
      ? []
      : example.steps(today).map(({ stream, command, input }, n): DemoCommand => ({
          at: now - (example.minutesAgo - n) * minute,
          as: example.as,
          stream: stream.replace(/-\$$/, `-{${name}}`),
          command,
          input,
          ...(stream.endsWith('-new') ? { name } : {}),
        })),
  );
}
