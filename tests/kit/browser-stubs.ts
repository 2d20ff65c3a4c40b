import { vi } from 'vitest';

/** Gives a test what the console asks of a browser and jsdom does not have: no media query matches, no size is ever observed, and no font loads. */
export function stubBrowser(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
}
