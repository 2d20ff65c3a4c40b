import { unsaved } from '#web/parts/unsaved.ts';
import { ask } from '#web/parts/ask.tsx';
import { sayShell } from '../words.ts';

/** Whether one may leave now: yes, unless there is unsaved work and the person wants to keep it. */
export function mayLeave(): Promise<boolean> {
  if (!unsaved()) return Promise.resolve(true);
  return ask({ title: sayShell('leaveUnsaved'), body: sayShell('leaveUnsavedText'), danger: true });
}
