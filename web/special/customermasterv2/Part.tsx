import type { ReactNode } from 'react';
import { failureOf } from '#web/live/failure.ts';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { ErrorState } from '#web/parts/states.tsx';

/** One list with a title; a line is its key followed by its cells. */
export function Part({
  title,
  none,
  read,
  heads,
  hint,
  children,
}: {
  title: string;
  none: string;
  read: { readonly error: unknown; readonly data: unknown; refetch(): unknown };
  heads: readonly string[];
  hint?: string | null;
  children: readonly (readonly [key: string, ...cells: ReactNode[]])[] | undefined;
}): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      {read.error && !read.data ? (
        <ErrorState failure={failureOf(read.error)} onRetry={() => void read.refetch()} />
      ) : !children ? (
        <Skeleton rows={2} />
      ) : children.length === 0 ? (
        <p className="ops-muted ma-plain">{none}</p>
      ) : (
        <div className="ma-scroll" role="region" aria-label={title} tabIndex={0}>
          <table className="ma-table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {children.map(([key, ...cells]) => (
                <tr key={key}>
                  {cells.map((cell, at) => (
                    <td key={heads[at]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hint && <p className="ops-muted ma-plain">{hint}</p>}
    </section>
  );
}
