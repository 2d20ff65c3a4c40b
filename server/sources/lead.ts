import { defineSource } from './source.ts';

/** The lead service as it can be polled; its things live as mirrors until they have a life of their own here. */
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
        data: { iLeadId: 10021, vLeadName: 'Mohan Rao', vPhone: '5550110021', vPincode: '560041', iPooId: 1, vSource: 'event', iCampaignId: 12 },
      },
    },
  ],
});
