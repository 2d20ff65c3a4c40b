import { unsaved } from '#web/parts/unsaved.ts';
import { prompt } from '#web/parts/prompt.tsx';
import { translateShell } from '../translations.ts';

/** Whether the page may be left: asks if there is unsaved work. */
export function mayLeave(): Promise<boolean> {
  if (!unsaved()) return Promise.resolve(true);
  return prompt({
    title: translateShell('leaveUnsaved'),
    body: translateShell('leaveUnsavedText'),
    danger: true,
  });
}
