import { readingLimits } from '#shared/access/readings.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { Clock } from '../house.ts';
import type { Record } from './access-log.ts';

export interface Denial {
  readonly objectType: 'door' | 'feed';
  readonly objectId: string;
  readonly ip: string;
  readonly correlationId?: string;
}

export type NoteDenial = (viewer: Viewer, denial: Denial) => Promise<void>;

/**
 * Who is turned away at a door or from a feed is written down, once a minute for one session and door or feed. `tell` hears of every time
 * at a door; of a feed once in the ten minutes that the alarm looks at, as a console that lost a right asks again by itself.
 */
export function openDenials(clock: Clock, record: Record, tell: (viewer: Viewer) => void): NoteDenial {
  const noted = new Map<string, number>();
  const told = new Map<string, number>();
  return async (viewer, denial) => {
    const { empId, name, sessionId } = viewer;
    const key = `${sessionId} ${denial.objectType} ${denial.objectId}`;
    const now = clock.now();
    if (denial.objectType === 'door' || now - (told.get(key) ?? 0) >= readingLimits.deniedMs) {
      if (told.size > 5_000) told.clear();
      told.set(key, now);
      tell(viewer);
    }
    if (now - (noted.get(key) ?? 0) < 60_000) return;
    if (noted.size > 5_000) noted.clear();
    noted.set(key, now);
    await record({ action: 'denied', result: 'deny', empId, name, sessionId, ...denial });
  };
}
