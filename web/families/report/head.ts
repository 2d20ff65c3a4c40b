import { lazy } from 'react';
import type { ComponentType } from 'react';

export interface ReportHeadProps {
  /** Reads the report anew. */
  readonly onChanged: () => void;
}

const heads = import.meta.glob<{ readonly Head?: ComponentType<ReportHeadProps> }>(
  '../../special/*/report-head.tsx',
);
const made = new Map<string, ComponentType<ReportHeadProps>>();

/**
 * The plug of a report: `web/special/<name in kebab-case>/report-head.tsx` exports `Head`, shown in the bar
 * above the list. Null when it has none.
 */
export function reportHead(name: string): ComponentType<ReportHeadProps> | null {
  const path = `../../special/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/report-head.tsx`;
  const load = heads[path];
  if (!load) return null;
  let found = made.get(name);
  if (!found) {
    found = lazy(async () => {
      const { Head } = await load();
      if (!Head) throw new Error(`${path} exports no Head.`);
      return { default: Head };
    });
    made.set(name, found);
  }
  return found;
}
