import { defineSource } from './source.ts';

/** The masters service; its records are mirrored until they have streams of their own here. */
export const masters = defineSource({
  service: 'masters',
  resources: [
    {
      entity: 'designation',
      path: 'api/v2/DesignationMaster',
      id: 'idesignationId',
      pageSize: 1000,
      example: {
        change: 'changed',
        data: { idesignationId: 11, vDesignationName: 'Outbound Agent', vDesignationCode: 'OA', iStatus: 1 },
      },
    },
    {
      entity: 'placeOfOperation',
      path: 'api/v2/PlaceOfOperation',
      id: 'iPooId',
      pageSize: 1000,
      example: {
        change: 'changed',
        data: { iPooId: 1, vPooName: 'Jayanagar', vCity: 'Bengaluru', vPincode: '560041', iStatus: 1 },
      },
    },
    {
      entity: 'qualification',
      path: 'api/v2/QualificationMaster',
      id: 'iQualificationId',
      pageSize: 1000,
      example: { change: 'changed', data: { iQualificationId: 4, vQualification: 'B.Pharm', iStatus: 1 } },
    },
    {
      entity: 'territory',
      path: 'api/v2/TerritoryMaster',
      id: 'iTerritoryId',
      pageSize: 1000,
      example: {
        change: 'changed',
        data: { iTerritoryId: 21, vTerritoryName: 'Jayanagar South', iStatus: 1 },
      },
    },
    {
      entity: 'campaign',
      path: 'api/v2/CampaignMaster',
      id: 'iCampaignId',
      pageSize: 100,
      example: {
        change: 'changed',
        data: {
          iCampaignId: 12,
          vCampaignName: 'Heart week',
          dFrom: '2026-11-01',
          dTo: '2026-11-30',
          iStatus: 1,
        },
      },
    },
    {
      entity: 'lab',
      path: 'api/v2/labmaster',
      id: 'iLabId',
      pageSize: 1000,
      example: { change: 'changed', data: { iLabId: 3, vLabName: 'City Diagnostics', iStatus: 1 } },
    },
    {
      entity: 'labTest',
      path: 'api/v2/testmaster',
      id: 'iTestId',
      pageSize: 1000,
      example: { change: 'changed', data: { iTestId: 55, vTestName: 'HbA1c', iLabId: 3, iStatus: 1 } },
    },
  ],
});
