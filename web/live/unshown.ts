import type { Failure } from './failure.ts';

type Tell = (failure: Failure, again: () => Promise<unknown>) => void;

const MOMENT_MS = 600;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();
let tell: Tell | null = null;

/** Whoever shows the reference of a failure has told of it. */
export function shown(correlationId: string): void {
  clearTimeout(waiting.get(correlationId));
  waiting.delete(correlationId);
}

/** A change failed. When no part of the screen shows it within a moment, the frame tells it, with a way to send the same again. */
export function mustBeShown(failure: Failure, again: () => Promise<unknown>): void {
  const { correlationId: id, status, field } = failure;
  // An ended session has its overlay; what is wrong with one field, or clashes in it, stands at that field.
  if (status === 401 || (field !== undefined && [400, 409, 422].includes(status)) || waiting.has(id)) return;
  waiting.set(
    id,
    setTimeout(() => {
      waiting.delete(id);
      tell?.(failure, again);
    }, MOMENT_MS),
  );
}

/** The frame that stands on the screen now; answers how to stop. */
export function tellUnshown(now: Tell): () => void {
  tell = now;
  return () => {
    if (tell === now) tell = null;
  };
}
