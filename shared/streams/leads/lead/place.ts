import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import type { NamedRecord, Problem } from '../../../families/master-def.ts';
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
  const [list, campaign] = [shut('listId', listId, read.list), shut('campaignId', campaignId, read.campaign)];
  return campaign?.code === 'campaignPaused' ? campaign : (list ?? campaign);
}

function shut(field: string, id: number | undefined, state: MasterState | undefined): Refusal | null {
  if (id === undefined) return null;
  if (!state || standingOf(state) === 'missing') return refuse('notInList', 422, { label: labels[field]! }, field);
  const problem = shutBy(field, { name: String(state.fields.vName ?? ''), iStatus: state.iStatus, stage: state.stage });
  return problem && refuse(problem.code, problem.code === 'campaignPaused' ? 409 : 422, problem.details, field);
}

const labels: Readonly<Record<string, string>> = { listId: 'leadField.list', campaignId: 'leadField.campaign' };

/** The same of a list or a campaign that is there, for whoever asks before the order is given; other fields name nothing that could be shut. */
export function shutBy(field: string, { name, iStatus, stage }: NamedRecord): Problem | null {
  if (!(field in labels)) return null;
  if (field === 'campaignId' && stage === 'paused') return { code: 'campaignPaused', field, details: { campaign: name } };
  return iStatus === 1 ? null : { code: 'masterInactive', field, details: { label: labels[field]! } };
}
