import { headOf } from '../../../core/cut.ts';
import { clockTime } from '../../../core/day.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Fields } from '../../../families/master-def.ts';
import type { CallClass } from './hours.ts';

/** What a campaign says about the calls of its people. */
export interface CampaignCalls {
  readonly stage: string | null;
  readonly fields: Fields;
}

/**
 * Why a campaign allows no call now: paused or ended, or outside its own hours, which only narrow those of the
 * class. Clinical calls know no campaign.
 */
export function campaignRefused(
  campaign: CampaignCalls | undefined,
  callClass: CallClass,
  now: number,
): Refusal | null {
  if (!campaign || callClass === 'clinical') return null;
  const { stage, fields } = campaign;
  const name = String(fields.vName ?? '');
  if (stage === 'paused' || stage === 'ended') return refuse('callCampaignPaused', 422, { campaign: name });
  const time = clockTime(now);
  const from = headOf(String(fields.tCallFrom ?? '00:00'), 5);
  const to = headOf(String(fields.tCallTo ?? '24:00'), 5);
  return time >= from && time < to ? null : refuse('callCampaignHours', 422, { campaign: name, from, to });
}
