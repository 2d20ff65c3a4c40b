import type { Handle } from './house.ts';

/** One line of the house's own log: what happened, and about what, in fields that a machine can look for. Personal data has no place in it. */
export type Note = (level: 'debug' | 'info' | 'warn', what: string, about: Readonly<Record<string, unknown>>) => void;

/** Orders that take long are said, with what they were about but not what was in them. */
export function noteSlow(handle: Handle, { slowMs, note }: { slowMs: number; note: Note }): Handle {
  return async (order) => {
    const from = performance.now();
    try {
      return await handle(order);
    } finally {
      const ms = performance.now() - from;
      if (ms >= slowMs)
        note('warn', 'slow command', {
          correlationId: order.correlationId,
          stream: order.stream,
          command: order.command,
          by: order.viewer.kind,
          empId: order.viewer.empId,
          ms: Math.round(ms),
        });
    }
  };
}
