import { session } from '#web/live/session.ts';
import { promptMe, knownMe, verdict } from '../me.ts';

const PAUSE_MS = 5 * 60_000;

/**
 * Reports activity to the server every few minutes while somebody reads or types, so that only real idleness
 * ends the session.
 */
export function startActivity(target: Window = window): void {
  let received = Date.now();
  const active = (): void => {
    if (!session.now().token || Date.now() - received < PAUSE_MS) return;
    received = Date.now();
    if (verdict(knownMe(), 'signedIn').ok) void promptMe();
  };
  for (const event of ['keydown', 'pointerdown', 'wheel'] as const)
    target.addEventListener(event, active, { passive: true, capture: true });
}
