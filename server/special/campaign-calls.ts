import type { Pool } from 'pg';
import type { CampaignCalls } from '#shared/streams/calls/call/campaign.ts';

/** Campaigns of leads that are paused or have hours of their own; few, read once for each choice. */
export async function limitingCampaigns(pool: Pool): Promise<ReadonlyMap<number, CampaignCalls>> {
  const { rows } = await pool.query<{ id: string } & CampaignCalls>(
    `select id, stage, fields from master_rows
      where kind = 'leadCampaignName' and not cancelled
        and (stage is distinct from 'running' or fields ? 'tCallFrom' or fields ? 'tCallTo')`,
  );
  return new Map(rows.map(({ id, stage, fields }) => [Number(id), { stage, fields }]));
}
