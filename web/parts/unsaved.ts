import { useEffect } from 'react';

const marks = new Set<symbol>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Whether anything on any screen is typed and not yet sent. */
export function unsaved(): boolean {
  return marks.size > 0;
}

export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the console that this screen holds unsaved work: no reload, no new version and no sign-out without asking. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined;
    const mark = Symbol('unsaved');
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault();
    marks.add(mark);
    changed();
    window.addEventListener('beforeunload', stay);
    return () => {
      marks.delete(mark);
      changed();
      window.removeEventListener('beforeunload', stay);
    };
  }, [dirty]);
}
