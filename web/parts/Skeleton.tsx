import type { ReactNode } from 'react';
import { useFrame } from '#web/locales/translations.ts';
import './frame.css';

const widths = ['62%', '84%', '47%', '73%', '90%', '55%'];

/** Placeholder for loading content; visible only when loading takes longer than 300 ms. */
export function Skeleton({ rows = 8 }: { rows?: number }): ReactNode {
  const t = useFrame();
  return (
    <div className="ops-skeleton ops-late" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- identical bars
        <div key={index} className="ops-skeleton-row" style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}
