import type { Failure } from './failure.ts';

type ShowUnseen = (failure: Failure, again: () => Promise<unknown>) => void;

const MOMENT_MS = 600;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();
let emit: ShowUnseen | null = null;

/** Called by the component that shows a failure's reference. */
export function shown(correlationId: string): void {
  clearTimeout(waiting.get(correlationId));
  waiting.delete(correlationId);
}

/**
 * A change failed. Unless part of the screen shows it within a moment, the shell does, with a way to retry.
 */
export function mustBeShown(failure: Failure, again: () => Promise<unknown>): void {
  const { correlationId: id, status, field } = failure;
  // An ended session has its overlay; a problem of one field is shown at that field.
  if (status === 401 || (field !== undefined && [400, 409, 422].includes(status)) || waiting.has(id)) return;
  waiting.set(
    id,
    setTimeout(() => {
      waiting.delete(id);
      emit?.(failure, again);
    }, MOMENT_MS),
  );
}

/** Registers how the shell shows failures; returns how to unregister. */
export function showUnseen(now: ShowUnseen): () => void {
  emit = now;
  return () => {
    if (emit === now) emit = null;
  };
}
