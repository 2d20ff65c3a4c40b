// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { saveBlob } from './save-blob.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('bytes are saved once, under a name that a file may have, and are let go later', () => {
  vi.useFakeTimers();
  const made = vi.fn<(blob: Blob) => string>(() => 'blob:one');
  const released = vi.fn<(url: string) => void>();
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: released });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(`${this.href} ${this.download}`);
  });
  const blob = new Blob(['x']);
  saveBlob(blob, 'BLR01/I26/000007.pdf');
  expect(made).toHaveBeenCalledExactlyOnceWith(blob);
  expect(saved).toEqual(['blob:one BLR01-I26-000007.pdf']);
  expect(document.querySelector('a')).toBeNull();
  expect(released).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(released).toHaveBeenCalledExactlyOnceWith('blob:one');
});
