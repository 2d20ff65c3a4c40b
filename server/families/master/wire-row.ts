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
  /** What the list is sorted by, where a page can begin at it. */
  readonly mark?: string | null;
  /** How many were found in all, where a search counts its hits. */
  readonly total?: string;
}

/** Records by a statement that names the columns of {@link RowAsRead}. `often`: the same is asked again and again, as the beginnings of lists are. */
export async function queryRows(pool: Pool, text: string, values: readonly unknown[], often = false): Promise<RowAsRead[]> {
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
