import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { commands } from './registry.ts';
import type { Command } from './registry.ts';

/**
 * Registers commands while the component is mounted, before it is painted. The list may be a new array at
 * every render; only visible changes register again.
 */
export function useCommands(list: readonly Command[]): void {
  const current = useRef(list);
  useLayoutEffect(() => {
    current.current = list;
  });
  const signature = JSON.stringify(
    list.map(({ id, label, keys, scope, permitted, disabled, until, inFields, quiet, listedOnly }) => [
      id,
      label,
      keys,
      scope,
      permitted,
      disabled,
      until,
      inFields,
      quiet,
      listedOnly,
    ]),
  );
  useLayoutEffect(() => {
    const stable = current.current.map((command, index) => ({
      ...command,
      run: () => current.current[index]?.run(),
    }));
    return commands.add(stable);
  }, [signature]);
}

/** All permitted commands. */
export function useCommandList(): readonly Command[] {
  return useSyncExternalStore(commands.subscribe, commands.list);
}
