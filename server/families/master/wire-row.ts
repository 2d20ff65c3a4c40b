import type { Pool } from 'pg';
import type { Fields } from '#shared/families/master-def.ts';
import type { MasterRow } from '#shared/families/master-wire.ts';
import { keptStatement } from '../../store/kept-statement.ts';
import { isoInstants } from '../../store/iso-instants.ts';

/** A record as its list's table holds it; instants as ISO text, UTC. */
export interface RowAsRead {
  readonly id: number;
  readonly version: number;
  readonly status: 0 | 1;
  readonly cancelled: boolean;
  readonly stage: string | null;
  readonly stage_at: string;
  readonly merged_into: number | null;
  readonly fields: Fields;
  readonly created_at: string;
  readonly updated_by: string;
  readonly updated_at: string;
  readonly counts?: Fields | null;
  /** The sort value, where a page can start at it. */
  readonly mark?: string | null;
  /** The total number of hits, where a search counts them. */
  readonly total?: string;
}

/**
 * Records by a statement that selects the columns of {@link RowAsRead}. `often`: a frequent statement, such
 * as the first page of a list.
 */
export async function queryRows(
  pool: Pool,
  text: string,
  values: readonly unknown[],
  often = false,
): Promise<RowAsRead[]> {
  const statement = (often ? keptStatement(text, values) : null) ?? { text, values: [...values] };
  return (await pool.query<RowAsRead>({ ...statement, types: isoInstants })).rows;
}

export function wireRow(row: RowAsRead): MasterRow {
  return {
    id: row.id,
    version: row.version,
    iStatus: row.status,
    iCancelFlag: row.cancelled ? 1 : 0,
    stage: row.stage,
    stageAt: row.stage_at,
    mergedInto: row.merged_into,
    fields: row.counts ? { ...row.fields, ...row.counts } : row.fields,
    createdAt: row.created_at,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
  };
}
