import type { ReactNode } from 'react';
import type { SubjectPanelProps } from '#web/families/queue/subject.ts';
import { CalleePart } from '#web/parts/call/CalleePart.tsx';

/** A lead beside its queue: whether it may be called, the script, and the outcomes of earlier calls. */
export function LeadPanel({ row, working }: SubjectPanelProps): ReactNode {
  return (
    <CalleePart
      subject={`lead-${row.id}`}
      stamp={`${row.version} ${row.state}`}
      script={working || row.state === 'claimed'}
    />
  );
}
