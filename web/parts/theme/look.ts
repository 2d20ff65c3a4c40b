import { useSyncExternalStore } from 'react';
import { accents } from './palettes.ts';
import type { Accent } from './palettes.ts';
import type { Scheme } from './tones.ts';

/** How one person likes the console. `dir: 'auto'` follows the language. */
export interface Look {
  readonly accent: Accent;
  readonly scheme: Scheme | 'auto';
  readonly density: 'compact' | 'comfortable';
  readonly dir: 'auto' | 'ltr' | 'rtl';
  /** Single-letter keys can be switched off (WCAG 2.1.4). */
  readonly letterKeys: boolean;
}

export const defaultLook: Look = { accent: 'indigo', scheme: 'auto', density: 'compact', dir: 'auto', letterKeys: true };

const place = 'ops-look';
const listeners = new Set<() => void>();
let current = read();

function oneOf<T>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

/** Takes what is valid of anything stored or sent, the default for the rest. */
export function lookFrom(value: unknown): Look {
  const raw = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    accent: oneOf(raw.accent, accents, defaultLook.accent),
    scheme: oneOf(raw.scheme, ['light', 'dark', 'auto'] as const, defaultLook.scheme),
    density: oneOf(raw.density, ['compact', 'comfortable'] as const, defaultLook.density),
    dir: oneOf(raw.dir, ['auto', 'ltr', 'rtl'] as const, defaultLook.dir),
    letterKeys: typeof raw.letterKeys === 'boolean' ? raw.letterKeys : defaultLook.letterKeys,
  };
}

function read(): Look {
  try {
    return lookFrom(JSON.parse(localStorage.getItem(place) ?? '{}'));
  } catch {
    return defaultLook; // storage switched off or spoilt: the look is a comfort, the default will do
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

export function lookNow(): Look {
  return current;
}

export function setLook(change: Partial<Look>): void {
  current = lookFrom({ ...current, ...change });
  try {
    localStorage.setItem(place, JSON.stringify(current));
  } catch {
    // full or forbidden storage: the choice holds for this visit
  }
  tell();
}

export function onLook(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLook(): Look {
  return useSyncExternalStore(onLook, lookNow);
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== place) return;
    current = read();
    tell();
  });
}
