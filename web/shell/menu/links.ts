import { useEffect, useSyncExternalStore } from 'react';
import type { OfferedLink } from '#shared/masters/links-for.ts';
import { api } from '#web/live/api.ts';
import type { Me } from '../me.ts';

const listeners = new Set<() => void>();
let links: readonly OfferedLink[] = [];
let loaded = '';

/** Loaded once per person and version of their rights; the menu omits them until then. */
async function load(whose: string): Promise<void> {
  if (loaded === whose) return;
  loaded = whose;
  try {
    links = (await api.get<{ readonly links: readonly OfferedLink[] }>('/masters-links')).links;
  } catch (error) {
    if (loaded === whose) loaded = '';
    links = [];
    console.warn('the links of the menu could not be loaded', error);
  }
  for (const listener of listeners) listener();
}

/** The active links of the link master for this person's role. */
export function useLinks(me: Me | null): readonly OfferedLink[] {
  const whose = me ? `${me.empId} ${me.permissionVersion}` : null;
  useEffect(() => {
    if (whose !== null) void load(whose);
  }, [whose]);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => links,
  );
}
