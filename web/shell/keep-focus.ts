import { goHome } from '#web/parts/focus-home.ts';

/** A dialog returns the focus by itself once it has gone; a command may put it on what comes next. */
const RETURN_MS = 160;
/** How long a list may take to stand again before the page's title gets the focus. */
const LIST_MS = 1_500;

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus off the page itself. When what had it goes (a panel that is left, the button of a decision, a document that gives way to
 * its list), the focus goes to the list, to the row that was open, else to the page's title. A click on nothing may leave it nowhere.
 */
export function keepFocus(): () => void {
  let held: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;

  const look = (): void => {
    timer = undefined;
    if (held === null || !isLost()) return;
    if (document.querySelector('[role="dialog"][aria-modal="true"]')) return wait();
    if (held.isConnected && held instanceof HTMLElement) {
      held.focus({ preventScroll: true });
      if (!isLost()) return;
    }
    if (goHome()) return;
    if (performance.now() - since < LIST_MS) return wait();
    document.getElementById('sh-title')?.focus({ preventScroll: true });
  };
  function wait(): void {
    timer ??= setTimeout(look, RETURN_MS);
  }

  const changed = new MutationObserver(() => {
    // A button that is disabled while its command is on its way gets the focus back when it has an answer.
    if (timer !== undefined || held === null || !isLost() || held.matches(':disabled')) return;
    since = performance.now();
    wait();
  });
  const took = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target !== document.body) held = target;
  };
  const pressed = ({ target }: PointerEvent): void => {
    if (
      target instanceof Element &&
      target.closest('a, button, input, textarea, select, label, [tabindex]') === null
    )
      held = null;
  };
  document.addEventListener('focusin', took);
  document.addEventListener('pointerdown', pressed, true);
  changed.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    clearTimeout(timer);
    changed.disconnect();
    document.removeEventListener('focusin', took);
    document.removeEventListener('pointerdown', pressed, true);
  };
}
