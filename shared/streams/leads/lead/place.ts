import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import type { NamedRecord, Problem } from '../../../families/master-def.ts';
import { statusOf } from '../../masters/references.ts';
import type { MasterState } from '../../masters/state.ts';

interface Requested {
  readonly listId?: number | undefined;
  readonly campaignId?: number | undefined;
}

/** The list and the campaign that a command names. */
export const placeReads = ({ listId, campaignId }: Requested): Record<string, string> => ({
  ...(listId === undefined ? {} : { list: `master-leadListName-${listId}` }),
  ...(campaignId === undefined ? {} : { campaign: `master-leadCampaignName-${campaignId}` }),
});

/** Why nothing can be added to that list or campaign: missing, inactive or paused. */
export function placeRefused({ listId, campaignId }: Requested, { read }: Pick<Ctx, 'read'>): Refusal | null {
  const [list, campaign] = [
    refused('listId', listId, read.list),
    refused('campaignId', campaignId, read.campaign),
  ];
  return campaign?.code === 'campaignPaused' ? campaign : (list ?? campaign);
}

function refused(field: string, id: number | undefined, state: MasterState | undefined): Refusal | null {
  if (id === undefined) return null;
  if (!state || statusOf(state) === 'missing')
    return refuse('notInList', 422, { label: labels[field]! }, field);
  const problem = placeProblem(field, {
    name: String(state.fields.vName ?? ''),
    iStatus: state.iStatus,
    stage: state.stage,
  });
  return (
    problem && refuse(problem.code, problem.code === 'campaignPaused' ? 409 : 422, problem.details, field)
  );
}

const labels: Readonly<Record<string, string>> = {
  listId: 'leadField.list',
  campaignId: 'leadField.campaign',
};

/**
 * The same check for an existing list or campaign, before the command is sent; other fields are always
 * allowed.
 */
export function placeProblem(field: string, { name, iStatus, stage }: NamedRecord): Problem | null {
  if (!(field in labels)) return null;
  if (field === 'campaignId' && stage === 'paused')
    return { code: 'campaignPaused', field, details: { campaign: name } };
  return iStatus === 1 ? null : { code: 'masterInactive', field, details: { label: labels[field]! } };
}
