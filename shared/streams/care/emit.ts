import type { Event, NewEvent } from '../../core/event.ts';
import type { Ctx } from '../../core/stream.ts';

/** Who did something, as health records keep it for ever. */
export interface By {
  readonly empId: number | null;
  readonly name: string;
}

export const byOf = ({ viewer }: Pick<Ctx, 'viewer'>): By => ({ empId: viewer.empId, name: viewer.name });

/** An event checked against its stream's union; `stream` names another stream than the command's own. */
export function emit<E extends Event>(event: E, stream?: string): NewEvent {
  return { type: event.type, data: { ...event.data }, ...(stream === undefined ? {} : { stream }) };
}

export const iso = (at: number): string => new Date(at).toISOString();
