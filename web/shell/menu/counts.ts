import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { waitsForDecision } from '#shared/families/approval-waits.ts';
import type { Row } from '#web/live/rows.ts';

/** Number of rows of a feed that count for the viewer: requests that wait for a decision, else every row. */
export function countOf(feed: string, rows: Iterable<Row>): number {
  const all = [...rows];
  return feed.startsWith('approvals/')
    ? all.filter((row) => waitsForDecision(row as unknown as ApprovalRow)).length
    : all.length;
}
