import type { Handle } from '../core/parts.ts';

/**
 * One entry of the app's log: what happened and to what, in machine-readable fields, without personal data.
 */
export type Note = (
  level: 'debug' | 'info' | 'warn',
  what: string,
  about: Readonly<Record<string, unknown>>,
) => void;

/** Logs slow commands, with their subject but not their content. */
export function noteSlow(handle: Handle, { slowMs, note }: { slowMs: number; note: Note }): Handle {
  return async (request) => {
    const from = performance.now();
    try {
      return await handle(request);
    } finally {
      const ms = performance.now() - from;
      if (ms >= slowMs)
        note('warn', 'slow command', {
          correlationId: request.correlationId,
          stream: request.stream,
          command: request.command,
          by: request.viewer.kind,
          empId: request.viewer.empId,
          ms: Math.round(ms),
        });
    }
  };
}
