import { useSyncExternalStore } from 'react';
import { accents } from './palettes.ts';
import type { Accent } from './palettes.ts';
import type { Scheme } from './tones.ts';

/** A person's appearance settings. `dir: 'auto'` follows the language. */
export interface Appearance {
  readonly accent: Accent;
  readonly scheme: Scheme | 'auto';
  readonly density: 'compact' | 'comfortable';
  readonly dir: 'auto' | 'ltr' | 'rtl';
  /** Single-letter keys can be disabled (WCAG 2.1.4). */
  readonly letterKeys: boolean;
}

export const defaultAppearance: Appearance = {
  accent: 'indigo',
  scheme: 'auto',
  density: 'compact',
  dir: 'auto',
  letterKeys: true,
};

const place = 'ops-look';
const listeners = new Set<() => void>();
let current = read();

function oneOf<T>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

/** Takes valid members of anything stored or sent, defaults for the rest. */
export function appearanceFrom(value: unknown): Appearance {
  const raw = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    accent: oneOf(raw.accent, accents, defaultAppearance.accent),
    scheme: oneOf(raw.scheme, ['light', 'dark', 'auto'] as const, defaultAppearance.scheme),
    density: oneOf(raw.density, ['compact', 'comfortable'] as const, defaultAppearance.density),
    dir: oneOf(raw.dir, ['auto', 'ltr', 'rtl'] as const, defaultAppearance.dir),
    letterKeys: typeof raw.letterKeys === 'boolean' ? raw.letterKeys : defaultAppearance.letterKeys,
  };
}

function read(): Appearance {
  try {
    return appearanceFrom(JSON.parse(localStorage.getItem(place) ?? '{}'));
  } catch {
    return defaultAppearance; // storage is disabled or corrupt: the defaults will do
  }
}

function show(): void {
  for (const listener of listeners) listener();
}

export function checkNow(): Appearance {
  return current;
}

export function setAppearance(change: Partial<Appearance>): void {
  current = appearanceFrom({ ...current, ...change });
  try {
    localStorage.setItem(place, JSON.stringify(current));
  } catch {
    // storage is full or disabled: the choice lasts for this visit
  }
  show();
}

export function onPreview(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(onPreview, checkNow);
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== place) return;
    current = read();
    show();
  });
}
