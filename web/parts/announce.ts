/**
 * One polite and one assertive live region for the whole console, updated at most every five seconds; the
 * latest text wins.
 */
const PAUSE_MS = 5_000;
type Manner = 'polite' | 'assertive';

const regions = new Map<Manner, HTMLElement>();
const waiting = new Map<Manner, string>();
const last = new Map<Manner, number>();
const timers = new Map<Manner, ReturnType<typeof setTimeout>>();

function region(manner: Manner): HTMLElement {
  let element = regions.get(manner);
  if (!element || !element.isConnected) {
    element = document.createElement('div');
    element.className = 'ops-hidden';
    element.setAttribute('aria-live', manner);
    element.setAttribute('role', manner === 'polite' ? 'status' : 'alert');
    document.body.append(element);
    regions.set(manner, element);
  }
  return element;
}

function t(manner: Manner): void {
  const text = waiting.get(manner);
  timers.delete(manner);
  if (text === undefined) return;
  waiting.delete(manner);
  last.set(manner, performance.now());
  region(manner).textContent = text;
}

/** Announces a text to screen readers. */
export function announce(text: string, manner: Manner = 'polite'): void {
  region(manner);
  waiting.set(manner, text);
  if (timers.has(manner)) return;
  const since = performance.now() - (last.get(manner) ?? -PAUSE_MS);
  timers.set(
    manner,
    setTimeout(() => t(manner), Math.max(50, PAUSE_MS - since)),
  );
}
