import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { standingOf } from '../../masters/references.ts';
import type { MasterState } from '../../masters/state.ts';

interface Asked {
  readonly listId?: number | undefined;
  readonly campaignId?: number | undefined;
}

/** The list and the campaign that an order names. */
export const placeReads = ({ listId, campaignId }: Asked): Record<string, string> => ({
  ...(listId === undefined ? {} : { list: `master-leadListName-${listId}` }),
  ...(campaignId === undefined ? {} : { campaign: `master-leadCampaignName-${campaignId}` }),
});

/** Why nothing goes on that list or into that campaign: not there, not active, or paused. */
export function placeShut({ listId, campaignId }: Asked, { read }: Pick<Ctx, 'read'>): Refusal | null {
  const campaign = read.campaign as MasterState | undefined;
  if (campaignId !== undefined && campaign?.stage === 'paused' && !campaign.cancelled)
    return refuse('campaignPaused', 409, { campaign: String(campaign.fields.vName ?? '') }, 'campaignId');
  return shut(listId, read.list, 'list', 'listId') ?? shut(campaignId, campaign, 'campaign', 'campaignId');
}

function shut(id: number | undefined, state: MasterState | undefined, label: string, field: string): Refusal | null {
  const standing = id === undefined ? 'active' : standingOf(state);
  return standing === 'active' ? null : refuse(standing === 'missing' ? 'notInList' : 'masterInactive', 422, { label: `leadField.${label}` }, field);
}
