import { useState } from 'react';
import { AttemptKeys } from './attempt-keys.ts';
import { useAttempt } from './use-attempt.ts';
import type { CommandAnswer } from '#shared/wire.ts';
import { useCommand, type CommandCall } from './use-command.ts';

/**
 * Two commands that undo each other. Each value that is set is a change of its own, also where the answer to an earlier
 * one was lost; one of them may be sent while the other is under way.
 */
export function useSwitch(
  aggregate: string,
  on: string,
  off: string,
): readonly [on: CommandCall<CommandAnswer>, off: CommandCall<CommandAnswer>] {
  const [keys] = useState(() => new AttemptKeys());
  return [
    useCommand(aggregate, on, useAttempt<CommandAnswer>(keys)),
    useCommand(aggregate, off, useAttempt<CommandAnswer>(keys)),
  ];
}
