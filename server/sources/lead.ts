import { defineSource } from './source.ts';

/** The lead service; its records are mirrored until they have streams of their own here. */
export const lead = defineSource({
  service: 'lead',
  resources: [
    {
      entity: 'lead',
      path: 'api/v2/lead',
      id: 'iLeadId',
      pageSize: 100,
      example: {
        change: 'created',
        data: {
          iLeadId: 10021,
          vLeadName: 'Mohan Rao',
          vPhone: '5550110021',
          vPincode: '560041',
          iPooId: 1,
          vSource: 'event',
          iCampaignId: 12,
        },
      },
    },
  ],
});
