import { session } from '#web/live/session.ts';
import { askMe, knownMe, verdict } from '../me.ts';

const PAUSE_MS = 5 * 60_000;

/** Somebody who reads or types is not idle: every few minutes of it the server hears of them, so that only true idleness ends a session. */
export function startActivity(target: Window = window): void {
  let heard = Date.now();
  const active = (): void => {
    if (!session.now().token || Date.now() - heard < PAUSE_MS) return;
    heard = Date.now();
    if (verdict(knownMe(), 'signedIn').ok) void askMe();
  };
  for (const event of ['keydown', 'pointerdown', 'wheel'] as const) target.addEventListener(event, active, { passive: true, capture: true });
}
