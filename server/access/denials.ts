import { accessAuditLimits } from '#shared/access/access-audit.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { Clock } from '../core/parts.ts';
import type { Record } from './access-log.ts';

export interface Denial {
  readonly objectType: 'door' | 'feed';
  readonly objectId: string;
  readonly ip: string;
  readonly correlationId?: string;
}

export type NoteDenial = (viewer: Viewer, denial: Denial) => Promise<void>;

/**
 * Records refusals, at most once a minute per session and route or feed. `notify` gets every refusal of a
 * route, but of a feed only one within the alarm's ten minutes, because a console that lost a right asks
 * again by itself.
 */
export function openDenials(clock: Clock, record: Record, notify: (viewer: Viewer) => void): NoteDenial {
  const noted = new Map<string, number>();
  const reported = new Map<string, number>();
  return async (viewer, denial) => {
    const { empId, name, sessionId } = viewer;
    const key = `${sessionId} ${denial.objectType} ${denial.objectId}`;
    const now = clock.now();
    if (denial.objectType === 'door' || now - (reported.get(key) ?? 0) >= accessAuditLimits.deniedMs) {
      if (reported.size > 5_000) reported.clear();
      reported.set(key, now);
      notify(viewer);
    }
    if (now - (noted.get(key) ?? 0) < 60_000) return;
    if (noted.size > 5_000) noted.clear();
    noted.set(key, now);
    await record({ action: 'denied', result: 'deny', empId, name, sessionId, ...denial });
  };
}
