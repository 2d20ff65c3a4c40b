import { addDays } from '#shared/core/day.ts';
import type { DemoRows } from './masters-rows.ts';

/** Role numbers of the demo organisation, by level of escalation. */
const [careConnect, teamLead, cityHead, doctor] = [4, 7, 8, 9];

/** The district, taluk and area of each served pincode. */
const areas: readonly (readonly [
  district: string,
  taluk: string,
  area: string,
  pincode: string,
  territory: number,
])[] = [
  ['Bengaluru Urban', 'Bengaluru South', 'Jayanagar 4th Block', '560011', 1],
  ['Bengaluru Urban', 'Bengaluru South', 'Jayanagar 9th Block', '560041', 1],
  ['Bengaluru Urban', 'Bengaluru South', 'HSR Layout', '560102', 1],
  ['Bengaluru Urban', 'Bengaluru East', 'Indiranagar', '560038', 2],
  ['Bengaluru Urban', 'Bengaluru East', 'Whitefield', '560066', 2],
  ['Hyderabad', 'Shaikpet', 'Banjara Hills', '500034', 3],
  ['Ranga Reddy', 'Serilingampally', 'Madhapur', '500081', 3],
  ['Chennai', 'Mambalam', 'T. Nagar', '600017', 4],
  ['Chennai', 'Velachery', 'Adyar', '600020', 4],
  ['Pune', 'Haveli', 'Kothrud', '411038', 5],
];

const escalation = (
  vCode: string,
  vName: string,
  vSeverity: string,
  iSlaMinutes: number,
  levels: readonly number[],
) => ({
  vCode,
  vName,
  vSeverity,
  iSlaMinutes,
  ...Object.fromEntries(levels.map((role, at) => [`iLevel${at + 1}RoleId`, role])),
});

/** Lists without a screen of their own, which the specification's calls and other records name. */
export function demoInternalLists(today: string): DemoRows[] {
  return [
    {
      kind: 'escalation',
      rows: [
        escalation('VITAL-CRIT', 'Critical vital reading', 'critical', 15, [doctor, teamLead, cityHead]),
        escalation('LAB-CRIT', 'Critical laboratory value', 'critical', 15, [doctor, teamLead, cityHead]),
        escalation('VITAL-HIGH', 'High vital reading', 'high', 60, [careConnect, doctor, teamLead]),
        escalation('CALL-HIGH', 'Sign of danger noticed on a call', 'high', 60, [
          careConnect,
          doctor,
          teamLead,
        ]),
        escalation('KIT', 'Care kit missing or not used', 'medium', 480, [careConnect, teamLead]),
        escalation('OBSERVATION', 'Observation at a visit', 'medium', 480, [careConnect, teamLead]),
      ],
    },
    {
      kind: 'districtTalukArea',
      rows: areas.map(([vDistrict, vTaluk, vArea, vPincode, iTerritoryId]) => ({
        vDistrict,
        vTaluk,
        vArea,
        vPincode,
        iTerritoryId,
      })),
    },
    {
      kind: 'employeeRoute',
      rows: [
        [162, 1],
        [162, 2],
        [162, 5],
        [151, 3],
        [152, 4],
      ].map(([iEmpId, iCustomerRouteId]) => ({ iEmpId, iCustomerRouteId, dFrom: addDays(today, -50) })),
    },
    // Two versions of the general plan: the second is in force since three weeks ago.
    {
      kind: 'incentivePlan',
      rows: [
        { vName: 'Affiliates', dFrom: addDays(today, -49), nRateBp: 200 },
        { vName: 'Affiliates', dFrom: addDays(today, -20), nRateBp: 250 },
      ],
      daysAgo: [49, 20],
    },
    {
      kind: 'dayEndExclusion',
      rows: [
        { iEmpId: 203, dFrom: addDays(today, -50), vReason: 'Closes the stock day at the head office' },
        {
          iEmpId: 153,
          dFrom: addDays(today, -9),
          dTo: addDays(today, -7),
          vReason: 'Health camp outside the city, reported on paper',
        },
      ],
    },
  ];
}
