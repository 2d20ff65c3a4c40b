import { useSyncExternalStore } from 'react';

/** One person's layout settings (specification §3); `isMobile` follows from the window. */
export interface LayoutSettings {
  readonly navigationPos: 'top' | 'side';
  readonly topbarFixed: boolean;
  readonly breadcrumb: 'simple' | 'title';
  readonly useBreadcrumb: boolean;
  readonly sidebarStyle: SidebarStyle;
  /** Null: by the language. */
  readonly dir: 'ltr' | 'rtl' | null;
}
export const sidebarStyles = ['full', 'compact', 'compact-big', 'closed'] as const;
export type SidebarStyle = (typeof sidebarStyles)[number];

export const defaultLayout: LayoutSettings = {
  navigationPos: 'side',
  topbarFixed: true,
  breadcrumb: 'title',
  useBreadcrumb: true,
  sidebarStyle: 'full',
  dir: null,
};

const allowed: { readonly [K in keyof LayoutSettings]: readonly LayoutSettings[K][] } = {
  navigationPos: ['top', 'side'],
  topbarFixed: [true, false],
  breadcrumb: ['simple', 'title'],
  useBreadcrumb: [true, false],
  sidebarStyle: sidebarStyles,
  dir: ['ltr', 'rtl'],
};

/** Takes the valid part of any value: known own properties with allowed values; the rest is dropped. */
export function layoutFrom(value: unknown): Partial<LayoutSettings> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const found: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(allowed)) {
    if (!Object.hasOwn(value, name)) continue;
    const given: unknown = (value as Record<string, unknown>)[name];
    if ((values as readonly unknown[]).includes(given)) found[name] = given;
  }
  return found;
}

const MOST_CHARACTERS = 2_000;

/** Layout settings in the `layout` query parameter, as JSON. Anything else is ignored. */
export function layoutFromQuery(search: string): Partial<LayoutSettings> {
  const text = new URLSearchParams(search).get('layout');
  if (text === null || text.length > MOST_CHARACTERS) return {};
  try {
    return layoutFrom(JSON.parse(text));
  } catch {
    return {}; // not JSON: ignored
  }
}

const place = 'ops-layout';
const listeners = new Set<() => void>();
let stored = read();
let override: Partial<LayoutSettings> =
  typeof location === 'undefined' ? {} : layoutFromQuery(location.search);
let current = merge();

function read(): Partial<LayoutSettings> {
  try {
    return layoutFrom(JSON.parse(localStorage.getItem(place) ?? '{}'));
  } catch {
    return {}; // storage is disabled or corrupt: the defaults will do
  }
}

function merge(): LayoutSettings {
  return { ...defaultLayout, ...stored, ...override };
}

function become(): void {
  current = merge();
  for (const listener of listeners) listener();
}

export function layoutNow(): LayoutSettings {
  return current;
}

/** Stores a setting; it takes precedence over the address. */
export function setLayout(change: Partial<LayoutSettings>): void {
  const valid = layoutFrom(change);
  stored = { ...stored, ...valid };
  override = Object.fromEntries(Object.entries(override).filter(([name]) => !(name in change)));
  if ('dir' in change && change.dir === null) {
    const { dir: _dir, ...rest } = stored;
    stored = rest;
  }
  try {
    localStorage.setItem(place, JSON.stringify(stored));
  } catch {
    // storage is full or disabled: the choice lasts for this visit
  }
  become();
}

/** Applies the `layout` parameter of a new address, if any. */
export function followQuery(search: string): void {
  const next = layoutFromQuery(search);
  if (Object.keys(next).length === 0) return;
  override = next;
  become();
}

export function resetLayout(): void {
  stored = {};
  override = {};
  try {
    localStorage.removeItem(place);
  } catch {
    // storage is disabled: nothing was stored
  }
  become();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLayout(): LayoutSettings {
  return useSyncExternalStore(subscribe, layoutNow);
}

/** The sidebar's button on a wide screen: hides it, or restores its former style. */
export function toggledSidebar(now: SidebarStyle): SidebarStyle {
  return now === 'closed' ? 'full' : 'closed';
}

/** Toggles the compact style. */
export function toggledCompact(now: SidebarStyle): SidebarStyle {
  return now === 'compact' ? 'full' : 'compact';
}
