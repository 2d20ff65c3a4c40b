import type { ComponentType } from 'react';
import { plugsOf } from '#web/parts/plugs.ts';

export interface ReportHeadProps {
  /** Reads the report anew. */
  readonly onChanged: () => void;
}

const plug = plugsOf(
  import.meta.glob<Readonly<Record<string, ComponentType<ReportHeadProps>>>>(
    '../../special/*/report-head.tsx',
  ),
);

/**
 * The plug of a report: `web/special/<name in kebab-case>/report-head.tsx` exports `Head`, shown in the bar
 * above the list. Null when it has none.
 */
export const reportHead = (name: string): ComponentType<ReportHeadProps> | null =>
  plug(
    `../../special/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/report-head.tsx`,
    'Head',
  );
