import type { ReactNode } from 'react';

/** Numbers of records, such as AP-000720. */
const refs = /\b([A-Z]{2,4}-\d{3,})\b/;

/** A text in which the numbers of records are not broken. */
export function WithRefs({ text }: { text: string }): ReactNode {
  return text.split(refs).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="ops-nowrap">
        {part}
      </span>
    ),
  );
}
