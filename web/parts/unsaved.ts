import { useEffect } from 'react';

const marks = new Set<symbol>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Whether any screen has unsent input. */
export function unsaved(): boolean {
  return marks.size > 0;
}

export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks this screen as having unsaved work: reload, new version and sign-out then ask first. */
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
