import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '#web/live/api.ts';
import { failureOf } from '#web/live/failure.ts';
import type { Failure } from '#web/live/failure.ts';
import { useQuery } from '#web/live/query.ts';
import { FigureTable, type FigureColumn } from '#web/parts/FigureTable.tsx';
import { Skeleton } from '#web/parts/Skeleton.tsx';
import { EmptyState, ErrorState, InlineError } from '#web/parts/states.tsx';

interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number;
}

export interface Troubles<Row> {
  readonly data: Page<Row> | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
  /** The row that is being worked on. */
  readonly busy: string | null;
  readonly failure: Failure | null;
  readonly dismiss: () => void;
  /** Does something about one row; what it fails with stands above the list. */
  readonly work: (id: string, task: () => Promise<void>) => Promise<boolean>;
}

/** What waits for an operator, read from `path` every ten seconds. */
export function useTroubles<Row>(name: string, path: string): Troubles<Row> {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['integrations', name],
    queryFn: () => api.get<Page<Row>>(path),
    refetchInterval: 10_000,
  });
  const work = async (id: string, task: () => Promise<void>): Promise<boolean> => {
    setBusy(id);
    setFailure(null);
    try {
      await task();
      return true;
    } catch (error_) {
      setFailure(failureOf(error_));
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { data, error, refetch, busy, failure, dismiss: () => setFailure(null), work };
}

/** The section of such a list: its count beside the title, a word where nothing waits. */
export function TroubleSection<Row>({
  troubles,
  title,
  none,
  noneText,
  id,
  columns,
  children,
}: {
  readonly troubles: Troubles<Row>;
  readonly title: string;
  readonly none: string;
  readonly noneText: string;
  readonly id: (row: Row) => string;
  readonly columns: readonly FigureColumn<Row>[];
  readonly children?: ReactNode;
}): ReactNode {
  const { data, error, refetch, failure, dismiss } = troubles;
  return (
    <section className="in-section">
      <h2>
        {title} {data && data.total > 0 && <span className="in-count ops-figures">{data.total}</span>}
      </h2>
      {failure && <InlineError failure={failure} onDismiss={dismiss} />}
      {error ? (
        <ErrorState failure={failureOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : data.items.length === 0 ? (
        <EmptyState title={none}>{noneText}</EmptyState>
      ) : (
        <FigureTable label={title} rows={data.items} id={id} columns={columns} />
      )}
      {children}
    </section>
  );
}
