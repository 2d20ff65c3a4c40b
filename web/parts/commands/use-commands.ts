import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { commands } from './registry.ts';
import type { Command } from './registry.ts';

/** Offers commands while the component is shown, from before it is painted. The list may be new at every render; only what can be seen of it registers anew. */
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
    const stable = current.current.map((command, index) => ({ ...command, run: () => current.current[index]?.run() }));
    return commands.add(stable);
  }, [signature]);
}

/** Everything one may do now. */
export function useCommandList(): readonly Command[] {
  return useSyncExternalStore(commands.subscribe, commands.list);
}
