import { addDays, businessDay, DAY_MS } from '#shared/core/day.ts';
import { withCheckDigit } from '#shared/families/gstin.ts';
import type { DemoCommand } from './demo-command.ts';
import { demoRoles } from './roles.ts';

const designations: readonly (readonly [id: number, code: string, name: string])[] = [
  [2, 'AD', 'Admin'],
  [5, 'MG', 'Manager'],
  [7, 'DR', 'Doctor'],
  [8, 'HR', 'HR Executive'],
  [9, 'FE', 'Field Executive'],
  [11, 'OA', 'Outbound Agent'],
  [12, 'AC', 'Accounts Executive'],
  [19, 'SX', 'Sign-up Executive'],
  [20, 'PU', 'Purchase Executive'],
  [21, 'QC', 'QC Executive'],
  [22, 'IM', 'Inventory Manager'],
  [23, 'DSA', 'Direct Selling Agent'],
  [24, 'IW', 'Inward Executive'],
  [79, 'DG', 'Digitization Executive'],
  [85, 'PC', 'Pharmacist Checker'],
  [92, 'FR', 'Franchise'],
  [95, 'TL', 'Team Lead'],
  [110, 'SE', 'Store Executive'],
  [114, 'CC', 'Care Connect Executive'],
  [115, 'DE', 'Delivery Executive'],
  [124, 'QA', 'Quality Analyst'],
];

/** With its location, and the days until its drug licence expires. */
const places: readonly (readonly [
  id: number,
  code: string,
  name: string,
  city: string,
  pincode: string,
  stateCode: string,
  lat: number,
  lng: number,
  licenceDays: number,
])[] = [
  [1, 'BLR01', 'Jayanagar', 'Bengaluru', '560011', '29', 12.925, 77.5938, 420],
  [2, 'BLR02', 'Indiranagar', 'Bengaluru', '560038', '29', 12.9784, 77.6408, 300],
  [3, 'BLR03', 'Whitefield', 'Bengaluru', '560066', '29', 12.9698, 77.75, 510],
  [4, 'BLR04', 'HSR Layout', 'Bengaluru', '560102', '29', 12.9116, 77.6389, 35],
  [5, 'BLRWH', 'Bommasandra Warehouse', 'Bengaluru', '560099', '29', 12.8165, 77.6911, 700],
  [6, 'HYDWH', 'Kukatpally Warehouse', 'Hyderabad', '500072', '36', 17.4948, 78.3996, 640],
  [7, 'HYD01', 'Banjara Hills', 'Hyderabad', '500034', '36', 17.4156, 78.4347, 260],
  [8, 'HYD02', 'Madhapur', 'Hyderabad', '500081', '36', 17.4483, 78.3915, 330],
  [9, 'MAAWH', 'Ambattur Warehouse', 'Chennai', '600053', '33', 13.1143, 80.1548, 580],
  [10, 'MAA01', 'T. Nagar', 'Chennai', '600017', '33', 13.0418, 80.2341, 150],
  [11, 'MAA02', 'Adyar', 'Chennai', '600020', '33', 13.0012, 80.2565, 210],
  [12, 'PNQ01', 'Kothrud', 'Pune', '411038', '27', 18.5074, 73.8077, 95],
];

const everywhere = places.map(([id]) => id);
const bengaluru = [1, 2, 3, 4];
const south = [7, 8, 10, 11];

/**
 * Employee id, first name, last name, designation, role, places (the first is the primary one), languages,
 * demo login and what it shows.
 */
export interface DemoPerson {
  readonly empId: number;
  readonly first: string;
  readonly last: string;
  readonly designationId: number;
  readonly roleId: number;
  readonly poos: readonly number[];
  readonly languages: readonly string[];
  readonly login?: string;
  readonly what?: string;
  readonly affiliate?: boolean;
  readonly left?: boolean;
}

const one = (
  empId: number,
  first: string,
  last: string,
  designationId: number,
  roleId: number,
  poos: readonly number[],
  languages: string,
  login?: string,
  what?: string,
  more: Partial<DemoPerson> = {},
): DemoPerson => ({
  empId,
  first,
  last,
  designationId,
  roleId,
  poos,
  languages: languages.split(' '),
  ...(login ? { login } : {}),
  ...(what ? { what } : {}),
  ...more,
});

/** The 36 people of the demo organisation. */
export const demoPersons: readonly DemoPerson[] = [
  one(1, 'Asha', 'Menon', 2, 1, [1], 'en kn hi ta te mr', 'admin', 'everything'),
  one(
    5,
    'Latha',
    'Iyer',
    5,
    8,
    everywhere,
    'en kn hi ta te mr',
    'manager',
    'city head: all approvals, reports',
  ),
  one(101, 'Ravi', 'Kulkarni', 11, 2, bengaluru, 'en kn hi', 'agent1', 'outbound calls, sign-up form'),
  one(102, 'Divya', 'Shenoy', 11, 2, bengaluru, 'en kn hi', 'agent2', 'outbound calls, sign-up form'),
  one(103, 'Kiran', 'Joseph', 19, 3, bengaluru, 'en kn hi', 'verifier', 'sign-up queue'),
  one(104, 'Leena', 'Thomas', 19, 3, bengaluru, 'en kn hi', 'verifier2', 'sign-up queue, a second one'),
  one(105, 'Naveen', 'Reddy', 11, 2, bengaluru, 'en kn te'),
  one(106, 'Bhavana', 'Patil', 11, 2, [7, 8], 'en hi te'),
  one(111, 'Meera', 'Nair', 114, 4, everywhere, 'en kn hi', 'cc1', 'Care Connect'),
  one(112, 'Shalini', 'Joshi', 114, 4, [12, 7, 8], 'en hi mr'),
  one(
    121,
    'Suresh',
    'Babu',
    79,
    5,
    everywhere,
    'en kn hi ta te mr',
    'digi1',
    'digitization of prescriptions',
  ),
  one(122, 'Nandini', 'Rao', 85, 6, everywhere, 'en kn hi ta te mr', 'checker', 'pharmacist check'),
  one(
    123,
    'Vinod',
    'Murthy',
    85,
    6,
    everywhere,
    'en kn hi ta te mr',
    'checker2',
    'pharmacist check, a second one',
  ),
  one(131, 'Farhan', 'Ali', 95, 7, bengaluru, 'en kn hi', 'lead', 'team lead: queues, approvals, attendance'),
  one(132, 'Kavitha', 'Krishnan', 95, 7, south, 'en hi ta te'),
  one(141, 'Dr Anil', 'Deshpande', 7, 9, everywhere, 'en hi mr', 'doctor', 'doctor’s review'),
  one(151, 'Pooja', 'Hegde', 9, 10, bengaluru, 'en kn hi', 'field1', 'field visits, sign-up, expenses'),
  one(152, 'Arun', 'Shetty', 9, 10, bengaluru, 'en kn'),
  one(153, 'Rekha', 'Pillai', 9, 10, [10, 11], 'en ta'),
  one(161, 'Manoj', 'Gowda', 110, 11, [1], 'en kn', 'store', 'store: pick lists, dispatch'),
  one(162, 'Imran', 'Sheikh', 115, 12, [1, 2], 'en hi kn', 'lmd', 'own deliveries'),
  one(163, 'Ganesh', 'Patil', 115, 12, [12], 'en mr'),
  one(164, 'Lakshmi', 'Narayanan', 85, 6, [7], 'en te'),
  one(171, 'Tara', 'Bose', 124, 13, everywhere, 'en hi', 'qa', 'quality of calls'),
  one(181, 'Sunita', 'Pillai', 8, 14, everywhere, 'en hi kn', 'hr', 'people, roles, attendance'),
  one(182, 'Gopal', 'Rao', 12, 15, everywhere, 'en hi kn', 'accounts', 'expenses, cash, account reports'),
  one(191, 'Deepa', 'Stores', 92, 16, [4], 'en kn', 'franchise', 'a franchise: upload and customers'),
  one(
    201,
    'Venkatesh',
    'Rao',
    20,
    17,
    [5, ...everywhere.filter((id) => id !== 5)],
    'en hi',
    'purchase',
    'purchase orders',
  ),
  one(202, 'Harpreet', 'Singh', 21, 18, [5, 1], 'en hi', 'qc', 'quality control of goods'),
  one(203, 'Rukmini', 'Iyer', 22, 19, everywhere, 'en hi ta', 'stockhead', 'stock approvals'),
  one(204, 'Joseph', "D'Souza", 24, 21, [5, 1], 'en kn', 'inward', 'goods receipt: gate pass to put-away'),
  one(301, 'Asif', 'Khan', 23, 20, [1], 'en hi', undefined, undefined, { affiliate: true }),
  one(302, 'Mary', 'Thomas', 23, 20, [10], 'en ta', undefined, undefined, { affiliate: true }),
  one(303, 'Ramesh', 'Naidu', 23, 20, [7, 1], 'en te', undefined, undefined, { affiliate: true }),
  one(401, 'Prakash', 'Joshi', 11, 2, bengaluru, 'en mr', undefined, undefined, { left: true }),
  one(402, 'Fatima', 'Khan', 114, 4, [8], 'en hi', undefined, undefined, { left: true }),
];

/** The registered pharmacists of each place. */
const pharmacists: readonly (readonly [pooId: number, empId: number, regNo: string])[] = [
  [1, 122, 'KA-PH-20145'],
  [1, 123, 'KA-PH-31877'],
  [3, 123, 'KA-PH-31877'],
  [7, 164, 'TG-PH-11302'],
];

function placeFields(
  [id, vCode, vName, vCity, vPincode, vStateCode, lat, lng, licenceDays]: (typeof places)[number],
  today: string,
) {
  const warehouse = vCode.endsWith('WH');
  return {
    vCode,
    vName,
    vKind: warehouse ? 'warehouse' : 'store',
    vAddress: `${vName}, ${vCity}`,
    vCity,
    vPincode,
    vStateCode,
    lat,
    lng,
    vPhone: `55500070${String(id).padStart(2, '0')}`,
    tOpens: warehouse ? '06:00' : '08:00',
    tCloses: warehouse ? '20:00' : '22:00',
    openDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    vGstin: withCheckDigit(`${vStateCode}ZZZCD0001Z1Z`),
    vDrugLicenceNo: `DL-${vCode}-20B`,
    dLicenceExpiry: addDays(today, licenceDays),
    ...(warehouse ? { bColdStorage: 1 } : { iServiceRadiusKm: 12, nCashFloatPaise: 5_000_00 }),
  };
}

/** Designations and places of operation, as commands to their masters. */
export function demoPlaces(now: number): DemoCommand[] {
  const at = now - 61 * DAY_MS;
  const today = businessDay(now);
  return [
    ...designations.map(([id, code, name]): DemoCommand => ({
      at,
      as: 0,
      stream: `master-designation-${id}`,
      command: 'create',
      input: { fields: { vCode: code, vName: name, vDesignationCode: code } },
      refused: 'alreadyExists',
    })),
    ...places.map((place): DemoCommand => ({
      at,
      as: 0,
      stream: `master-placeOfOperation-${place[0]}`,
      command: 'create',
      input: { fields: placeFields(place, today) },
      refused: 'alreadyExists',
    })),
  ];
}

/**
 * Roles, then people (managers first), then events about some of them: two left, one stands in for a team
 * lead.
 */
export function demoPeople(now: number): DemoCommand[] {
  const today = businessDay(now);
  const at = now - 60 * DAY_MS;
  const joined = (empId: number): string => addDays(today, -400 - ((empId * 37) % 900));
  const people = demoPersons.map((person): DemoCommand => ({
    at: at + 60_000,
    as: 0,
    stream: `employee-${person.empId}`,
    command: 'createEmployee',
    input: {
      firstName: person.first,
      lastName: person.last,
      phone: `5550000${String(person.empId).padStart(3, '0')}`,
      email: `${person.first}.${person.last}@care.example`.toLowerCase().replace(/[' ]/g, ''),
      affiliate: person.affiliate ?? false,
      designationId: person.designationId,
      roleId: person.roleId,
      managerId: person.empId === 1 || person.empId === 5 ? null : 5,
      pooId: person.poos[0]!,
      otherPooIds: person.poos.slice(1),
      languages: person.languages,
      joiningDate: joined(person.empId),
    },
  }));
  const left = demoPersons
    .filter((person) => person.left)
    .map((person): DemoCommand => ({
      at: now - 12 * DAY_MS,
      as: 0,
      stream: `employee-${person.empId}`,
      command: 'deactivate',
      input: { exitDate: addDays(today, -12), reason: 'Moved to another city' },
    }));
  return [
    ...demoRoles.map(({ roleId, ...role }): DemoCommand => ({
      at,
      as: 0,
      stream: `role-${roleId}`,
      command: 'createRole',
      input: role,
    })),
    ...people,
    ...[161, 162, 163].map((empId): DemoCommand => ({
      at: at + 120_000,
      as: 0,
      stream: `employee-${empId}`,
      command: 'mapDevice',
      input: { deviceId: `HH-0000${empId}`, model: 'Handheld 7' },
    })),
    ...[141, 152].map((empId): DemoCommand => ({
      at: at + 130_000,
      as: 0,
      stream: `employee-${empId}`,
      command: 'setHopiStatus',
      input: { status: 1 },
    })),
    ...[151, 152].map((empId): DemoCommand => ({
      at: at + 140_000,
      as: 0,
      stream: `employee-${empId}`,
      command: 'setRhemosStatus',
      input: { status: 1 },
    })),
    ...left,
    {
      at: now - 20 * 3_600_000,
      as: 131,
      stream: 'tempdesig-new',
      command: 'request',
      name: 'TD1',
      input: {
        empId: 105,
        designationId: 95,
        from: today,
        to: addDays(today, 4),
        reason: 'Stands in for the team lead',
      },
    },
    {
      at: now - 19 * 3_600_000,
      as: 181,
      stream: 'tempdesig-{TD1}',
      command: 'approve',
      input: {},
      versioned: true,
    },
  ];
}

/** The pharmacists of each place, after the people exist. */
export function demoPharmacists(now: number): DemoCommand[] {
  const places = [...new Set(pharmacists.map(([pooId]) => pooId))];
  return places.map((pooId) => ({
    at: now - 60 * DAY_MS + 150_000,
    as: 0,
    stream: `master-placeOfOperation-${pooId}`,
    command: 'update',
    input: {
      fields: {
        pharmacists: pharmacists
          .filter(([place]) => place === pooId)
          .map(([, iEmpId, vRegNo]) => ({ iEmpId, vRegNo })),
      },
    },
  }));
}
