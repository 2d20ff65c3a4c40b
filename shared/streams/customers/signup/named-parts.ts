import { inPoos } from '../../../core/permission.ts';
import { namedMaster, type NamedRecord } from '../../masters/named.ts';
import type { DraftParts } from './fields.ts';
import type { SignupRecord } from './state.ts';

/** A record of the author's own places, where it exists. */
const namedHere = (
  field: string,
  stream: string,
  id: number | null | undefined,
  before: number | null,
  placeOf: (state: any) => number | null | undefined,
): readonly NamedRecord[] =>
  id == null || id === before
    ? []
    : [
        {
          field,
          stream: `${stream}-${id}`,
          status: (state, { viewer }) => {
            const place = placeOf(state);
            return place !== undefined && (place === null || inPoos(viewer, place)) ? 'active' : 'missing';
          },
        },
      ];

/** The records that the parts of a case name anew. */
export const namedParts = (parts: DraftParts, before: SignupRecord): readonly NamedRecord[] => [
  ...namedHere('leadId', 'lead', parts.leadId, before.leadId, (lead) =>
    lead?.exists ? lead.pooId : undefined,
  ),
  ...namedHere('appointmentId', 'appointment', parts.appointmentId, before.appointmentId, (visit) =>
    visit?.appDate ? visit.iPooId : undefined,
  ),
  ...namedMaster('campaignId', 'leadCampaignName', parts.campaignId, before.campaignId),
  ...namedMaster('careTierId', 'careTier', parts.careTierId, before.careTierId),
  ...namedMaster('categoryId', 'customerCategory', parts.categoryId, before.categoryId),
  ...namedMaster(
    'applicant.religionId',
    'religion',
    parts.applicant?.religionId,
    before.applicant.religionId,
  ),
  ...namedMaster('address.areaId', 'districtTalukArea', parts.address?.areaId, before.address.areaId),
];
